<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\Cache\Cache;
use Drupal\Core\Cache\CacheBackendInterface;

/** Asks no serializer, but keeps what text PHP's client of Redis makes of a value, as version 2 of the module redis does with the time of a bin's last write. */
final class TextBackend implements CacheBackendInterface
{
    use KeepsNothing;

    /** @var array<string, string> */
    public array $texts = [];

    /**
     * @param string $cid
     * @param mixed $data
     * @param int $expire
     * @param list<string> $tags
     */
    public function set($cid, $data, $expire = Cache::PERMANENT, array $tags = []): void
    {
        $this->texts[$cid] = \is_scalar($data) ? (string) $data : 'Object';
    }

    /**
     * @param string $cid
     * @param bool $allow_invalid
     * @return \stdClass|false
     */
    public function get($cid, $allow_invalid = false)
    {
        return isset($this->texts[$cid]) ? (object) ['data' => $this->texts[$cid]] : false;
    }
}
