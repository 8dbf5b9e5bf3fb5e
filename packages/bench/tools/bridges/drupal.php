<?php

declare(strict_types=1);

namespace Brine\Bench\Bridges;

use Drupal\brine\CacheSerializer;
use Drupal\brine\TolerantBackend;
use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Drupal\Core\Cache\Cache;
use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Site\Settings;
use Drupal\Tests\brine\KeepsNothing;

/** A serializer that only encodes and decodes. */
final class ByHand implements ObjectAwareSerializationInterface
{
    public static function encode($data)
    {
        return \brine_serialize($data);
    }

    public static function decode($raw)
    {
        return \brine_unserialize($raw);
    }

    public static function getFileExtension()
    {
        return 'brine';
    }
}

/** Holds one entry under all names, and uses a serializer as a backend does. */
final class OneEntry implements CacheBackendInterface
{
    use KeepsNothing;

    public function __construct(private readonly ObjectAwareSerializationInterface $serializer, private readonly string $bytes)
    {
    }

    public function get($cid, $allow_invalid = false)
    {
        $item = new \stdClass();
        $item->data = $this->serializer->decode($this->bytes);

        return $item;
    }

    public function getMultiple(&$cids, $allow_invalid = false)
    {
        $items = [];
        foreach ($cids as $cid) {
            $item = new \stdClass();
            $item->data = $this->serializer->decode($this->bytes);
            $items[$cid] = $item;
        }
        $cids = [];

        return $items;
    }

    public function set($cid, $data, $expire = Cache::PERMANENT, array $tags = [])
    {
        $this->serializer->encode($data);
    }
}

new Settings(['brine' => ['write' => 'brine', 'resident_bins' => []]]);
$value = value();
$data = \brine_serialize($value);
$cid = 'config:node.type.article';
$cids = \array_map(static fn (int $i): string => "config:node.type.$i", \range(1, 10));
$byHand = new OneEntry(new ByHand(), $data);
$module = new TolerantBackend(new OneEntry(new CacheSerializer(), $data), 'default');

return [
    'get' => [
        'codec' => static fn (): mixed => \brine_unserialize($data),
        'hand' => static fn (): mixed => $byHand->get($cid),
        'bridge' => static fn (): mixed => $module->get($cid),
    ],
    'getMultiple of 10' => [
        'codec' => static function () use ($data): void {
            for ($i = 0; $i < 10; ++$i) {
                \brine_unserialize($data);
            }
        },
        'hand' => static function () use ($byHand, $cids): array {
            $names = $cids;

            return $byHand->getMultiple($names);
        },
        'bridge' => static function () use ($module, $cids): array {
            $names = $cids;

            return $module->getMultiple($names);
        },
    ],
    'set' => [
        'codec' => static fn (): mixed => \brine_serialize($value),
        'hand' => static fn (): mixed => $byHand->set($cid, $value),
        'bridge' => static fn (): mixed => $module->set($cid, $value),
    ],
];
