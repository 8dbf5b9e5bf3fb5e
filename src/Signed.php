<?php

declare(strict_types=1);

namespace Brine;

use Brine\Format\Decoder\Reader;
use Brine\Format\SignedFrame;
use Brine\Internal\Budget;
use Brine\Internal\Failure;
use Brine\Internal\HidesKeys;
use Brine\Internal\Keys;
use Brine\Internal\ReadsWithin;
use Brine\Internal\SigningKey;
use Brine\Internal\WrapsInner;

/**
 * Signs another serializer's bytes: HMAC-SHA256 in the frame of docs/format.md, section 1.1. Bytes are read only after their signature was
 * verified; unsigned bytes are rejected, unless alsoUnsigned() is used.
 */
final class Signed implements Decorator, Contextual, ReadsWithin, RefusesMissing
{
    use HidesKeys;
    use WrapsInner;

    /**
     * File of the brine_unserialize_signed() call here; errors of built-in classes name it.
     *
     * @internal
     */
    public const FILE = __FILE__;

    /** Offset of the payload's second byte in a frame. A number, since PHP compiles it in. */
    private const KIND = 39;

    private Keys $keys;
    /** Whether unsigned bytes are rejected. */
    private bool $isStrict = true;
    /** Whether it signs what it writes. */
    private bool $signs = true;
    /** Arguments for the extension, which signs and verifies several times as fast as PHP; null if it cannot. */
    private ?BrineSerializer $writer;
    private ?BrineSerializer $reader;
    /** @var array{context?: string, layouts?: true, dictionary?: string} options of the writer, and the last context */
    private array $writing;
    /** @var array<string, mixed> options of the reader, and the last context: the extension reads by them without calls in between */
    private array $options;

    /**
     * @param string|list<string> $keys the secret; or several: the first signs and has at least 16 bytes, all verify
     * @param string $context what the signature covers without being written: data verifies only with the same
     *     context. For a cache it is the entry's key; see withContext().
     * @throws \LogicException if the other serializer signs
     * @throws \ValueError if there is no key, or one is empty
     */
    public function __construct(
        // If the arguments are swapped, this one is a key.
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
        $this->prepare();
    }

    /** Looks at the other serializer. */
    private function prepare(): void
    {
        $writer = $this->inner instanceof Auto ? $this->inner->inner() : $this->inner;
        $this->writer = $this->signs && $writer instanceof BrineSerializer ? $writer : null;
        $this->writing = $this->writer->writing ?? [];
        $this->reader = BrineSerializer::of($this->inner);
        $this->options = $this->reader?->options() ?? [];
    }

    /**
     * Also reads unsigned bytes: for the rollout of signatures, or their removal. **Meanwhile the store is as unsafe as without signatures.**
     *
     * @param string|list<string> $keys as for the constructor
     * @param bool $sign whether it signs; false to write as the other serializer does
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
        $new->prepare();

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
     * Whether unsigned bytes are rejected.
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

    /**
     * For code that writes and would not show what serialize() throws.
     *
     * @internal
     * @throws EncodeException if the first key is too short, and this object signs
     */
    public function checkSigningKey(): void
    {
        if ($this->signs) {
            SigningKey::check($this->keys->list()[0]);
        }
    }

    /** @throws EncodeException if the first key is too short to sign, or the value cannot be written */
    public function serialize(mixed $value): string
    {
        return $this->serializeIn($this->context, $value);
    }

    /**
     * As withContext() and serialize(), without a new object: for callers with a context per value.
     *
     * @internal
     */
    public function serializeIn(string $context, mixed $value): string
    {
        $key = $this->keys->list()[0];
        $this->writing['context'] = $context;

        return match (true) {
            $this->writer !== null => \brine_serialize_signed($value, $key, $this->writing),
            !$this->signs => $this->inner->serialize($value),
            default => $this->sign($value, $key, $context),
        };
    }

    /** The key is checked before the value's hooks run. */
    private function sign(mixed $value, #[\SensitiveParameter] string $key, string $context): string
    {
        SigningKey::check($key);

        return SignedFrame::sign($this->inner->serialize($value), $key, $context);
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
        // The fast path for most entries.
        $kind = $data[self::KIND] ?? '';
        if (($kind === "\x10" || $kind === "\x12") && $this->reader !== null) {
            $this->options['context'] = $context;
            $keys = $this->keys->list();
            try {
                $value = \brine_unserialize_signed($data, $keys, $this->options);
            } catch (\Throwable $error) {
                // The first byte alone is no payload.
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
        // Only holders of a key make frames, so their memory need not be limited.
        return !$this->isStrict && Format::of($data) !== Format::Signed
            ? Budget::read($this->inner, $data, $maxMemory)
            : $this->unserialize($data);
    }

    /** Whether the content of a frame begins as a payload of Brine's own format. */
    private static function hasPayload(string $data): bool
    {
        return ($data[self::KIND - 1] ?? '') === "\xc1" && \in_array($data[self::KIND] ?? '', ["\x10", "\x12"], true);
    }

    /** Reads other formats than Brine's own, null (which is cheap), and frames that were not verified. */
    private function readContent(string $data, string $context): mixed
    {
        // In igbinary's place, its header precedes the frame.
        $start = \str_starts_with($data, Reader::IN_PLACE) ? \strlen(Reader::IN_PLACE) - 1 : 0;
        $signed = SignedFrame::verify(\substr($data, $start), $this->keys->list(), $context);
        if ($signed === null) {
            $error = Failure::decoding('No key verifies the data', 0, 'not_verified');
            throw Recognition::explain($error, $data, Format::Signed);
        }
        try {
            return $this->inner->unserialize($signed);
        } catch (DecodeException $error) {
            throw Failure::moved($error, $start + SignedFrame::PAYLOAD_OFFSET);
        }
    }

    private function numberOfKeys(): int
    {
        return \count($this->keys->list());
    }
}
