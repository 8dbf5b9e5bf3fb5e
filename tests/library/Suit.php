<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

enum Suit
{
    case Hearts;
    case Spades;
}
