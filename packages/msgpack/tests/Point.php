<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

/** An object that knows nothing of MessagePack. */
final class Point
{
    public function __construct(public int $x, public int $y)
    {
    }
}
