<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

/** The 150th that is made calls what ManagedRedisTest has put there: a run of migrate is in the middle then. */
final class FailsOver
{
    public function __construct(public int $id)
    {
    }

    public function __wakeup(): void
    {
        if (++ManagedRedisTest::$made === 150 && ManagedRedisTest::$inTheMiddle !== null) {
            [$call, ManagedRedisTest::$inTheMiddle] = [ManagedRedisTest::$inTheMiddle, null];
            $call();
        }
    }
}
