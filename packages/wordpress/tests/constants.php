<?php

/*
 * Constants of a site, for PHPStan.
 */

declare(strict_types=1);

define('ABSPATH', '/');
define('WP_CONTENT_DIR', '/wp-content');
define('WP_PLUGIN_DIR', '/wp-content/plugins');
define('WPMU_PLUGIN_DIR', '/wp-content/mu-plugins');
define('BRINE_DIRECTORY', '/brine');
define('BRINE_DISABLED', false);
define('WP_REDIS_DISABLED', false);
define('WP_CLI', true);
