<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

final class Thing
{
    public function __construct(public mixed $value = null, protected string $name = 'thing')
    {
    }
}
