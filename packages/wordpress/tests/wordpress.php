<?php

/*
 * Functions of WordPress that the object cache calls, as small as the tests allow. Brine\WordPress\Tests\Site has their state.
 */

declare(strict_types=1);

use Brine\WordPress\Tests\Site;

function wp_suspend_cache_addition(): bool
{
    return Site::$isAdditionSuspended;
}

function wp_load_translations_early(): void
{
}

function __(string $text): string
{
    return $text;
}

function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}

function _doing_it_wrong(string $function, string $message, string $version): void
{
    Site::$mistakes[] = "$function: $message";
}

function _deprecated_function(string $function, string $version, string $replacement): void
{
    Site::$mistakes[] = "$function: $replacement";
}

function do_action(string $name, mixed ...$arguments): void
{
    Site::$actions[] = [$name, ...$arguments];
    foreach (Site::$listeners[$name] ?? [] as $listener) {
        $listener(...$arguments);
    }
}

function is_multisite(): bool
{
    return Site::$isMultisite;
}

function get_current_blog_id(): int
{
    return 1;
}

function add_action(string $name, callable $callback, int $priority, int $arguments): void
{
    Site::$listeners[$name][] = static fn (mixed ...$given): mixed => $callback(...array_slice($given, 0, $arguments));
}

function add_filter(string $name, mixed $callback): void
{
    Site::$actions[] = [$name, $callback];
}

require __DIR__ . '/wp-cli.php';
require __DIR__ . '/../src/functions.php';
