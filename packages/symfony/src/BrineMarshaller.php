<?php

declare(strict_types=1);

namespace Brine\BrineBundle;

use Brine\BrineBundle\Profiler\Statistics;
use Brine\DecodeException;
use Brine\Deflated;
use Brine\EntryCodec;
use Brine\Serializer;
use Brine\Signed;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Writes and reads the entries of cache pools by a serializer of Brine. It reads those of Symfony's DeflateMarshaller too, unless entries
 * have to be signed.
 *
 * A serializer with a list of allowed classes has to allow METADATA_CLASS too: entries with tags or a time of creation are objects of it.
 */
final class BrineMarshaller implements MarshallerInterface
{
    /** The class of Symfony's that holds a value with its metadata. */
    public const METADATA_CLASS = "\xA9";

    private readonly EntryCodec $codec;

    /**
     * @param bool $throwOnSerializationFailure whether a value that cannot be written is a \ValueError, as in debug mode
     * @param string|null $bind the name of a pool: the adapters of this bundle bind signatures to it and to the keys of entries. Null if they
     *     do not; only for a Signed
     * @param Statistics|null $statistics counts what is read and written
     * @throws \LogicException if signatures are to be bound, and nothing signs
     */
    public function __construct(
        private readonly Serializer $serializer,
        private readonly bool $throwOnSerializationFailure = false,
        private readonly ?string $bind = null,
        private readonly ?Statistics $statistics = null,
    ) {
        if ($bind !== null && !$serializer instanceof Signed) {
            throw new \LogicException('Only signatures can be bound to keys: give a Brine\Signed');
        }
        $this->codec = new EntryCodec(
            $serializer instanceof Signed || $serializer instanceof Deflated ? $serializer : new Deflated($serializer),
            static fn (\Throwable $error, string $context, string $bytes): never => self::refuse($error, $bytes, $statistics),
        );
    }

    /**
     * @param array<array-key, mixed> $values by id
     * @param array<mixed>|null $failed the ids of what cannot be written
     * @param-out list<array-key> $failed
     * @return array<array-key, string> by id
     * @throws \ValueError if one cannot be written, and that is to be thrown
     */
    public function marshall(array $values, ?array &$failed): array
    {
        return $this->write($values, $failed, false);
    }

    /**
     * The same for an adapter, which knows the ids: signatures are bound to them, if they are to be bound.
     *
     * @internal
     * @param array<array-key, mixed> $values
     * @param array<mixed>|null $failed
     * @param-out list<array-key> $failed
     * @return array<array-key, string>
     */
    public function marshallBound(array $values, ?array &$failed): array
    {
        return $this->write($values, $failed, $this->bind !== null);
    }

    /**
     * @throws \DomainException if a class is missing, or not allowed
     * @throws \Exception if the bytes cannot be read for another reason; an \Error of a hook becomes an \ErrorException
     */
    public function unmarshall(string $value): mixed
    {
        $result = $this->codec->read($value);

        return $this->statistics === null && !$result instanceof \__PHP_Incomplete_Class ? $result : $this->checked($result, $value);
    }

    /**
     * As unmarshall() for an adapter, which knows the id.
     *
     * @internal
     * @param mixed $value what was found: no string is no entry
     * @throws \Exception as unmarshall()
     */
    public function readBound(string $id, mixed $value): mixed
    {
        $value = \is_string($value) ? $value : '';
        $result = $this->codec->read($value, $this->bind === null ? '' : "$this->bind\0$id");

        return $this->statistics === null && !$result instanceof \__PHP_Incomplete_Class ? $result : $this->checked($result, $value);
    }

    /** What writes and reads the entry with this id by itself, for a walk over all of them. */
    public function serializer(string $id = ''): Serializer
    {
        return $this->bind !== null && $this->serializer instanceof Signed ? $this->serializer->withContext("$this->bind\0$id") : $this->serializer;
    }

    /** The marshaller for the entry with this id, to which its signature is bound. */
    public function for(string $id): self
    {
        return $this->bind === null ? $this : new self($this->serializer($id), $this->throwOnSerializationFailure, null, $this->statistics);
    }

    /** Whether for() gives another marshaller for each id. */
    public function bindsToKey(): bool
    {
        return $this->bind !== null;
    }

    /**
     * @param array<array-key, mixed> $values
     * @param array<mixed>|null $failed
     * @param-out list<array-key> $failed
     * @return array<array-key, string>
     */
    private function write(array $values, ?array &$failed, bool $isBound): array
    {
        $failed = $entries = [];
        foreach ($values as $id => $value) {
            try {
                $entries[$id] = $this->codec->encode($value, $isBound ? "$this->bind\0$id" : '');
            } catch (\Throwable $error) {
                if ($this->throwOnSerializationFailure) {
                    throw new \ValueError($error->getMessage(), 0, $error);
                }
                $failed[] = $id;
            }
        }
        $this->statistics?->written($entries, \count($failed));

        return $entries;
    }

    private function checked(mixed $value, string $bytes): mixed
    {
        if ($value instanceof \__PHP_Incomplete_Class) {
            $name = ((array) $value)['__PHP_Incomplete_Class_Name'] ?? null;
            self::refuse(new \DomainException('Class not allowed: ' . (\is_string($name) ? $name : '')), $bytes, $this->statistics);
        }
        $this->statistics?->read($bytes);

        return $value;
    }

    /** @throws \Exception adapters catch no \Error; a missing class is one of Symfony's own marshaller's exceptions */
    private static function refuse(\Throwable $error, string $bytes, ?Statistics $statistics): never
    {
        $statistics?->unreadable($bytes);
        throw match (true) {
            $error instanceof DecodeException && $error->getReason() === 'missing_class' => new \DomainException($error->getMessage(), 0, $error),
            $error instanceof \Exception => $error,
            default => new \ErrorException($error->getMessage(), (int) $error->getCode(), \E_ERROR, $error->getFile(), $error->getLine(), $error),
        };
    }
}
