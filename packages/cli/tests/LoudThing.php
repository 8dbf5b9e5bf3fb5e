<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

/** Counts how often its hook runs. */
final class LoudThing
{
    public static int $calls = 0;

    public int $number = 5;

    public function __wakeup(): void
    {
        ++self::$calls;
    }
}
