<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

/**
 * A value that is being read.
 *
 * @internal
 */
final class Open
{
    /** Bytes of its contents so far. */
    public int $inside = 0;

    /** @var list<Part> values reported since the last element of a table */
    public array $loose = [];

    public function __construct(public readonly Part $part, public readonly int $at)
    {
    }
}
