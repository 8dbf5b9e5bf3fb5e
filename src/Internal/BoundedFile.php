<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Reads files up to a maximal size.
 *
 * @internal
 */
final class BoundedFile
{
    /** Bytes requested beyond the file's size: it may grow, and files in /proc report 0. */
    private const STEP = 1 << 16;

    private function __construct()
    {
    }

    /**
     * The bytes of a file, or the first $most + 1 if it is longer.
     *
     * @return string|false false, with PHP's warning, if the file cannot be opened
     */
    public static function read(string $file, int $most): string|false
    {
        $stream = \fopen($file, 'rb');
        if ($stream === false) {
            return false;
        }
        // Stream wrappers may not know a size.
        $size = (@\fstat($stream))['size'] ?? 0;
        $bytes = '';
        $wanted = \min($size, $most) + 1;
        do {
            $part = (string) \stream_get_contents($stream, $wanted);
            $bytes .= $part;
            $wanted = \min(self::STEP, $most + 1 - \strlen($bytes));
        } while ($wanted > 0 && $part !== '' && !\feof($stream));
        \fclose($stream);

        return $bytes;
    }
}
