<?php

declare(strict_types=1);

namespace Brine\Tests\Codec;

use Brine\DecodeException;

/** Counts what is as expected, and prints what is not. */
final class Checks
{
    public static int $passed = 0;
    public static int $failed = 0;

    public static function same(string $name, mixed $expected, mixed $actual): void
    {
        if ($expected === $actual) {
            ++self::$passed;
        } else {
            ++self::$failed;
            echo "$name: expected ", substr(var_export($expected, true), 0, 400), ', is ', substr(var_export($actual, true), 0, 400), "\n";
        }
    }

    /** @return string class and message, or reason and offset */
    public static function thrown(\Closure $call): string
    {
        try {
            $call();
        } catch (DecodeException $error) {
            return $error->getReason() . ' at ' . $error->getOffset();
        } catch (\Throwable $error) {
            return $error::class . ': ' . $error->getMessage();
        }

        return 'nothing';
    }
}
