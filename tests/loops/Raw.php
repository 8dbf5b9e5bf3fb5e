<?php

declare(strict_types=1);

namespace Brine\Tests\Loops;

use Brine\Serializer;

/** Puts bytes into a store as they are. */
final class Raw implements Serializer
{
    public function serialize(mixed $value): string
    {
        return \is_string($value) ? $value : throw new \InvalidArgumentException('It must be bytes');
    }

    public function unserialize(string $data): string
    {
        return $data;
    }
}
