<?php

declare(strict_types=1);

namespace Brine\Native;

use Brine\Internal\Failure;

/**
 * Finds the end of a value in a text of serialize(), without building the value.
 *
 * @internal
 */
final class Scanner
{
    private const HEAD = '/\G(?: N; | [bidrR]:[^;"{}]*; | a:(?<count>[0-9]{1,10}):\{
        | (?: [sSE] | (?<class>[OC]) ):(?<size>[0-9]{1,10}):" )/x';

    private function __construct()
    {
    }

    /**
     * @param int $maxDepth levels of arrays and objects
     * @return int the offset behind the value
     * @throws \Brine\DecodeException if the value is incomplete or too deep
     */
    public static function endOf(string $data, int $maxDepth): int
    {
        $offset = 0;
        /** @var list<int> $stack number of keys and values still to come in each open array and object */
        $stack = [];
        $left = 1;
        for (;;) {
            $at = $offset;
            $count = self::pass($data, $offset);
            --$left;
            if ($count !== null) {
                if (\count($stack) >= $maxDepth) {
                    throw Failure::decoding("Nested more than $maxDepth levels deep at offset $at", $at, 'max_depth');
                }
                $stack[] = $left;
                $left = 2 * $count;
            }
            while ($left === 0) {
                if ($stack === []) {
                    return $offset;
                }
                $offset = self::behind($data, $offset, '}', $offset);
                $left = \array_pop($stack);
            }
        }
    }

    /**
     * Skips a value, or the head of an array or object.
     *
     * @param int $offset is moved
     * @return int|null count of elements or properties, if braces follow
     */
    private static function pass(string $data, int &$offset): ?int
    {
        $at = $offset;
        if (\preg_match(self::HEAD, $data, $head, \PREG_UNMATCHED_AS_NULL, $at) !== 1) {
            throw self::malformed($at);
        }
        $offset += \strlen($head[0]);
        if ($head['count'] !== null) {
            return self::atMostLeft($head['count'], $data, $offset, $at);
        }
        if ($head['size'] === null) {
            return null;
        }
        $offset += self::atMostLeft($head['size'], $data, $offset, $at);
        if ($head['class'] === null) {
            $offset = self::behind($data, $offset, '";', $at);

            return null;
        }
        $offset = self::behind($data, $offset, '":', $at);
        if (\preg_match('/\G([0-9]{1,10}):\{/', $data, $size, 0, $offset) !== 1) {
            throw self::malformed($at);
        }
        $offset += \strlen($size[0]);
        $size = self::atMostLeft($size[1], $data, $offset, $at);
        if ($head['class'] === 'O') {
            return $size;
        }
        $offset = self::behind($data, $offset + $size, '}', $at);

        return null;
    }

    /** @return int count of bytes, or of elements of at least a byte each */
    private static function atMostLeft(string $digits, string $data, int $offset, int $at): int
    {
        $number = (int) $digits;

        return $number <= \strlen($data) - $offset ? $number : throw self::malformed($at);
    }

    /** @return int offset behind the expected text */
    private static function behind(string $data, int $offset, string $expected, int $at): int
    {
        if ($offset > \strlen($data) || \substr_compare($data, $expected, $offset, \strlen($expected)) !== 0) {
            throw self::malformed($at);
        }

        return $offset + \strlen($expected);
    }

    private static function malformed(int $offset): \Brine\DecodeException
    {
        return Failure::decoding("Not a text of serialize() at offset $offset", $offset, 'malformed');
    }
}
