<?php

declare(strict_types=1);

namespace Brine;

use Brine\Codec\SignedFrame;
use Brine\Internal\Failure;
use Brine\Internal\HidesKeys;

/**
 * Signs what another serializer writes: HMAC-SHA256 in the frame of docs/format.md, section 1.1. Nothing of the bytes
 * is read before the signature was found to be right, and bytes without a signature are not read at all.
 */
final class Signed implements Decorator
{
    use HidesKeys;

    /** @var non-empty-list<string> */
    private array $keys;

    /**
     * @param string|list<string> $keys the secret; or several, of which the first signs and all verify
     * @param string $context what the signature covers without being written: data verifies only with the same
     *     context. For a cache it is the entry's key; see withContext().
     * @throws \LogicException if the other serializer signs
     * @throws \ValueError if there is no key, or one is empty
     */
    public function __construct(
        private Serializer $inner,
        #[\SensitiveParameter]
        string|array $keys,
        private string $context = '',
    ) {
        for ($within = $inner; $within instanceof Decorator; $within = $within->inner()) {
            if ($within instanceof self) {
                throw new \LogicException('What is signed is not signed again');
            }
        }
        $this->keys = self::checkKeys($keys);
    }

    /**
     * @internal
     * @param string|array<mixed> $keys
     * @return non-empty-list<string>
     */
    public static function checkKeys(#[\SensitiveParameter] string|array $keys): array
    {
        $checked = [];
        foreach ((array) $keys as $key) {
            if (!\is_string($key) || $key === '') {
                throw new \ValueError('A key must be a string that is not empty');
            }
            $checked[] = $key;
        }

        return $checked !== [] ? $checked : throw new \ValueError('There must be a key');
    }

    /**
     * Whether what this one writes is verified by the keys in the context.
     *
     * @internal
     * @param list<string> $keys
     */
    public function isVerifiedBy(#[\SensitiveParameter] array $keys, string $context): bool
    {
        return $context === $this->context && \in_array($this->keys[0], $keys, true);
    }

    /** The same for another context. */
    public function withContext(string $context): self
    {
        $new = clone $this;
        $new->context = $context;

        return $new;
    }

    public function inner(): Serializer
    {
        return $this->inner;
    }

    public function serialize(mixed $value): string
    {
        // The extension signs several times as fast as PHP.
        $inner = $this->inner instanceof Auto ? $this->inner->inner() : $this->inner;

        return $inner instanceof BrineSerializer
            ? $inner->serializeSigned($value, $this->keys[0], $this->context)
            : SignedFrame::sign($this->inner->serialize($value), $this->keys[0], $this->context);
    }

    /**
     * @throws DecodeException if no key verifies the data: the reason is "not_verified". A cache takes that for a miss.
     */
    public function unserialize(string $data): mixed
    {
        return self::read($data, $this->keys, $this->context, $this->inner);
    }

    /**
     * @internal
     * @param non-empty-list<string> $keys
     */
    public static function read(
        string $data,
        #[\SensitiveParameter]
        array $keys,
        string $context,
        Serializer $inner,
    ): mixed {
        if (\substr($data, SignedFrame::PAYLOAD_OFFSET, 2) === "\xc1\x10") {
            $brine = $inner instanceof Auto ? $inner->brine() : $inner;
            $value = $brine instanceof BrineSerializer ? $brine->unserializeSigned($data, $keys, $context) : null;
            if ($value !== null) {
                return $value;
            }
            // Or the value is null: that takes no time to find out.
        }
        $signed = SignedFrame::verify($data, $keys, $context);
        if ($signed === null) {
            throw Failure::decoding('No key verifies the data', 0, 'not_verified');
        }
        try {
            return $inner->unserialize($signed);
        } catch (DecodeException $error) {
            throw Failure::moved($error, SignedFrame::PAYLOAD_OFFSET);
        }
    }
}
