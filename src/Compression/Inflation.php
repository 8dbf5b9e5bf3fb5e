<?php

declare(strict_types=1);

namespace Brine\Compression;

use Brine\Internal\Warnings;

/**
 * Inflates zlib's formats up to a limit.
 *
 * @internal
 */
final class Inflation
{
    /** Compressed bytes per step; each yields at most about a thousand. */
    private const STEP = 8192;

    private function __construct()
    {
    }

    /**
     * @param int $encoding ZLIB_ENCODING_DEFLATE (RFC 1950) or ZLIB_ENCODING_RAW (RFC 1951)
     * @param int $most limit of the result in bytes; up to about 8 MiB more are allocated
     * @param string|null $preset the preset dictionary of a raw stream
     * @return string|null null if the data is not one whole stream, or becomes more than $most bytes
     */
    public static function of(string $data, int $encoding, int $most, ?string $preset = null): ?string
    {
        $messages = [];

        return Warnings::collect(__FILE__, static fn (): ?string => self::inflate($data, $encoding, $most, $preset), $messages);
    }

    private static function inflate(string $data, int $encoding, int $most, ?string $preset): ?string
    {
        // Rejects streams with a preset dictionary (FDICT: RFC 1950, section 2.2), for which inflate_add() leaks a buffer.
        if ($encoding === \ZLIB_ENCODING_DEFLATE && (\ord($data[1] ?? "\0") & 0x20) !== 0) {
            return null;
        }
        $context = \inflate_init($encoding, $preset === null ? [] : ['dictionary' => $preset]);
        if ($context === false) {
            return null;
        }
        $content = '';
        $size = \strlen($data);
        for ($offset = 0; $offset < $size; $offset += self::STEP) {
            if (\inflate_get_status($context) === \ZLIB_STREAM_END) {
                return null;
            }
            $part = \inflate_add($context, \substr($data, $offset, self::STEP));
            if ($part === false) {
                return null;
            }
            $content .= $part;
            if (\strlen($content) > $most) {
                return null;
            }
        }
        $isWhole = \inflate_get_status($context) === \ZLIB_STREAM_END && \inflate_get_read_len($context) === $size;

        return $isWhole ? $content : null;
    }
}
