<?php

declare(strict_types=1);

namespace Brine\Examples\MessagePack;

/** A list of maps that all have the same keys in the same order, such as rows of a database. */
final class StructList
{
    /** @param list<array<string, mixed>> $rows */
    public function __construct(public readonly array $rows)
    {
    }
}
