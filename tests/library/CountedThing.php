<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Counts how often it is woken up. */
final class CountedThing
{
    public static int $wakeups = 0;

    public function __wakeup(): void
    {
        self::$wakeups++;
    }
}
