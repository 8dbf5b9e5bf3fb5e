<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Refuses to be written, or to be read. */
final class ThrowingThing
{
    /** How often it was to be read. */
    public static int $reads = 0;
    /** And written. */
    public static int $writes = 0;

    public function __construct(private string $when)
    {
    }

    /** @return array<string> */
    public function __serialize(): array
    {
        self::$writes++;

        return $this->when === 'write' ? throw new \RuntimeException('at write') : [$this->when];
    }

    /** @param array<string> $data */
    public function __unserialize(array $data): void
    {
        self::$reads++;
        throw new \RuntimeException('at read');
    }
}
