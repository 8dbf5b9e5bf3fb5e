<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\KeyValueStore\KeyValueFactoryInterface;

/** One store for all collections. */
final class KeyValueFactory implements KeyValueFactoryInterface
{
    public readonly KeyValues $store;

    public function __construct()
    {
        $this->store = new KeyValues();
    }

    public function get($collection)
    {
        return $this->store;
    }
}
