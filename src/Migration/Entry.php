<?php

declare(strict_types=1);

namespace Brine\Migration;

/** An entry's bytes when it was read. */
final class Entry
{
    public function __construct(public readonly string $key, public readonly string $data)
    {
    }
}
