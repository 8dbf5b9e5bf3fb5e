<?php

declare(strict_types=1);

namespace Brine\Bench\Bridges;

use Brine\Auto;
use Brine\Signed;
use Brine\Store\MemcachedCache;
use Brine\Store\PredisCache;
use Brine\Store\RedisCache;
use Predis\Command\CommandInterface;
use Predis\Response\Status;

/** A client with one entry. */
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

/** Predis without server and connection. */
final class OneEntryOfPredis extends \Predis\Client
{
    public function __construct(private readonly string $data)
    {
        parent::__construct();
    }

    public function executeCommand(CommandInterface $command): mixed
    {
        return match ($command->getId()) {
            'GET' => $this->data,
            'MGET' => \array_fill(0, \count($command->getArguments()), $this->data),
            'SET', 'SETEX' => Status::get('OK'),
        };
    }
}

/** The same for Memcached, with a generation. */
final class OneEntryOfMemcached extends \Memcached
{
    public function __construct(private readonly string $data)
    {
    }

    public function get($key, $callback = null, $flags = 0): string
    {
        return $key === 'app:generation' ? '0123456789abcdef' : $this->data;
    }

    public function getMulti($keys, $flags = 0): array
    {
        $all = \array_fill_keys($keys, $this->data);
        $all['app:generation'] = '0123456789abcdef';

        return $all;
    }

    public function set($key, $value, $expiration = 0): bool
    {
        return true;
    }
}

$value = value();
$data = \brine_serialize($value);
$key = 'product.12345.prices';
$keys = \array_map(static fn (int $i): string => "product.$i.prices", \range(12340, 12349));
$client = new OneEntry($data);
$store = new RedisCache($client, new Auto(), 'app:');
$signedData = (new Signed(new Auto(), 'a secret of this benchmark', "app:$key"))->serialize($value);
$signedClient = new OneEntry($signedData);
$signed = new RedisCache($signedClient, new Signed(new Auto(), 'a secret of this benchmark'), 'app:');
$predis = new OneEntryOfPredis($data);
$predisStore = new PredisCache($predis, new Auto(), 'app:');
$memcached = new OneEntryOfMemcached($data);
$memcachedStore = new MemcachedCache($memcached, new Auto(), 'app:');
$generation = '0123456789abcdef';
$get = static fn (): mixed => \brine_unserialize($data);
$getTen = static function () use ($data): void {
    for ($i = 0; $i < 10; ++$i) {
        \brine_unserialize($data);
    }
};
$set = static fn (): mixed => \brine_serialize($value);

return [
    'get' => [
        'codec' => $get,
        'hand' => static fn (): mixed => \brine_unserialize($client->get('app:' . $key)),
        'bridge' => static fn (): mixed => $store->get($key),
    ],
    'getMultiple of 10' => [
        'codec' => $getTen,
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
        'codec' => $set,
        'hand' => static fn (): mixed => $client->set('app:' . $key, \brine_serialize($value)),
        'bridge' => static fn (): mixed => $store->set($key, $value),
    ],
    'set, for an hour' => [
        'codec' => $set,
        'hand' => static fn (): mixed => $client->setex('app:' . $key, 3600, \brine_serialize($value)),
        'bridge' => static fn (): mixed => $store->set($key, $value, 3600),
    ],
    'get, signed' => [
        'codec' => static fn (): mixed => \brine_unserialize_signed($signedData, 'a secret of this benchmark', ['context' => 'app:' . $key]),
        'hand' => static fn (): mixed => \brine_unserialize_signed($signedClient->get('app:' . $key), 'a secret of this benchmark', ['context' => 'app:' . $key]),
        'bridge' => static fn (): mixed => $signed->get($key),
    ],
    'set, signed' => [
        'codec' => static fn (): mixed => \brine_serialize_signed($value, 'a secret of this benchmark', ['context' => 'app:' . $key]),
        'hand' => static fn (): mixed => $signedClient->set('app:' . $key, \brine_serialize_signed($value, 'a secret of this benchmark', ['context' => 'app:' . $key])),
        'bridge' => static fn (): mixed => $signed->set($key, $value),
    ],
    'Predis get' => [
        'codec' => $get,
        'hand' => static fn (): mixed => \brine_unserialize($predis->get('app:' . $key)),
        'bridge' => static fn (): mixed => $predisStore->get($key),
    ],
    'Predis getMultiple' => [
        'codec' => $getTen,
        'hand' => static function () use ($predis, $keys): array {
            $names = $values = [];
            foreach ($keys as $key) {
                $names[] = 'app:' . $key;
            }
            foreach ($predis->mget($names) as $i => $data) {
                $values[$keys[$i]] = \brine_unserialize($data);
            }

            return $values;
        },
        'bridge' => static fn (): array => $predisStore->getMultiple($keys),
    ],
    'Predis set' => [
        'codec' => $set,
        'hand' => static fn (): mixed => $predis->set('app:' . $key, \brine_serialize($value)),
        'bridge' => static fn (): mixed => $predisStore->set($key, $value),
    ],
    'Predis set, for hour' => [
        'codec' => $set,
        'hand' => static fn (): mixed => $predis->setex('app:' . $key, 3600, \brine_serialize($value)),
        'bridge' => static fn (): mixed => $predisStore->set($key, $value, 3600),
    ],
    // The handwritten calls also fetch the generation, without which a prefix cannot be cleared.
    'Memcached get' => [
        'codec' => $get,
        'hand' => static function () use ($memcached, $key, $generation): mixed {
            $name = "app:$generation:$key";
            $all = $memcached->getMulti([$name, 'app:generation']);

            return ($all['app:generation'] ?? null) === $generation ? \brine_unserialize($all[$name]) : null;
        },
        'bridge' => static fn (): mixed => $memcachedStore->get($key),
    ],
    'Memcached getMultiple' => [
        'codec' => $getTen,
        'hand' => static function () use ($memcached, $keys, $generation): array {
            $names = $values = [];
            foreach ($keys as $key) {
                $names[] = "app:$generation:$key";
            }
            $names[] = 'app:generation';
            $all = $memcached->getMulti($names);
            foreach ($keys as $i => $key) {
                $values[$key] = \brine_unserialize($all[$names[$i]]);
            }

            return $values;
        },
        'bridge' => static fn (): array => $memcachedStore->getMultiple($keys),
    ],
    'Memcached set' => [
        'codec' => $set,
        'hand' => static fn (): mixed => $memcached->set('app:' . $memcached->get('app:generation') . ':' . $key, \brine_serialize($value)),
        'bridge' => static fn (): mixed => $memcachedStore->set($key, $value),
    ],
    'Memcached set, hour' => [
        'codec' => $set,
        'hand' => static fn (): mixed => $memcached->set('app:' . $memcached->get('app:generation') . ':' . $key, \brine_serialize($value), 3600),
        'bridge' => static fn (): mixed => $memcachedStore->set($key, $value, 3600),
    ],
];
