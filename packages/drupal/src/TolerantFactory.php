<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Cache\CacheFactoryInterface;
use Drupal\Core\Cache\CacheTagsInvalidatorInterface;

/** Decorates the factory of a cache backend, to make its backends tolerant. */
final class TolerantFactory implements CacheFactoryInterface
{
    /** @var array<string, TolerantBackend> by bin */
    private array $backends = [];

    public function __construct(private readonly CacheFactoryInterface $inner)
    {
    }

    /**
     * @param string $bin
     * @return TolerantBackend
     */
    public function get($bin)
    {
        return $this->backends[$bin] ??= self::around($this->inner->get($bin), $bin);
    }

    /** @return array<string, TolerantBackend> backends created so far, by bin */
    public function backends(): array
    {
        return $this->backends;
    }

    private static function around(CacheBackendInterface $backend, string $bin): TolerantBackend
    {
        return $backend instanceof CacheTagsInvalidatorInterface ? new TolerantTagBackend($backend, $bin) : new TolerantBackend($backend, $bin);
    }
}
