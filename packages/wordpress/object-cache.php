<?php

declare(strict_types=1);

/*
 * Brine's object cache: a drop-in for wp-content/. Delete it there to switch the cache off.
 *
 * It has no header of a plugin, since WordPress would list it as one where the package is a plugin.
 */

defined('ABSPATH') || exit;

// Without it, WordPress has the cache that comes with it.
(static function () {
    if (PHP_VERSION_ID < 80200) {
        error_log('Brine: the object cache needs PHP 8.2');

        return;
    }
    if (defined('WP_REDIS_DISABLED') && WP_REDIS_DISABLED || defined('BRINE_DISABLED') && BRINE_DISABLED) {
        return;
    }
    // The package: a link to this file, a plugin, or Composer's package.
    $directories = array(
        defined('BRINE_DIRECTORY') ? BRINE_DIRECTORY : __DIR__,
        (defined('WP_PLUGIN_DIR') ? WP_PLUGIN_DIR : WP_CONTENT_DIR . '/plugins') . '/brine',
        (defined('WPMU_PLUGIN_DIR') ? WPMU_PLUGIN_DIR : WP_CONTENT_DIR . '/mu-plugins') . '/brine',
        WP_CONTENT_DIR . '/vendor/brine/wordpress',
        dirname(WP_CONTENT_DIR) . '/vendor/brine/wordpress',
        ABSPATH . 'vendor/brine/wordpress',
        dirname(ABSPATH) . '/vendor/brine/wordpress',
        dirname(ABSPATH, 2) . '/vendor/brine/wordpress',
    );
    foreach ($directories as $directory) {
        if (is_file("$directory/src/ObjectCache.php") && (require "$directory/autoload.php") === true) {
            require_once "$directory/src/functions.php";
            require_once "$directory/brine.php";

            return;
        }
    }
    error_log('Brine: object-cache.php finds neither the plugin nor the package brine/wordpress. The constant BRINE_DIRECTORY can name its directory');
})();
