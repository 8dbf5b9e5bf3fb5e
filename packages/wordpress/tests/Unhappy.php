<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

/** Cannot be read. */
final class Unhappy
{
    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        throw new \RuntimeException('never again');
    }
}
