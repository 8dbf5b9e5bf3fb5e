<?php

/*
 * WordPress in the order of its wp-settings.php, up to the object cache: what follows there asks the database for the blogs of a network.
 */

declare(strict_types=1);

$GLOBALS['table_prefix'] = 'wp_';
$GLOBALS['blog_id'] = 1;
foreach (['version', 'compat', 'load', 'error-protection', 'default-constants', 'plugin'] as $name) {
    foreach (["$name.php", "class-$name.php"] as $file) {
        if (is_file(ABSPATH . WPINC . "/$file")) {
            require_once ABSPATH . WPINC . "/$file";
        }
    }
}
wp_initial_constants();
foreach (['class-wp-list-util.php', 'utf8.php', 'formatting.php', 'functions.php', 'class-wp-error.php'] as $file) {
    if (is_file(ABSPATH . WPINC . "/$file")) {
        require_once ABSPATH . WPINC . "/$file";
    }
}
require_wp_db();
$GLOBALS['wpdb']->set_prefix('wp_');
wp_start_object_cache();
wp_using_ext_object_cache() === true && get_class($GLOBALS['wp_object_cache']) === WP_Object_Cache::class || exit("WordPress has not loaded the drop-in\n");
$GLOBALS['wp_object_cache']->fault() === null || exit($GLOBALS['wp_object_cache']->fault() . "\n");
