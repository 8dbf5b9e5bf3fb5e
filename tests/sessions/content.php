<?php

/* The contents of visitors' sessions. */

declare(strict_types=1);

namespace Brine\Tests\Sessions;

/** @return array<string, mixed> */
function item(int $number): array
{
    return [
        'id' => $number, 'title' => "Item $number", 'price' => $number * 1.1, 'options' => ['size' => 'L', 'gift' => $number % 2 === 0, 'note' => null],
        'bytes' => "\0\xff|;$number", 'at' => new \DateTimeImmutable("2001-02-03 04:05:06 UTC +$number days"), 'list' => new \ArrayObject(\range(0, $number % 5)),
    ];
}

/** @param array<mixed> $items */
function hashOf(array $items): string
{
    return \count($items) . '-' . \md5(\serialize($items));
}
