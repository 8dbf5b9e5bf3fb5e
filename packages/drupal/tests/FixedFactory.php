<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Cache\CacheFactoryInterface;

/** Has one backend for all bins. */
final class FixedFactory implements CacheFactoryInterface
{
    public function __construct(private readonly CacheBackendInterface $backend)
    {
    }

    public function get($bin)
    {
        return $this->backend;
    }
}
