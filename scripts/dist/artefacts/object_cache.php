<?php

declare(strict_types=1);

/* A request that uses WordPress' object cache, if wp-content/ has the drop-in, with stand-ins for what WordPress has loaded before it. */

const ABSPATH = '/try/';
const WP_CONTENT_DIR = '/try/wp-content';
const WP_REDIS_SCHEME = 'unix';
const WP_REDIS_PATH = '/run/redis.sock';

function is_multisite(): bool
{
    return false;
}

function get_current_blog_id(): int
{
    return 1;
}

function add_filter(mixed ...$arguments): void
{
}

require WP_CONTENT_DIR . '/object-cache.php';

if (!function_exists('wp_cache_init')) {
    exit('no object cache');
}
wp_cache_init();
$value = wp_cache_get('report', 'shop');
if ($value === false) {
    echo wp_cache_set('report', ['title' => 'Sales', 'rows' => [1, 2.5, null]], 'shop') ? 'a miss, written' : 'not written';
} else {
    echo json_encode($value);
}
wp_cache_close();
