<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\redis\Cache\CacheBase;

/** Knows the keys of a bin, as a backend of the module redis does. */
final class RedisBackend extends CacheBase
{
    use KeepsNothing;

    public function __construct(private readonly string $prefix)
    {
    }

    public function getKey($cid = null)
    {
        return $cid === null ? $this->prefix : "$this->prefix:$cid";
    }
}
