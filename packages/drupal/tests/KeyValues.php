<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\KeyValueStore\KeyValueStoreInterface;

/** A key-value store in memory. */
final class KeyValues implements KeyValueStoreInterface
{
    /** @var array<string, mixed> */
    public array $values = [];

    public function get($key, $default = null)
    {
        return $this->values[$key] ?? $default;
    }

    public function set($key, $value)
    {
        $this->values[$key] = $value;
    }
}
