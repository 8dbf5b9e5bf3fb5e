<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

/** State of the stand-ins for WordPress' functions. */
final class Site
{
    public static bool $isAdditionSuspended = false;
    public static bool $isMultisite = false;
    /** @var list<string> */
    public static array $mistakes = [];
    /** @var list<array<mixed>> names and arguments of actions */
    public static array $actions = [];
    /** @var array<string, list<callable>> by action */
    public static array $listeners = [];

    private function __construct()
    {
    }

    public static function reset(): void
    {
        self::$isAdditionSuspended = self::$isMultisite = false;
        self::$mistakes = self::$actions = self::$listeners = [];
    }

    /** Constants of a site in this process, with a directory of its own. */
    public static function define(string $socket): void
    {
        if (\defined('WP_CONTENT_DIR')) {
            return;
        }
        $directory = \sys_get_temp_dir() . '/brine-wordpress-' . \bin2hex(\random_bytes(6));
        \mkdir($directory);
        \register_shutdown_function(static fn () => \exec('rm -rf ' . \escapeshellarg($directory)));
        \define('WP_CONTENT_DIR', $directory);
        foreach (Servers::settings('phpredis', $socket) as $name => $value) {
            \define($name, $value);
        }
        $GLOBALS['table_prefix'] = 'wp_';
    }
}
