<?php

/*
 * For sites that keep the plugin Redis Object Cache: its entries in Brine's format. In wp-config.php, before wp-settings.php:
 *
 *     require_once __DIR__ . '/wp-content/plugins/brine/redis-object-cache.php';
 *
 * The plugin's object-cache.php stays, and can be updated. Before the line is removed, no entry of Brine may be left: README.md has the steps.
 */

declare(strict_types=1);

// WordPress is not loaded yet. It takes filters of this form over, and applies this one just before it loads object-cache.php.
$GLOBALS['wp_filter'] = array_replace_recursive((array) ($GLOBALS['wp_filter'] ?? []), ['enable_loading_object_cache_dropin' => [PHP_INT_MAX => ['brine' => [
    'accepted_args' => 1,
    'function' => static function (mixed $isEnabled): mixed {
        $file = WP_CONTENT_DIR . '/object-cache.php';
        if ($isEnabled !== true || !is_file($file)) {
            return $isEnabled;
        }
        if (defined('BRINE_DISABLED') && BRINE_DISABLED || (require __DIR__ . '/autoload.php') !== true) {
            // The plugin alone would take entries of Brine for strings.
            error_log('Brine: WordPress uses its own cache: Brine is disabled, or its library is not there');

            return false;
        }
        // WordPress sees by its functions that it is loaded, and its wp_cache_init() keeps an object that is there.
        if (!function_exists('wp_cache_init')) {
            require_once $file;
        }
        if (method_exists('WP_Object_Cache', 'maybe_unserialize') && !(defined('WP_REDIS_SERIALIZER') && (bool) WP_REDIS_SERIALIZER)) {
            Brine\WordPress\RedisObjectCache::start();
        }

        return true;
    },
]]]]);
