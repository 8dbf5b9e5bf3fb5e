<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\Version;

/** A job; as an entry of a cache it is stale without the version. */
#[Version(2)]
final class VersionedJob
{
    /** @var list<int> */
    public static array $handled = [];

    public int $number = 5;

    public function handle(): void
    {
        self::$handled[] = $this->number;
    }
}
