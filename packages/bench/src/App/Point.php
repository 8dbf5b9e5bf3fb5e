<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class Point
{
    public function __construct(public int $x, public int $y)
    {
    }
}
