<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Refuses to be written, or to be read. */
final class ThrowingThing
{
    public function __construct(private string $when)
    {
    }

    /** @return array<string> */
    public function __serialize(): array
    {
        return $this->when === 'write' ? throw new \RuntimeException('at write') : [$this->when];
    }

    /** @param array<string> $data */
    public function __unserialize(array $data): void
    {
        throw new \RuntimeException('at read');
    }
}
