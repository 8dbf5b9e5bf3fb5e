<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Version;

#[Version(12)]
final class Versioned
{
    public int $plain = 1;
    // @phpstan-ignore property.onlyWritten (it is written to bytes)
    private int $hidden = 2;
}
