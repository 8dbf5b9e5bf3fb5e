<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class Node
{
    public function __construct(public ?Node $next, public int $i)
    {
    }
}
