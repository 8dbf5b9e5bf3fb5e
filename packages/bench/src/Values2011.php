<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;

/** The arrays of a benchmark of 2011 that has often been repeated: a few small values of one type each. */
final class Values2011
{
    private const INTEGERS = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 84, 144];

    /** @return array<string, Closure(): mixed> */
    public static function all(): array
    {
        $arrays = [
            'strings' => self::strings(...),
            'integers' => static fn (): array => self::INTEGERS,
            'booleans' => static fn (): array => [true, true, false, false, false, true, true],
            'floats' => static fn (): array => [0, 1.1, 1.1, 2.22, 3.33, 5.55, 8.88, 13.13, 21.2121, 34.3434, 55.5555, 84.8484, 144.144],
            // As in the original, the last values of the keys 0 and 1 win.
            'mixed' => static fn (): array => [0 => 25.46, 13 => Shapes::fresh('two'), 'four' => 0.007, 'five' => true, 1 => 42],
            'objects' => self::objects(...),
        ];

        // Keys as published, since the size depends on them. The array of integers occurs twice.
        $parts = \array_combine(['str', 'int', 'bln', 'flt', 'mix', 'obj'], $arrays);

        return $arrays + ['all' => static fn (): array => \array_map(static fn (Closure $build): mixed => $build(), $parts)];
    }

    /**
     * Five strings, two with the same key.
     *
     * @return array<string, string>
     */
    private static function strings(): array
    {
        return \array_map(Shapes::fresh(...), ['AK' => 'Alaska', 'AZ' => 'West Virginia', 'VT' => 'Vermont', 'VA' => 'Virginia']);
    }

    /** @return list<\stdClass> */
    private static function objects(): array
    {
        return [
            (object) \array_map(Shapes::fresh(...), ['firstname' => 'Leroy', 'lastname' => 'Jenkins', 'profession' => 'Gamer', 'status' => 'Legend']),
            (object) ['series' => Shapes::fresh('Fibonacci'), 'data' => self::INTEGERS],
        ];
    }
}
