<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

enum Kind: string
{
    case First = 'first';
    case Second = 'second';
}
