<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

enum Suit
{
    case Hearts;
}
