<?php

declare(strict_types=1);

namespace Brine\Laravel\Console;

use Brine\Laravel\Stores;
use Illuminate\Contracts\Config\Repository as Config;

/** @internal */
trait FindsStores
{
    /**
     * @return array{string, array<mixed>, bool} Laravel's driver, the configuration, and whether the driver is Brine's
     * @throws \InvalidArgumentException if there is no such store, or its driver has no counterpart in Brine
     */
    private function find(Config $config, string $name): array
    {
        $store = $config->get("cache.stores.$name");
        $driver = \is_array($store) ? $store['driver'] ?? null : throw new \InvalidArgumentException("There is no store \"$name\" in config/cache.php");
        $plain = \is_string($driver) && \str_starts_with($driver, 'brine-') ? \substr($driver, 6) : $driver;
        if (!\is_string($plain) || !\in_array($plain, Stores::DRIVERS, true)) {
            throw new \InvalidArgumentException("The store \"$name\" has a driver that has no counterpart of Brine");
        }
        $isBrine = $plain !== $driver || $config->get('brine.replace_default_drivers', false) === true;

        return [$plain, ['store' => $name] + $store, $isBrine];
    }
}
