<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\Cache\CacheBackendInterface;

/** A backend that keeps nothing. */
final class EmptyBackend implements CacheBackendInterface
{
    use KeepsNothing;
}
