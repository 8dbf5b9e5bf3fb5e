<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\Version;

/** Its entries that have no version are stale. */
#[Version(2)]
final class Versioned
{
    public int $number = 5;
}
