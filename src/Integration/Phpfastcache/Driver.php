<?php

declare(strict_types=1);

namespace Brine\Integration\Phpfastcache;

use Brine\EntryCodec;
use Phpfastcache\Drivers\Redis\Driver as RedisDriver;

/** phpFastCache's driver for Redis. It looks for Config and Item in the driver's own namespace. */
final class Driver extends RedisDriver
{
    private ?EntryCodec $codec = null;

    protected function encode(mixed $data): string
    {
        return $this->codec()->encode($data);
    }

    /** Null, a miss, if the bytes cannot be read. */
    protected function decode(?string $value): ?array
    {
        $item = $this->codec()->read($value);

        /** @var array<string, mixed>|null */
        return \is_array($item) ? $item : null;
    }

    private function codec(): EntryCodec
    {
        return $this->codec ??= new EntryCodec($this->getConfig()->getSerializer(), $this->getConfig()->getReport());
    }

    public function getConfig(): Config
    {
        \assert($this->config instanceof Config);

        return $this->config;
    }
}
