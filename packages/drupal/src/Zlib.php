<?php

declare(strict_types=1);

namespace Drupal\brine;

/** Compressed entries of other modules: igbinary's "gz" serializer compresses igbinary or native text (RFC 1950). */
final class Zlib
{
    public static function recognises(string $bytes): bool
    {
        // RFC 1950, section 2.2: deflate with a window of 32 KiB, and a checksum of both bytes. No other format begins with an x.
        return ($bytes[0] ?? '') === 'x' && isset($bytes[1]) && ((\ord('x') << 8) + \ord($bytes[1])) % 31 === 0;
    }
}
