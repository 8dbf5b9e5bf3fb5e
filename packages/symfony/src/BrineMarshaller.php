<?php

declare(strict_types=1);

namespace Brine\BrineBundle;

use Brine\Auto;
use Brine\BrineBundle\Profiler\Statistics;
use Brine\BrineSerializer;
use Brine\Contextual;
use Brine\DecodeException;
use Brine\Deflated;
use Brine\Guarded;
use Brine\Internal\ReadOptions;
use Brine\RefusesMissing;
use Brine\Serializer;
use Brine\Signed;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Writes and reads the entries of cache pools by a serializer of Brine.
 *
 * @phpstan-import-type Options from ReadOptions
 *
 * A serializer with a list of allowed classes has to allow METADATA_CLASS too: entries with tags or a time of creation are objects of it.
 */
final class BrineMarshaller implements MarshallerInterface
{
    /** The class of Symfony's that holds a value with its metadata. */
    public const METADATA_CLASS = "\xA9";

    /** The serializer, to which a missing class is an exception. */
    private Serializer $reader;
    /** What of it reads most entries, and by which options: calls in between take longer than small entries do. */
    private ?BrineSerializer $brine;
    /** @var Options */
    private array $options;
    /** Whether most entries are read without a look at what else there is. */
    private bool $isDirect;
    /** Whether this is what raw() gives. */
    private bool $isRaw = false;
    /**
     * Whether unmarshall() has given, since raw(), anything but values: the entry as it is, where readAs() has to read it, or an Unread.
     *
     * @internal
     */
    public bool $hasLeft = false;
    /** What reads where signatures are bound to ids, and nothing is counted. */
    private ?Signed $verifier;
    /** What is before the id in what a signature covers. */
    private readonly string $context;
    /** What writes there, where signatures are bound to ids. */
    private ?Signed $signer = null;
    /** What writes, without the steps in between where there are such. */
    private Serializer $writer;

