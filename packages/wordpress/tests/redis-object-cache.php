<?php

/*
 * One request of a site with Redis Object Cache, with or without the line of redis-object-cache.php in its wp-config.php: stand-ins for the functions
 * of WordPress, and calls of the cache. Prints the results and the class of the cache, by serialize().
 * usage: redis-object-cache.php DIRECTORY WITH-THE-LINE CONSTANTS CALLS
 */

declare(strict_types=1);

require __DIR__ . '/../vendor/autoload.php';

[, $directory, $isWith, $constants, $calls] = $argv;
foreach ((array) json_decode($constants, true, flags: JSON_THROW_ON_ERROR) as $name => $value) {
    define((string) $name, $value);
}
define('ABSPATH', "$directory/");
define('WP_CONTENT_DIR', $directory);
define('WP_PLUGIN_DIR', "$directory/plugins");
$table_prefix = 'wp_';
$blog_id = 1;
$isWith === '1' && require __DIR__ . '/../redis-object-cache.php';

function apply_filters(string $name, mixed $value, mixed ...$arguments): mixed
{
    $all = $GLOBALS['wp_filter'][$name] ?? [];
    ksort($all);
    foreach ($all as $filters) {
        foreach ($filters as $filter) {
            $value = $filter['function'](...array_slice([$value, ...$arguments], 0, $filter['accepted_args']));
        }
    }

    return $value;
}

function has_filter(string $name): bool
{
    return isset($GLOBALS['wp_filter'][$name]);
}

function do_action(string $name): void
{
}

function is_multisite(): bool
{
    return false;
}

function wp_suspend_cache_addition(): bool
{
    return false;
}

function add_filter(string $name, callable $function, int $priority = 10): void
{
    $GLOBALS['wp_filter'][$name][$priority][] = ['accepted_args' => 1, 'function' => $function];
}

function asks_the_cache(mixed $expiration): mixed
{
    wp_cache_get('other', 'g');

    return $expiration;
}

function get_current_blog_id(): int
{
    return 1;
}

// As WordPress starts the object cache.
if (apply_filters('enable_loading_object_cache_dropin', true) === true && !function_exists('wp_cache_init')) {
    require "$directory/object-cache.php";
}
if (!function_exists('wp_cache_init')) {
    // The cache that comes with WordPress.
    function wp_cache_init(): void
    {
        $GLOBALS['wp_object_cache'] = new class () {
            public int $cache_hits = 0;
            public int $cache_misses = 0;
        };
    }
}
wp_cache_init();
$results = [];
foreach (unserialize((string) base64_decode($calls, true)) as [$function, $arguments]) {
    $results[] = $function(...$arguments);
}
echo serialize([get_class($GLOBALS['wp_object_cache']), $results, $GLOBALS['wp_object_cache']->cache_hits, $GLOBALS['wp_object_cache']->cache_misses]);
