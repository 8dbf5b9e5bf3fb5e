<?php

declare(strict_types=1);

namespace Brine\Format;

use Brine\Internal\SigningKey;

/**
 * The signed frame (docs/format.md, section 1.1): a payload with a key id and the HMAC-SHA256 of itself and its context. It does not look into
 * the payload.
 *
 * @internal
 */
final class SignedFrame
{
    /** Offset of the payload in bytes. */
    public const PAYLOAD_OFFSET = 38;

    private const HEADER = "\xC1\x14";
    private const SIGNATURE_OFFSET = 6;

    private function __construct()
    {
    }

    /**
     * @param string $key     the secret, at least 16 bytes; 32 random bytes are best
     * @param string $context covered by the signature, but not part of the frame
     * @throws \ValueError if the key is empty
     * @throws \Brine\EncodeException if it is too short
     */
    public static function sign(string $payload, #[\SensitiveParameter] string $key, string $context = ''): string
    {
        self::checkKey($key);
        SigningKey::check($key);
        $head = self::HEADER . self::keyId($key);

        return $head . self::signature($head, $payload, $key, $context) . $payload;
    }

    /**
     * @param string|list<string> $keys the secret, or a list of secrets of which any may have signed; each has at least one byte
     * @return string|null the payload; null if none of the keys verifies the frame
     * @throws \ValueError if the list or one of its keys is empty
     */
    public static function verify(
        string $frame,
        #[\SensitiveParameter]
        string|array $keys,
        string $context = '',
    ): ?string {
        $keys = (array) $keys;
        if ($keys === []) {
            throw new \ValueError('There is no key');
        }
        foreach ($keys as $key) {
            self::checkKey($key);
        }
        if (\strlen($frame) < self::PAYLOAD_OFFSET || !\str_starts_with($frame, self::HEADER)) {
            return null;
        }
        $head = \substr($frame, 0, self::SIGNATURE_OFFSET);
        $signature = \substr($frame, self::SIGNATURE_OFFSET, self::PAYLOAD_OFFSET - self::SIGNATURE_OFFSET);
        $payload = \substr($frame, self::PAYLOAD_OFFSET);
        foreach ($keys as $key) {
            if ($head === self::HEADER . self::keyId($key) && \hash_equals(self::signature($head, $payload, $key, $context), $signature)) {
                return $payload;
            }
        }

        return null;
    }

    private static function checkKey(#[\SensitiveParameter] string $key): void
    {
        if ($key === '') {
            throw new \ValueError('A key must not be empty');
        }
    }

    private static function keyId(#[\SensitiveParameter] string $key): string
    {
        return \substr(\hash_hmac('sha256', 'brine key id', $key, true), 0, 4) & "\x7F\x7F\x7F\x7F";
    }

    private static function signature(
        string $head,
        string $payload,
        #[\SensitiveParameter]
        string $key,
        string $context,
    ): string {
        // The context's length in 64 bits, little-endian; PHP's integers may have 32.
        $size = \pack('VV', \strlen($context), \PHP_INT_SIZE < 8 ? 0 : \strlen($context) >> 32);

        return \hash_hmac('sha256', $head . $size . $context . $payload, $key, true);
    }
}
