<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Nested unserialize() calls may refer to values around them. */
final class ReferringThing implements \Serializable
{
    public mixed $referred = null;

    public function serialize(): string
    {
        return \serialize($this->referred);
    }

    public function unserialize(string $data): void
    {
        $this->referred = \unserialize($data);
    }

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return [$this->referred];
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->referred = $data[0];
    }
}