    /**
     * @param bool $throwOnSerializationFailure whether a value that cannot be written is a \ValueError, as in debug mode
     * @param string|null $bind the name of a pool: the adapters of this bundle bind signatures to it and to the keys of entries. Null if they
     *     do not; only for a Signed
     * @param Statistics|null $statistics counts what is read and written
     * @throws \LogicException if signatures are to be bound, and nothing signs
     */
    public function __construct(
        private Serializer $serializer,
        private readonly bool $throwOnSerializationFailure = false,
        private ?string $bind = null,
        private readonly ?Statistics $statistics = null,
    ) {
        if ($bind !== null && !$serializer instanceof Signed) {
            throw new \LogicException('Only signatures can be bound to keys: give a Brine\Signed');
        }
        $this->reader = ($serializer instanceof RefusesMissing ? $serializer->refusingMissing() : null) ?? new Guarded($serializer);
        $this->brine = BrineSerializer::of($this->reader);
        $this->options = $this->brine?->options() ?? [];
        $this->isDirect = $this->brine !== null && $statistics === null;
        $this->verifier = $bind !== null && $statistics === null && $this->reader instanceof Signed ? $this->reader : null;
        $this->context = "$bind\0";
        $writer = $serializer instanceof Auto ? $serializer->inner() : $serializer;
        $this->writer = $writer instanceof BrineSerializer ? $writer : $serializer;
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
        $failed = $entries = [];
        foreach ($values as $id => $value) {
            try {
                $entries[$id] = $this->signer === null ? $this->writer->serialize($value) : $this->signer->serializeIn($this->context . $id, $value);
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

    /**
     * @throws \DomainException if a class is missing, or not allowed
     * @throws \Exception if the bytes cannot be read for another reason; an \Error of a hook becomes an \ErrorException
     */
    public function unmarshall(string $value): mixed
    {
        if ($this->isDirect && \str_starts_with($value, "\xc1\x10")) {
            try {
                $result = \brine_unserialize($value, $this->options);
                if (!$result instanceof \__PHP_Incomplete_Class) {
                    return $result;
                }
                $error = self::denied($result);
            } catch (\Throwable $error) {
                // What follows tells it.
            }
        }
        if ($this->isRaw) {
            return $this->bind !== null ? $value : $this->readRaw($value, $error ?? null);
        }

        return $this->readAs(null, $value, $error ?? null);
    }

    /**
     * As readAs(), where signatures are bound to ids, without the steps that there are for other entries.
     *
     * @internal
     * @param mixed $value what was found: no string is no entry
     * @throws \Exception as unmarshall()
     */
    public function readBound(string $id, mixed $value): mixed
    {
        if ($this->verifier === null || !\is_string($value)) {
            return $this->readAs($id, \is_string($value) ? $value : '');
        }
        try {
            $result = $this->verifier->unserializeIn($this->context . $id, $value);
            if (!$result instanceof \__PHP_Incomplete_Class) {
                return $result;
            }
            $error = self::denied($result);
        } catch (\Throwable $error) {
            // What follows tells it.
        }

        return $this->inflate($value, $error);
    }

    private function readRaw(string $value, ?\Throwable $error): mixed
    {
        try {
            return $this->readAs(null, $value, $error);
        } catch (\Exception $error) {
            $this->hasLeft = true;

            return new Unread($error);
        }
    }

    /**
     * What unmarshall() gives of the entry with this id, to which its signature may be bound.
     *
     * @internal
     * @param string|null $id null if a signature is not bound to it
     * @param \Throwable|null $error what brine_unserialize() has thrown, where it has read the entry: hooks are not called again
     * @throws \Exception as unmarshall()
     */
    public function readAs(?string $id, string $value, ?\Throwable $error = null): mixed
    {
        try {
            $result = match (true) {
                $error instanceof \DomainException => throw $error,
                $error !== null && $this->brine !== null => $this->brine->readAgain($value, $error, $this->options, __FILE__),
                $id === null || $this->bind === null => $this->reader->unserialize($value),
                $this->reader instanceof Signed => $this->reader->unserializeIn($this->context . $id, $value),
                default => ($this->reader instanceof Contextual ? $this->reader->withContext($this->context . $id) : $this->reader)->unserialize($value),
            };
            if ($result instanceof \__PHP_Incomplete_Class) {
                throw self::denied($result);
            }
        } catch (\Throwable $error) {
            return $this->inflate($value, $error);
        }
        $this->statistics?->read($value);

        return $result;
    }

    private static function denied(\__PHP_Incomplete_Class $object): \DomainException
    {
        $name = ((array) $object)['__PHP_Incomplete_Class_Name'] ?? null;

        return new \DomainException('Class not allowed: ' . (\is_string($name) ? $name : ''));
    }

    /**
     * Reads an entry of Symfony's DeflateMarshaller, if that is what could not be read.
     *
     * @throws \Exception if it is another one
     */
    private function inflate(string $value, \Throwable $error): mixed
    {
        if (!$this->serializer instanceof Signed && !$this->serializer instanceof Deflated && Deflated::recognises($value)) {
            return (new self(new Deflated($this->serializer), false, null, $this->statistics))->unmarshall($value);
        }
        $this->statistics?->unreadable($value);
        if ($error instanceof DecodeException && $error->getReason() === 'missing_class') {
            // As Symfony's own marshaller has it.
            throw new \DomainException($error->getMessage(), 0, $error);
        }
        // Adapters catch exceptions alone.
        throw $error instanceof \Exception ? $error : new \ErrorException($error->getMessage(), (int) $error->getCode(), \E_ERROR, $error->getFile(), $error->getLine(), $error);
    }

    /**
     * The same for an adapter: what cannot be read is an Unread, or where signatures are bound to ids, which unmarshall() is not told, entries are left as they
     * are, for readAs(); and marshall() binds to ids.
     *
     * @internal
     */
    public function raw(): self
    {
        $new = clone $this;
        $new->isRaw = true;
        $new->hasLeft = $this->bind !== null;
        $new->signer = $this->bind !== null && $this->serializer instanceof Signed ? $this->serializer : null;

        return $new;
    }

    /** Whether for() gives another marshaller for each id. */
    public function bindsToKey(): bool
    {
        return $this->bind !== null;
    }

    /** The marshaller for the entry with this id, to which its signature is bound. */
    public function for(string $id): self
    {
        if ($this->bind === null || !$this->serializer instanceof Signed || !$this->reader instanceof Contextual) {
            return $this;
        }
        $new = clone $this;
        $new->serializer = $new->writer = $this->serializer->withContext($this->context . $id);
        $new->reader = $this->reader->withContext($this->context . $id);
        $new->bind = $new->verifier = null;

        return $new;
    }

    /** What writes and reads the entry with this id, for a walk over all of them. */
    public function serializer(string $id = ''): Serializer
    {
        return $this->for($id)->serializer;
    }
}
