<?php

declare(strict_types=1);

namespace Brine\Bench\Bridges;

use Brine\Auto;
use Brine\Signed;
use Brine\Store\RedisCache;

/** A client that has one entry. */
final class OneEntry extends \Redis
{
    public function __construct(private readonly string $data)
    {
    }

    public function get($key): string
    {
        return $this->data;
    }

    public function set($key, $value, $options = null): bool
    {
        return true;
    }

    public function setex($key, $seconds, $value): bool
    {
        return true;
    }

    public function mget($keys): array
    {
        return \array_fill(0, \count($keys), $this->data);
    }

    public function getOption($option): int
    {
        return 0;
    }

    public function _prefix($key): string
    {
        return $key;
    }

    public function clearLastError(): bool
    {
        return true;
    }

    public function getLastError(): ?string
    {
        return null;
    }
}

$value = value();
$data = \brine_serialize($value);
$key = 'product.12345.prices';
$keys = \array_map(static fn (int $i): string => "product.$i.prices", \range(12340, 12349));
$client = new OneEntry($data);
$store = new RedisCache($client, new Auto(), 'app:');
$signedData = (new Signed(new Auto(), 'a secret', "app:$key"))->serialize($value);
$signedClient = new OneEntry($signedData);
$signed = new RedisCache($signedClient, new Signed(new Auto(), 'a secret'), 'app:');

return [
    'get' => [
        'codec' => static fn (): mixed => \brine_unserialize($data),
        'hand' => static fn (): mixed => \brine_unserialize($client->get('app:' . $key)),
        'bridge' => static fn (): mixed => $store->get($key),
    ],
    'getMultiple of 10' => [
        'codec' => static function () use ($data): void {
            for ($i = 0; $i < 10; ++$i) {
                \brine_unserialize($data);
            }
        },
        'hand' => static function () use ($client, $keys): array {
            $names = $values = [];
            foreach ($keys as $key) {
                $names[] = 'app:' . $key;
            }
            foreach ($client->mget($names) as $i => $data) {
                $values[$keys[$i]] = \brine_unserialize($data);
            }

            return $values;
        },
        'bridge' => static fn (): array => $store->getMultiple($keys),
    ],
    'set' => [
        'codec' => static fn (): mixed => \brine_serialize($value),
        'hand' => static fn (): mixed => $client->set('app:' . $key, \brine_serialize($value)),
        'bridge' => static fn (): mixed => $store->set($key, $value),
    ],
    'set, for an hour' => [
        'codec' => static fn (): mixed => \brine_serialize($value),
        'hand' => static fn (): mixed => $client->setex('app:' . $key, 3600, \brine_serialize($value)),
        'bridge' => static fn (): mixed => $store->set($key, $value, 3600),
    ],
    'get, signed' => [
        'codec' => static fn (): mixed => \brine_unserialize_signed($signedData, 'a secret', ['context' => 'app:' . $key]),
        'hand' => static fn (): mixed => \brine_unserialize_signed($signedClient->get('app:' . $key), 'a secret', ['context' => 'app:' . $key]),
        'bridge' => static fn (): mixed => $signed->get($key),
    ],
    'set, signed' => [
        'codec' => static fn (): mixed => \brine_serialize_signed($value, 'a secret', ['context' => 'app:' . $key]),
        'hand' => static fn (): mixed => $signedClient->set('app:' . $key, \brine_serialize_signed($value, 'a secret', ['context' => 'app:' . $key])),
        'bridge' => static fn (): mixed => $signed->set($key, $value),
    ],
];
