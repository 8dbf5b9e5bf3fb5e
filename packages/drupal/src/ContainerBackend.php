<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\Core\Cache\Cache;
use Drupal\Core\Config\BootstrapConfigStorageFactory;
use Drupal\Core\Site\Settings;

/**
 * Backend of the service container's bin. Brine's settings give the container's entry another name (ContainerBin).
 *
 * Writing deletes the entry of the other name; an entry from before the module was installed is a miss. Otherwise Drupal would use a container
 * with outdated modules.
 */
final class ContainerBackend extends TolerantBackend
{
    private const MODULE = 'brine';

    /**
     * @param string $cid
     * @param bool $allow_invalid
     * @return \stdClass|false
     */
    public function get($cid, $allow_invalid = false)
    {
        $item = parent::get($cid, $allow_invalid);
        if ($item === false) {
            return false;
        }
        /** @var array{parameters?: array{'container.modules'?: array<string, mixed>}} $container */
        $container = $item->data;

        return isset($container['parameters']['container.modules'][self::MODULE]) || !self::isInstalled() ? $item : false;
    }

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

    /** Whether a container built now would include the module: Drupal uses the same list. */
    private static function isInstalled(): bool
    {
        /** @var array{module?: array<string, int>}|bool $extensions */
        $extensions = BootstrapConfigStorageFactory::get()->read('core.extension');

        return isset($extensions['module'][self::MODULE]);
    }
}
