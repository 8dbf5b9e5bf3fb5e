<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

/** An object with properties of all visibilities: its native text has zero bytes. */
final class Thing
{
    /** @param array<mixed> $list */
    public function __construct(public string $name = 'thing', protected array $list = [1, 2], private ?self $next = null)
    {
    }

    public function next(): ?self
    {
        return $this->next;
    }
}
