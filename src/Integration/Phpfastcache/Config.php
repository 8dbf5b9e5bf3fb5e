<?php

declare(strict_types=1);

namespace Brine\Integration\Phpfastcache;

use Brine\Auto;
use Brine\Serializer;
use Phpfastcache\Drivers\Redis\Config as RedisConfig;

/** The driver's configuration: that of Redis, and the serializer. */
final class Config extends RedisConfig
{
    protected ?Serializer $serializer = null;

    public function getSerializer(): Serializer
    {
        return $this->serializer ?? new Auto();
    }

    public function setSerializer(?Serializer $serializer): static
    {
        return $this->setProperty('serializer', $serializer);
    }
}
