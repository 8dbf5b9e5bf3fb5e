<?php

/**
 * Plugin Name: Brine
 * Description: WordPress' object cache on Redis or Memcached, in Brine's format.
 * Version: 1.0.0-RC1
 * Requires PHP: 8.2
 * License: BSD-3-Clause
 */

declare(strict_types=1);

use Brine\WordPress\Command;
use Brine\WordPress\SiteHealth;

defined('ABSPATH') || exit;

if ((require __DIR__ . '/autoload.php') === true) {
    add_filter('site_status_tests', SiteHealth::add(...));
    if (defined('WP_CLI') && WP_CLI) {
        WP_CLI::add_command('brine', Command::class);
    }
}
