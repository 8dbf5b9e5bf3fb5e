<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Closure;

/** Calls a function when it is encoded. */
final class ChangingThing
{
    public function __construct(private readonly Closure $change)
    {
    }

    /** @return array<mixed> */
    public function __serialize(): array
    {
        ($this->change)();

        return [];
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
    }
}
