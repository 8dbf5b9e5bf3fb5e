<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\Component\Datetime\Time;
use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\Cache\DatabaseBackend;
use Drupal\Core\Cache\DatabaseCacheTagsChecksum;
use Drupal\Core\Database\Connection;
use Drupal\Core\Database\Database;

/** Defines the service container's bin. Drupal reads it with a container of its own, before it knows any module, so settings.php must define it. */
final class ContainerBin
{
    /** A path without a file. */
    public const PATH = __DIR__ . '/container-in-brine.yml';

    /**
     * @param array<string, mixed> $settings
     * @return array<string, mixed>
     */
    public static function in(array $settings): array
    {
        $brine = $settings['brine'] ?? [];
        if (\is_array($brine)) {
            $settings['brine'] = $brine + ['write' => 'brine'];
        }
        $definition = $settings['bootstrap_container_definition'] ?? self::definition();
        \assert(\is_array($definition) && \is_array($definition['services'] ?? null));
        $services = $definition['services'];
        if (!isset($services['cache.container'], $services['serialization.phpserialize'])) {
            // It has no serializer.
            return $settings;
        }
        $services['serialization.phpserialize'] = ['class' => CacheSerializer::class];
        $services['brine.container_bin'] = $services['cache.container'];
        $services['cache.container'] = ['class' => ContainerBackend::class, 'arguments' => ['@brine.container_bin', 'container']];
        $definition['services'] = $services;
        $settings['bootstrap_container_definition'] = $definition;
        // Not a file: these paths are part of the name of the container's entry. Without these settings Drupal uses another entry.
        $yamls = $settings['container_yamls'] ?? [];
        \assert(\is_array($yamls));
        $yamls[] = self::PATH;
        $settings['container_yamls'] = $yamls;

        return $settings;
    }

    /**
     * Drupal's own definition if settings.php has none.
     *
     * @return array<string, mixed>
     */
    private static function definition(): array
    {
        return [
            'parameters' => [],
            'services' => [
                'database' => ['class' => Connection::class, 'factory' => Database::class . '::getConnection', 'arguments' => ['default']],
                'request_stack' => ['class' => 'Symfony\Component\HttpFoundation\RequestStack'],
                'datetime.time' => ['class' => Time::class, 'arguments' => ['@request_stack']],
                'cache_tags_provider.container' => ['class' => DatabaseCacheTagsChecksum::class, 'arguments' => ['@database']],
                'serialization.phpserialize' => ['class' => PhpSerialize::class],
                'cache.container' => [
                    'class' => DatabaseBackend::class,
                    'arguments' => [
                        '@database',
                        '@cache_tags_provider.container',
                        'container',
                        '@serialization.phpserialize',
                        '@datetime.time',
                        DatabaseBackend::MAXIMUM_NONE,
                    ],
                ],
            ],
        ];
    }
}
