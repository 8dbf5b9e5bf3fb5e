<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Its hooks encode what it holds, each object in the hook of the one before. */
final class NestingThing
{
    public mixed $next = null;

    /** @return array{string} */
    public function __serialize(): array
    {
        return [\brine_serialize($this->next)];
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->next = \is_string($data[0]) ? \brine_unserialize($data[0]) : null;
    }
}
