<?php

declare(strict_types=1);

namespace Brine\Bench\Bridges;

use Brine\BrineBundle\Adapter\RedisAdapter;
use Brine\BrineBundle\BrineMarshaller;
use Brine\BrineBundle\Serializers;
use Symfony\Component\Cache\Adapter\RedisAdapter as SymfonyAdapter;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** A client with the same entry under all keys. */
final class OneEntry extends \Redis
{
    /** @var list<true> */
    private array $replies = [];

    public function __construct(private readonly string $data)
    {
    }

    public function mget($keys): array
    {
        return \array_fill(0, \count($keys), $this->data);
    }

    public function multi($mode = \Redis::MULTI): self
    {
        $this->replies = [];

        return $this;
    }

    public function setex($key, $ttl, $value): bool
    {
        $this->replies[] = true;

        return true;
    }

    public function exec(): array
    {
        return $this->replies;
    }
}

/** The least code for Brine's format. */
final class ByHand implements MarshallerInterface
{
    /** @param string|null $context of signatures, for the only key that is fetched; null if nothing is signed */
    public function __construct(private readonly ?string $context = null)
    {
    }

    public function marshall(array $values, ?array &$failed): array
    {
        $failed = $entries = [];
        foreach ($values as $id => $value) {
            $entries[$id] = \brine_serialize($value);
        }

        return $entries;
    }

    public function unmarshall(string $value): mixed
    {
        return $this->context === null ? \brine_unserialize($value) : \brine_unserialize_signed($value, 'a secret of this benchmark', ['context' => $this->context]);
    }
}

$value = value();
$data = \brine_serialize($value);
$key = 'product.12345.prices';
$keys = \array_map(static fn (int $i): string => "product.$i.prices", \range(12340, 12349));
$byHand = new ByHand();
$marshaller = new BrineMarshaller((new Serializers())->entries());
$adapterByHand = new SymfonyAdapter(new OneEntry($data), 'app', 60, $byHand);
$adapter = new RedisAdapter(new OneEntry($data), 'app', 60, $marshaller);
$signedData = \brine_serialize_signed($value, 'a secret of this benchmark', ['context' => "pool\0app:$key"]);
$signedByHand = new SymfonyAdapter(new OneEntry($signedData), 'app', 60, new ByHand("pool\0app:$key"));
$signer = new BrineMarshaller((new Serializers(['a secret of this benchmark']))->entries(), false, 'pool');
$signed = new RedisAdapter(new OneEntry($signedData), 'app', 60, $signer);
$decode = static fn (): mixed => \brine_unserialize($data);
$encode = static fn (): mixed => \brine_serialize($value);
$save = static function (SymfonyAdapter $adapter) use ($key, $value): bool {
    return $adapter->save($adapter->getItem($key)->set($value));
};
$all = static function (SymfonyAdapter $adapter) use ($keys): array {
    $values = [];
    foreach ($adapter->getItems($keys) as $item) {
        $values[] = $item->get();
    }

    return $values;
};

return [
    'marshaller, read' => ['codec' => $decode, 'hand' => static fn (): mixed => $byHand->unmarshall($data), 'bridge' => static fn (): mixed => $marshaller->unmarshall($data)],
    'marshaller, write' => [
        'codec' => $encode,
        'hand' => static fn (): array => $byHand->marshall(['key' => $value], $failed),
        'bridge' => static fn (): array => $marshaller->marshall(['key' => $value], $failed),
    ],
    'Redis, read' => ['codec' => $decode, 'hand' => static fn (): mixed => $adapterByHand->getItem($key)->get(), 'bridge' => static fn (): mixed => $adapter->getItem($key)->get()],
    'Redis, read 10' => [
        'codec' => static function () use ($data): void {
            for ($i = 0; $i < 10; ++$i) {
                \brine_unserialize($data);
            }
        },
        'hand' => static fn (): array => $all($adapterByHand),
        'bridge' => static fn (): array => $all($adapter),
    ],
    // Applications fetch an item before they save it.
    'Redis, read and write' => [
        'codec' => static fn (): array => [\brine_unserialize($data), \brine_serialize($value)],
        'hand' => static fn (): bool => $save($adapterByHand),
        'bridge' => static fn (): bool => $save($adapter),
    ],
    'Redis, read signed' => [
        'codec' => static fn (): mixed => \brine_unserialize_signed($signedData, 'a secret of this benchmark', ['context' => "pool\0app:$key"]),
        'hand' => static fn (): mixed => $signedByHand->getItem($key)->get(),
        'bridge' => static fn (): mixed => $signed->getItem($key)->get(),
    ],
];
