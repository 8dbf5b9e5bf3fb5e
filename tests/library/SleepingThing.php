<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Names an uninitialised property. */
final class SleepingThing
{
    public int $late;
    public string $text = 'here';

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['late', 'text'];
    }
}
