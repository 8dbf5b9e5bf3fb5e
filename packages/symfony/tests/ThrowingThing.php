<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

/** An object that cannot be read while there is an error to throw. */
final class ThrowingThing
{
    public static ?\Throwable $error = null;
    /** How often any was to be read. */
    public static int $reads = 0;

    /** @return array<string> */
    public function __serialize(): array
    {
        return ['thing'];
    }

    /** @param array<string> $data */
    public function __unserialize(array $data): void
    {
        self::$reads++;
        if (self::$error !== null) {
            throw self::$error;
        }
    }
}
