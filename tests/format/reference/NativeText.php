<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** Reads and writes parts of native serialize() text. */
final class NativeText
{
    public static function string(string $bytes): string
    {
        return 's:' . strlen($bytes) . ':"' . $bytes . '";';
    }

    /**
     * The numbers of elements of an array, whose text begins with the number of its elements, and of the arrays that are elements of it.
     *
     * @return list<int>
     */
    public static function counts(string $text): array
    {
        $counts = [(int) $text];
        $at = strpos($text, '{') + 1;
        for ($i = 0; $i < $counts[0]; ++$i) {
            $at = self::behind($text, $at);
            if ($text[$at] === 'a') {
                $counts[] = (int) substr($text, $at + 2, 12);
            }
            $at = self::behind($text, $at);
        }

        return $counts;
    }

    /** The place behind the value or key that begins here. */
    private static function behind(string $text, int $at): int
    {
        $type = $text[$at];
        if (in_array($type, ['s', 'E', 'O', 'C'], true)) {
            $size = (int) substr($text, $at + 2, 12);
            $at = strpos($text, '"', $at) + 1 + $size + 2;
        }
        if ($type === 'C') {
            $size = (int) substr($text, $at, 12);

            return strpos($text, '{', $at) + 1 + $size + 1;
        }
        if ($type !== 'a' && $type !== 'O') {
            return in_array($type, ['s', 'E'], true) ? $at : strpos($text, ';', $at) + 1;
        }
        $count = (int) substr($text, $type === 'a' ? $at + 2 : $at, 12);
        $at = strpos($text, '{', $at) + 1;
        for ($i = 0; $i < 2 * $count; ++$i) {
            $at = self::behind($text, $at);
        }

        return $at + 1;
    }
}
