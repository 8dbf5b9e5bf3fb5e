<?php

/*
 * Loads the classes of this package and of the library brine/brine: by Composer, or from library/ in this directory. Returns whether they are there.
 */

declare(strict_types=1);

return (static function (): bool {
    if (class_exists(Brine\WordPress\ObjectCache::class) && class_exists(Brine\EntryCodec::class)) {
        return true;
    }
    $library = __DIR__ . '/library/src';
    if (!is_dir($library)) {
        // Those of Composer, from the nearest: this package may be in vendor/, or in the plugins of a site.
        for ($directory = __DIR__, $last = ''; $directory !== $last; $last = $directory, $directory = dirname($directory)) {
            if (is_file("$directory/vendor/brine/brine/src/EntryCodec.php")) {
                require_once "$directory/vendor/autoload.php";
                break;
            }
        }
    }
    $folders = ['Brine\\WordPress\\' => __DIR__ . '/src/', 'Brine\\' => "$library/"];
    spl_autoload_register(static function (string $class) use ($folders): void {
        foreach ($folders as $start => $folder) {
            if (str_starts_with($class, $start)) {
                $file = $folder . strtr(substr($class, strlen($start)), '\\', '/') . '.php';
                if (is_file($file)) {
                    require_once $file;

                    return;
                }
            }
        }
    });
    if (is_file("$library/functions.php")) {
        require_once "$library/functions.php";
    }

    return class_exists(Brine\EntryCodec::class);
})();
