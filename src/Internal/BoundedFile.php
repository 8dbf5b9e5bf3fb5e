<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Reads files that have a size at most.
 *
 * @internal
 */
final class BoundedFile
{
    /** What is asked for beyond the size that a file says: it may grow, and those of /proc say 0. */
    private const STEP = 1 << 16;

    private function __construct()
    {
    }

    /**
     * The bytes of a file, of which no more memory is taken than there are; of a file with more than $most bytes, the first $most + 1.
     *
     * @return string|false false, with PHP's warning, if the file cannot be opened
     */
    public static function read(string $file, int $most): string|false
    {
        $stream = \fopen($file, 'rb');
        if ($stream === false) {
            return false;
        }
        // Stream wrappers need not know a size.
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
