<?php

declare(strict_types=1);

namespace Brine\BrineBundle;

use Brine\BrineBundle\Profiler\Statistics;
use Brine\DecodeException;
use Brine\Deflated;
use Brine\EncodeException;
use Brine\EntryCodec;
use Brine\Serializer;
use Brine\Signed;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Writes and reads entries of Symfony's cache pools with a serializer of Brine, and reads those of Symfony's DeflateMarshaller if entries need no
 * signature. The bundle's adapters call marshallBound() and readBound(), whose signatures include the entry's id.
 */
final class BrineMarshaller implements MarshallerInterface
{
    /** Symfony's class for a value with metadata (tags, or a time of creation): add it to a serializer's allowed_classes. */
    public const METADATA_CLASS = "\xA9";

    private readonly EntryCodec $codec;

    /**
     * @param bool $throwOnSerializationFailure whether marshall() throws a \ValueError for a value that it cannot write, as in debug mode
     * @param string|null $bind the pool's name, which requires a Signed: signatures then cover this name and the entry's id. Null: they cover
     *     neither
     * @param Statistics|null $statistics counts reads and writes
     * @throws \LogicException if $bind is set, and the serializer does not sign
     * @throws EncodeException if the serializer's key is too short to sign: marshall() would drop every value
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
        if ($serializer instanceof Signed) {
            $serializer->checkSigningKey();
        }
        $this->codec = new EntryCodec(
            $serializer instanceof Signed || $serializer instanceof Deflated ? $serializer : new Deflated($serializer),
            static fn (\Throwable $error, string $context, string $bytes): never => self::refuse($error, $bytes, $statistics),
        );
    }

    /**
     * @param array<array-key, mixed> $values by id
     * @param array<mixed>|null $failed receives the ids of values that cannot be written
     * @param-out list<array-key> $failed
     * @return array<array-key, string> by id
     * @throws \ValueError if a value cannot be written, and $throwOnSerializationFailure is set
     */
    public function marshall(array $values, ?array &$failed): array
    {
        return $this->write($values, $failed, false);
    }

    /**
     * As marshall(), for an adapter, which knows the ids: binds signatures to them if $bind was set.
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
     * @throws \DomainException if a class is missing, or the value itself is an object of a class that is not allowed; inside a value, such objects
     *     become __PHP_Incomplete_Class
     * @throws \Exception if the bytes cannot be read for another reason; an \Error of a hook becomes an \ErrorException
     */
    public function unmarshall(string $value): mixed
    {
        $result = $this->codec->read($value);

        return $this->statistics === null && !$result instanceof \__PHP_Incomplete_Class ? $result : $this->checked($result, $value);
    }

    /**
     * As unmarshall(), for an adapter, which knows the id.
     *
     * @internal
     * @param mixed $value the stored bytes; anything but a string is unreadable
     * @throws \Exception as unmarshall()
     */
    public function readBound(string $id, mixed $value): mixed
    {
        $value = \is_string($value) ? $value : '';
        $result = $this->codec->read($value, $this->bind === null ? '' : "$this->bind\0$id");

        return $this->statistics === null && !$result instanceof \__PHP_Incomplete_Class ? $result : $this->checked($result, $value);
    }

    /** The serializer for the entry with this id, for a walk over all entries. */
    public function serializer(string $id = ''): Serializer
    {
        return $this->bind !== null && $this->serializer instanceof Signed ? $this->serializer->withContext("$this->bind\0$id") : $this->serializer;
    }

    /** The marshaller for the entry with this id: binds signatures to it. */
    public function for(string $id): self
    {
        return $this->bind === null ? $this : new self($this->serializer($id), $this->throwOnSerializationFailure, null, $this->statistics);
    }

    /** Whether for() returns another marshaller for each id. */
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

    /** @throws \Exception an \Exception of the kind that Symfony's own marshaller throws: adapters do not catch an \Error */
    private static function refuse(\Throwable $error, string $bytes, ?Statistics $statistics): never
    {
        $statistics?->unreadable($bytes, $error);
        throw match (true) {
            $error instanceof DecodeException && $error->getReason() === 'missing_class' => new \DomainException($error->getMessage(), 0, $error),
            $error instanceof \Exception => $error,
            default => new \ErrorException($error->getMessage(), (int) $error->getCode(), \E_ERROR, $error->getFile(), $error->getLine(), $error),
        };
    }
}
