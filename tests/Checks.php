<?php

declare(strict_types=1);

namespace Brine\Tests;

/** Counts fulfilled expectations, and prints the first failures. */
final class Checks
{
    public static int $passed = 0;
    public static int $failed = 0;

    public static function same(string $name, mixed $expected, mixed $actual): void
    {
        if ($expected === $actual) {
            ++self::$passed;
        } elseif (++self::$failed <= 20) {
            echo "$name: expected ", self::shown($expected), ', is ', self::shown($actual), "\n";
        }
    }

    public static function that(string $name, bool $holds): void
    {
        self::same($name, true, $holds);
    }

    private static function shown(mixed $value): string
    {
        return \addcslashes(\substr(\var_export($value, true), 0, 400), "\0..\37\177..\377");
    }
}
