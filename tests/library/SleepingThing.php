<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Names a property of which it has no value yet. */
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
