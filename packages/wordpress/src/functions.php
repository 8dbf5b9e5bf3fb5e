<?php

/*
 * The functions of WordPress' object cache. In a file of their own, since PHP would declare them before object-cache.php can ask whether it should.
 */

declare(strict_types=1);

use Brine\WordPress\Settings;

/** Plugins expect a class of this name, made without arguments. */
class WP_Object_Cache extends Brine\WordPress\ObjectCache
{
    public function __construct()
    {
        $prefix = $GLOBALS['table_prefix'] ?? '';
        parent::__construct(Settings::ofSite(), is_multisite(), get_current_blog_id(), is_string($prefix) ? $prefix : '');
    }
}

function wp_cache_init(): void
{
    $GLOBALS['wp_object_cache'] = new WP_Object_Cache();
}

function wp_cache_add(mixed $key, mixed $data, mixed $group = '', mixed $expire = 0): bool
{
    return $GLOBALS['wp_object_cache']->add($key, $data, $group, $expire);
}

/**
 * @param array<mixed> $data
 * @return array<bool>
 */
function wp_cache_add_multiple(array $data, mixed $group = '', mixed $expire = 0): array
{
    return $GLOBALS['wp_object_cache']->add_multiple($data, $group, $expire);
}

function wp_cache_replace(mixed $key, mixed $data, mixed $group = '', mixed $expire = 0): bool
{
    return $GLOBALS['wp_object_cache']->replace($key, $data, $group, $expire);
}

function wp_cache_set(mixed $key, mixed $data, mixed $group = '', mixed $expire = 0): bool
{
    return $GLOBALS['wp_object_cache']->set($key, $data, $group, $expire);
}

/**
 * @param array<mixed> $data
 * @return array<bool>
 */
function wp_cache_set_multiple(array $data, mixed $group = '', mixed $expire = 0): array
{
    return $GLOBALS['wp_object_cache']->set_multiple($data, $group, $expire);
}

function wp_cache_get(mixed $key, mixed $group = '', mixed $force = false, mixed &$found = null): mixed
{
    return $GLOBALS['wp_object_cache']->get($key, $group, $force, $found);
}

/**
 * @param mixed $keys iterable
 * @return array<mixed>
 */
function wp_cache_get_multiple(mixed $keys, mixed $group = '', mixed $force = false): array
{
    return $GLOBALS['wp_object_cache']->get_multiple($keys, $group, $force);
}

function wp_cache_delete(mixed $key, mixed $group = ''): bool
{
    return $GLOBALS['wp_object_cache']->delete($key, $group);
}

/**
 * @param array<mixed> $keys
 * @return array<bool>
 */
function wp_cache_delete_multiple(array $keys, mixed $group = ''): array
{
    return $GLOBALS['wp_object_cache']->delete_multiple($keys, $group);
}

function wp_cache_incr(mixed $key, mixed $offset = 1, mixed $group = ''): int|float|false
{
    return $GLOBALS['wp_object_cache']->incr($key, $offset, $group);
}

function wp_cache_decr(mixed $key, mixed $offset = 1, mixed $group = ''): int|float|false
{
    return $GLOBALS['wp_object_cache']->decr($key, $offset, $group);
}

function wp_cache_flush(): bool
{
    return $GLOBALS['wp_object_cache']->flush();
}

function wp_cache_flush_runtime(): bool
{
    return $GLOBALS['wp_object_cache']->flush_runtime();
}

function wp_cache_flush_group(mixed $group): bool
{
    return $GLOBALS['wp_object_cache']->flush_group($group);
}

function wp_cache_supports(mixed $feature): bool
{
    return in_array($feature, ['add_multiple', 'set_multiple', 'get_multiple', 'delete_multiple', 'flush_runtime', 'flush_group'], true);
}

function wp_cache_close(): bool
{
    return true;
}

function wp_cache_add_global_groups(mixed $groups): void
{
    $GLOBALS['wp_object_cache']->add_global_groups($groups);
}

function wp_cache_add_non_persistent_groups(mixed $groups): void
{
    $GLOBALS['wp_object_cache']->add_non_persistent_groups($groups);
}

function wp_cache_switch_to_blog(mixed $blogId): void
{
    $GLOBALS['wp_object_cache']->switch_to_blog($blogId);
}

function wp_cache_reset(): void
{
    _deprecated_function(__FUNCTION__, '3.5.0', 'wp_cache_switch_to_blog()');
    $GLOBALS['wp_object_cache']->reset();
}
