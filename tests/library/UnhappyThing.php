<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Throws when it goes. */
final class UnhappyThing
{
    public function __destruct()
    {
        throw new \RuntimeException('at the end');
    }
}
