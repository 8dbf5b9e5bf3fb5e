<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\Core\Cache\Cache;
use Drupal\Core\Site\Settings;

/**
 * The backend of the service container's bin. Drupal makes the name of the container's entry of the paths in $settings['container_yamls'], among which
 * is one of Brine's own (ContainerBin): so there may be an entry from before these settings, with modules of that time. When the container
 * is written, that one is deleted: without the settings Drupal is to make a new one.
 */
final class ContainerBackend extends TolerantBackend
{
    public function set($cid, $data, $expire = Cache::PERMANENT, array $tags = []): void
    {
        parent::set($cid, $data, $expire, $tags);
        $yamls = Settings::get('container_yamls');
        if (!\is_array($yamls) || !\str_ends_with($cid, \serialize($yamls))) {
            return;
        }
        $head = \substr($cid, 0, -\strlen(\serialize($yamls)));
        $others = \array_values(\array_filter($yamls, static fn (mixed $path): bool => $path !== ContainerBin::PATH));
        $this->inner->delete($head . \serialize($others));
        if ($others === []) {
            $this->inner->delete($head . \serialize(null));
        }
    }
}
