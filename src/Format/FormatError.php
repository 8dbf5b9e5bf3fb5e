<?php

declare(strict_types=1);

namespace Brine\Format;

use Brine\DecodeException;
use Brine\Internal\DecodeError;

/**
 * Makes exceptions for bytes that are not a payload, with the extension's messages (ext/src/decode/refuse.c): they say what the bytes look like.
 *
 * @internal
 */
final class FormatError
{
    private function __construct()
    {
    }

    /** @param string $bytes the first four; the first one is wrong */
    public static function magic(string $bytes, int $at): DecodeException
    {
        $format = match (true) {
            $bytes === "\0\0\0\x01", $bytes === "\0\0\0\x02" => 'igbinary, which igbinary_unserialize() or Brine\Auto reads',
            \preg_match('/^(?:[abCdEiOrRsS]:|N;)/', $bytes) === 1 => 'the text of serialize(), which unserialize() or Brine\Auto reads',
            \str_starts_with($bytes, "\x1F\x8B") => 'gzip, which gzdecode() reads',
            $bytes === "\x28\xB5\x2F\xFD" => 'Zstandard, which zstd_uncompress() reads',
            default => null,
        };

        return $format === null
            ? DecodeError::at('not_brine', $at)
            : DecodeError::with('not_brine', "the payload is not one of Brine; it looks like $format,", $at);
    }

    /** The second byte is wrong. */
    public static function version(int $byte, int $at): DecodeException
    {
        return match (true) {
            $byte >> 4 !== 1 => DecodeError::with('version', 'the payload has version ' . ($byte >> 4) . ', and this reader knows version 1', $at),
            $byte === 0x14 => DecodeError::at('signed', $at),
            $byte === 0x18 => DecodeError::with('flags', 'the payload is in an envelope, which Brine\Compressed or Brine\Auto reads,', $at),
            default => DecodeError::at('flags', $at),
        };
    }
}
