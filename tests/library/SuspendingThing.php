<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Leaves its fiber in the middle of a hook. */
final class SuspendingThing
{
    /** @return array{} */
    public function __serialize(): array
    {
        \Fiber::suspend();

        return [];
    }
}
