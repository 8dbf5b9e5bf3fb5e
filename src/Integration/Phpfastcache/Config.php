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

    /** @var (callable(\Throwable $error, string $context, string $bytes): mixed)|null */
    protected mixed $report = null;

    public function getSerializer(): Serializer
    {
        return $this->serializer ?? new Auto();
    }

    public function setSerializer(?Serializer $serializer): static
    {
        return $this->setProperty('serializer', $serializer);
    }

    /** @return (callable(\Throwable $error, string $context, string $bytes): mixed)|null */
    public function getReport(): ?callable
    {
        return $this->report;
    }

    /** @param (callable(\Throwable $error, string $context, string $bytes): mixed)|null $report is called for unreadable entries, which are misses */
    public function setReport(?callable $report): static
    {
        return $this->setProperty('report', $report);
    }
}
