<?php

declare(strict_types=1);

namespace Brine;

use Brine\Format\SignedFrame;
use Brine\Internal\Budget;
use Brine\Internal\Failure;
use Brine\Internal\HidesKeys;
use Brine\Internal\Keys;
use Brine\Internal\ReadsWithin;

/**
 * Signs what another serializer writes: HMAC-SHA256 in the frame of docs/format.md, section 1.1. Nothing of the bytes
 * is read before the signature was found to be right, and bytes without a signature are not read at all, but by alsoUnsigned().
 */
final class Signed implements Decorator, Contextual, ReadsWithin, RefusesMissing
{
    use HidesKeys;

    /**
     * Where exceptions come from that brine_unserialize_signed() throws here.
     *
     * @internal
     */
    public const FILE = __FILE__;

    /** Where a payload inside of a frame tells what it is: behind the first byte of it. As a number it is compiled in. */
    private const KIND = 39;

    private Keys $keys;
    /** Whether bytes without a signature are refused. */
    private bool $isStrict = true;
    /** Whether what it writes has one. */
    private bool $signs = true;
    /** What the extension signs and verifies by, several times as fast as PHP; null where it cannot. */
    private ?BrineSerializer $writer;
    private ?BrineSerializer $reader;
    /** Whether it writes without a dictionary. */
    private bool $isPlain;
    /** @var array<string, mixed> options of the reader, and the last context: the extension reads by them without calls in between */
    private array $options;

    /**
     * @param string|list<string> $keys the secret; or several, of which the first signs and all verify
     * @param string $context what the signature covers without being written: data verifies only with the same
     *     context. For a cache it is the entry's key; see withContext().
     * @throws \LogicException if the other serializer signs
     * @throws \ValueError if there is no key, or one is empty
     */
    public function __construct(
        // Where the arguments are in the wrong order, this one is a key.
        #[\SensitiveParameter]
        private Serializer $inner,
        #[\SensitiveParameter]
        string|array $keys,
        private string $context = '',
    ) {
        for ($within = $inner; $within instanceof Decorator; $within = $within->inner()) {
            if ($within instanceof self) {
                throw new \LogicException('Signed signs already, and is not signed again: one has all keys, as in new Signed($serializer, [$new, $old])');
            }
        }
        $this->keys = self::checkKeys($keys);
        $writer = $inner instanceof Auto ? $inner->inner() : $inner;
        $this->writer = $writer instanceof BrineSerializer ? $writer : null;
        $this->isPlain = $this->writer?->isPlain() ?? false;
        $this->reader = BrineSerializer::of($inner);
        $this->options = $this->reader?->options() ?? [];
    }

    /**
     * Reads what is not signed as well, as the other serializer reads it: for the time in which a store goes from unsigned entries to signed ones,
     * or back. **Meanwhile the store is as unsafe as without signatures.**
     *
     * @param string|list<string> $keys as for the constructor
     * @param bool $sign whether what it writes is signed; false to write as the other serializer does
     * @throws \LogicException|\ValueError as the constructor
     */
    public static function alsoUnsigned(
        #[\SensitiveParameter]
        Serializer $inner,
        #[\SensitiveParameter]
        string|array $keys,
        string $context = '',
        bool $sign = true,
    ): self {
        $new = new self($inner, $keys, $context);
        $new->isStrict = false;
        $new->signs = $sign;
        if (!$sign) {
            $new->writer = null;
            $new->isPlain = false;
        }

        return $new;
    }

    /** @param string|array<mixed> $keys */
    private static function checkKeys(#[\SensitiveParameter] string|array $keys): Keys
    {
        $checked = [];
        foreach ((array) $keys as $key) {
            if (!\is_string($key) || $key === '') {
                throw new \ValueError('A key must be a string that is not empty');
            }
            $checked[] = $key;
        }

        return $checked !== [] ? new Keys($checked) : throw new \ValueError('There must be a key');
    }

    /**
     * Whether bytes count only with a signature.
     *
     * @internal
     */
    public function isStrict(): bool
    {
        return $this->isStrict;
    }

    public function withContext(string $context): static
    {
        $new = clone $this;
        $new->context = $context;

        return $new;
    }

    public function inner(): Serializer
    {
        return $this->inner;
    }

    public function refusingMissing(): ?static
    {
        $inner = $this->inner instanceof RefusesMissing ? $this->inner->refusingMissing() : null;
        if ($inner === null) {
            return null;
        }
        $new = clone $this;
        $new->inner = $inner;
        $new->reader = BrineSerializer::of($inner);
        $new->options = $new->reader?->options() ?? [];

        return $new;
    }

    public function serialize(mixed $value): string
    {
        return $this->serializeIn($this->context, $value);
    }

    /**
     * As withContext() and serialize(), without another object: for who has a context for each value.
     *
     * @internal
     */
    public function serializeIn(string $context, mixed $value): string
    {
        $key = $this->keys->list()[0];

        return match (true) {
            $this->isPlain => \brine_serialize_signed($value, $key, ['context' => $context]),
            !$this->signs => $this->inner->serialize($value),
            $this->writer === null => SignedFrame::sign($this->inner->serialize($value), $key, $context),
            default => $this->writer->serializeSigned($value, $key, $context),
        };
    }

    /**
     * @throws DecodeException if no key verifies the data: the reason is "not_verified". A cache takes that for a miss.
     */
    public function unserialize(string $data): mixed
    {
        return $this->unserializeIn($this->context, $data);
    }

    /**
     * As withContext() and unserialize().
     *
     * @internal
     */
    public function unserializeIn(string $context, string $data): mixed
    {
        // Most entries, without the calls in between.
        $kind = $data[self::KIND] ?? '';
        if (($kind === "\x10" || $kind === "\x12") && $this->reader !== null) {
            $this->options['context'] = $context;
            $keys = $this->keys->list();
            try {
                $value = \brine_unserialize_signed($data, $keys, $this->options);
            } catch (\Throwable $error) {
                // The byte alone is no such payload.
                $value = self::hasPayload($data) ? $this->reader->readSignedAgain($data, $error, $keys, $context) : null;
            }
            if ($value !== null) {
                return $value;
            }
        }

        return !$this->isStrict && Format::of($data) !== Format::Signed ? $this->inner->unserialize($data) : $this->readContent($data, $context);
    }

    /** @internal */
    public function unserializeWithin(string $data, int $maxMemory): mixed
    {
        // A frame is of who has a key, and multiplies nothing.
        return !$this->isStrict && Format::of($data) !== Format::Signed
            ? Budget::read($this->inner, $data, $maxMemory)
            : $this->unserialize($data);
    }

    /** Whether what is in a frame, or would be, begins as payloads of Brine's own format do. */
    private static function hasPayload(string $data): bool
    {
        return ($data[self::KIND - 1] ?? '') === "\xc1" && \in_array($data[self::KIND] ?? '', ["\x10", "\x12"], true);
    }

    /** Reads what is no payload of Brine's own format, or null, which takes no time to find out, or is not verified. */
    private function readContent(string $data, string $context): mixed
    {
        $signed = SignedFrame::verify($data, $this->keys->list(), $context);
        if ($signed === null) {
            $error = Failure::decoding('No key verifies the data', 0, 'not_verified');
            throw Recognition::explain($error, $data, Format::Signed);
        }
        try {
            return $this->inner->unserialize($signed);
        } catch (DecodeException $error) {
            throw Failure::moved($error, SignedFrame::PAYLOAD_OFFSET);
        }
    }

    private function numberOfKeys(): int
    {
        return \count($this->keys->list());
    }
}
