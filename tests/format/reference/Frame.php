<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** The signed frame (section 1.1 of docs/format.md), with hash_hmac() alone. */
final class Frame
{
    private const HEADER = "\xC1\x14";
    private const SIGNATURE = 6;
    private const CONTENT = 38;

    public static function keyId(#[\SensitiveParameter] string $key): string
    {
        return substr(hash_hmac('sha256', 'brine key id', $key, true), 0, 4) & "\x7F\x7F\x7F\x7F";
    }

    public static function sign(string $payload, #[\SensitiveParameter] string $key, string $context = ''): string
    {
        $head = self::HEADER . self::keyId($key);

        return $head . self::signature($head, $payload, $key, $context) . $payload;
    }

    /**
     * @param  list<string> $keys
     * @return string|null the payload, or null if none of the keys verifies the frame
     */
    public static function open(string $frame, #[\SensitiveParameter] array $keys, string $context = ''): ?string
    {
        if (strlen($frame) < self::CONTENT || !str_starts_with($frame, self::HEADER)) {
            return null;
        }
        $head = substr($frame, 0, self::SIGNATURE);
        $signature = substr($frame, self::SIGNATURE, self::CONTENT - self::SIGNATURE);
        $payload = substr($frame, self::CONTENT);
        foreach ($keys as $key) {
            if ($head === self::HEADER . self::keyId($key) && hash_equals(self::signature($head, $payload, $key, $context), $signature)) {
                return $payload;
            }
        }

        return null;
    }

    /** What the signature of a frame is computed of; the context has less than 4 GB. */
    public static function message(string $head, string $payload, string $context): string
    {
        return $head . pack('VV', strlen($context), 0) . $context . $payload;
    }

    private static function signature(
        string $head,
        string $payload,
        #[\SensitiveParameter]
        string $key,
        string $context,
    ): string {
        return hash_hmac('sha256', self::message($head, $payload, $context), $key, true);
    }
}
