<?php

declare(strict_types=1);

namespace Brine\Migration;

/** What a store had under a key when it was read. */
final class Entry
{
    public function __construct(public readonly string $key, public readonly string $data)
    {
    }
}
