<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Warns when it wakes, and reads a damaged text of its own. */
final class LoudThing
{
    public function __wakeup(): void
    {
        \trigger_error('it wakes', \E_USER_WARNING);
        \unserialize('i:x');
    }
}
