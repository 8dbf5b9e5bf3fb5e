<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Deployment;

/** What becomes of an entry. Stale and damaged ones are misses; the log tells them apart. */
enum Outcome: string
{
    case Hit = 'hit';
    case Stale = 'stale';
    case Damaged = 'damaged';
}
