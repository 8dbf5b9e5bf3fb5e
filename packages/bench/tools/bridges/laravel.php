<?php

declare(strict_types=1);

namespace Brine\Bench\Bridges;

use Brine\Auto;
use Brine\Laravel\Codec;
use Brine\Laravel\Store\RedisStore;
use Brine\Signed;
use Illuminate\Cache\RedisStore as LaravelStore;
use Illuminate\Contracts\Redis\Factory;

/** A connection with the same entry under all keys. */
final class OneEntry implements Factory
{
    public function __construct(private readonly string $data)
    {
    }

    public function connection($name = null): self
    {
        return $this;
    }

    public function get(string $key): string
    {
        return $this->data;
    }

    /** @param list<string> $keys */
    public function mget(array $keys): array
    {
        return \array_fill(0, \count($keys), $this->data);
    }

    public function setex(string $key, int $seconds, string $data): bool
    {
        return true;
    }
}

/** Laravel's own store with the codec in its serialization methods. */
final class ByHand extends LaravelStore
{
    protected function serialize($value)
    {
        return $this->shouldBeStoredWithoutSerialization($value) ? $value : \brine_serialize($value);
    }

    protected function unserialize($value)
    {
        return \is_numeric($value) ? $value : \brine_unserialize($value);
    }
}

/** The same, signed for a key that the caller must pass. */
final class SignedByHand extends LaravelStore
{
    public string $key = '';

    protected function serialize($value)
    {
        return $this->shouldBeStoredWithoutSerialization($value) ? $value : \brine_serialize_signed($value, 'a secret of this benchmark', ['context' => $this->key]);
    }

    protected function unserialize($value)
    {
        return \is_numeric($value) ? $value : \brine_unserialize_signed($value, 'a secret of this benchmark', ['context' => $this->key]);
    }
}

$value = value();
$data = \brine_serialize($value);
$key = 'product.12345.prices';
$keys = \array_map(static fn (int $i): string => "product.$i.prices", \range(12340, 12349));
$byHand = new ByHand(new OneEntry($data), 'app:');
$store = (new RedisStore(new OneEntry($data), 'app:'))->useCodec(new Codec(new Auto()));
$signedData = \brine_serialize_signed($value, 'a secret of this benchmark', ['context' => "app:$key"]);
$signedByHand = new SignedByHand(new OneEntry($signedData), 'app:');
$signedByHand->key = "app:$key";
$signed = (new RedisStore(new OneEntry($signedData), 'app:'))->useCodec(new Codec(new Signed(new Auto(), 'a secret of this benchmark')));

return [
    'get' => [
        'codec' => static fn (): mixed => \brine_unserialize($data),
        'hand' => static fn (): mixed => $byHand->get($key),
        'bridge' => static fn (): mixed => $store->get($key),
    ],
    'many, 10' => [
        'codec' => static function () use ($data): void {
            for ($i = 0; $i < 10; ++$i) {
                \brine_unserialize($data);
            }
        },
        'hand' => static fn (): mixed => $byHand->many($keys),
        'bridge' => static fn (): mixed => $store->many($keys),
    ],
    'put' => [
        'codec' => static fn (): mixed => \brine_serialize($value),
        'hand' => static fn (): mixed => $byHand->put($key, $value, 60),
        'bridge' => static fn (): mixed => $store->put($key, $value, 60),
    ],
    'get, signed' => [
        'codec' => static fn (): mixed => \brine_unserialize_signed($signedData, 'a secret of this benchmark', ['context' => "app:$key"]),
        'hand' => static fn (): mixed => $signedByHand->get($key),
        'bridge' => static fn (): mixed => $signed->get($key),
    ],
    'put, signed' => [
        'codec' => static fn (): mixed => \brine_serialize_signed($value, 'a secret of this benchmark', ['context' => "app:$key"]),
        'hand' => static fn (): mixed => $signedByHand->put($key, $value, 60),
        'bridge' => static fn (): mixed => $signed->put($key, $value, 60),
    ],
];
