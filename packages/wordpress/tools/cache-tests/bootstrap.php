<?php

/*
 * Loads as much of WordPress as has the object cache (SHORTINIT), and the class that its tests extend.
 */

declare(strict_types=1);

require __DIR__ . '/../../../packages/wordpress/vendor/autoload.php';

use Brine\WordPress\Tests\Servers;

$client = (string) getenv('BRINE_CLIENT');
$sockets = (string) getenv('BRINE_SOCKETS');
define('SHORTINIT', true);
define('WP_CONTENT_DIR', "$sockets/wp-content");
define('BRINE_DIRECTORY', realpath(__DIR__ . '/../../../packages/wordpress'));
define('WP_REDIS_PREFIX', 'tests:');
if (getenv('BRINE_MULTISITE') === '1') {
    define('MULTISITE', true);
    define('SUBDOMAIN_INSTALL', false);
    define('DOMAIN_CURRENT_SITE', 'example.org');
    define('PATH_CURRENT_SITE', '/');
    define('SITE_ID_CURRENT_SITE', 1);
    define('BLOG_ID_CURRENT_SITE', 1);
}
foreach (Servers::settings($client, "$sockets/" . ($client === 'memcached' ? 'memcached' : 'redis')) as $name => $value) {
    define($name, $value);
}
define('ABSPATH', getenv('BRINE_WORDPRESS') . '/');
define('WPINC', 'wp-includes');
$_SERVER += ['HTTP_HOST' => 'example.org', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1'];

require __DIR__ . '/load.php';
require __DIR__ . '/WP_UnitTestCase.php';
