<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\Core\Cache\Cache;
use Drupal\Core\Config\BootstrapConfigStorageFactory;
use Drupal\Core\Site\Settings;

/**
 * The backend of the service container's bin. Drupal makes the name of the container's entry of the paths in $settings['container_yamls'], among which
 * is one of Brine's own (ContainerBin): so there may be an entry from before these settings, with modules of that time. When the container
 * is written, that one is deleted: without the settings Drupal is to make a new one.
 *
 * An entry of Brine's name may be from a time with these settings and without the module: when a module is installed, Drupal overwrites only the entry of
 * the settings of that moment. Such a container is a miss as soon as the module is installed. By it a request would read native text alone: it would
 * take FALSE for what others write, and put into caches what it makes of that.
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

    /** Whether a container that is made now has the module: Drupal makes it of the same list. */
    private static function isInstalled(): bool
    {
        /** @var array{module?: array<string, int>}|bool $extensions */
        $extensions = BootstrapConfigStorageFactory::get()->read('core.extension');

        return isset($extensions['module'][self::MODULE]);
    }
}
