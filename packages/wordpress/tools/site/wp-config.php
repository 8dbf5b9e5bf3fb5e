<?php

/* Configuration of the site of check.sh: constants that all hosts have, and those of the host. */

$settings = (array) json_decode((string) file_get_contents((string) getenv('BRINE_CHECK_SETTINGS')), true);
foreach ($settings as $name => $value) {
    define($name, $value);
}
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
    define("{$name}_KEY", "a key of the check: $name");
    define("{$name}_SALT", "a salt of the check: $name");
}
define('DB_NAME', 'check');
define('DB_USER', '');
define('DB_PASSWORD', '');
define('DB_HOST', '');
define('DB_DIR', __DIR__ . '/database/');
define('DB_FILE', 'check.sqlite');
define('SQLITE_JOURNAL_MODE', 'WAL');
define('WP_HOME', 'http://check.invalid');
define('WP_SITEURL', 'http://check.invalid');
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', (string) ini_get('error_log'));
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (defined('WITHOUT_DROP_IN')) {
    $GLOBALS['wp_filter']['enable_loading_object_cache_dropin'][10]['check'] = ['function' => '__return_false', 'accepted_args' => 0];
}
if (defined('BRINE_CHECK_DROP_IN')) {
    $dropIn = static function (): bool {
        require_once constant('BRINE_CHECK_DROP_IN');

        return true;
    };
    $GLOBALS['wp_filter']['enable_loading_object_cache_dropin'][10]['check'] = ['function' => $dropIn, 'accepted_args' => 0];
}
if (defined('BRINE_CHECK_INCLUDE')) {
    require constant('BRINE_CHECK_INCLUDE');
}
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
