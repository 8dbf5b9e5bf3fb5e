<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

/** Values as sites cache them. */
final class Values
{
    private function __construct()
    {
    }

    public static function random(int $depth = 0): mixed
    {
        return match (\mt_rand(0, $depth > 2 ? 11 : 16)) {
            0 => null,
            1 => false,
            2 => true,
            3 => \mt_rand(-5, 5),
            4 => \mt_rand(0, \PHP_INT_MAX >> 1),
            5 => \mt_rand(-50, 50) / 8,
            6 => '',
            7 => (string) \mt_rand(-5, 500),
            8 => ['1.5', ' 7', '1e3', 'yes', "\0\1\2\xff", 'i:5;', 'a:0:{}', 's:1:"x";', 'N;', "\xc1\x10\0"][\mt_rand(0, 9)],
            9 => \str_repeat('<p>page</p>', \mt_rand(1, 400)),
            10 => 'text ' . \mt_rand(0, 999),
            11 => \round(\mt_rand() / 7, 6),
            12 => \array_map(static fn (): mixed => self::random($depth + 1), \range(0, \mt_rand(0, 5))),
            13 => ['ID' => \mt_rand(0, 99), 'post_title' => 'Title', 'meta' => self::random($depth + 1)],
            14 => (object) ['ID' => \mt_rand(0, 99), 'filter' => 'raw', 'inner' => self::random($depth + 1)],
            15 => new Thing(self::random($depth + 1)),
            default => \array_map(static fn (int $id): object => (object) ['ID' => $id, 'post_status' => 'publish', 'menu_order' => 0], \range(1, \mt_rand(2, 30))),
        };
    }
}
