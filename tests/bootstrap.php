<?php

/*
 * Loads the classes of the library, of packages/, and of examples and tests, by the PSR-4 rules in composer.json: Composer itself
 * is not needed.
 */

declare(strict_types=1);

namespace Brine\Tests;

(static function (): void {
    $root = \dirname(__DIR__);
    $composer = \json_decode(\file_get_contents("$root/composer.json"), true, flags: \JSON_THROW_ON_ERROR);
    $files = [...$composer['autoload']['files'], ...$composer['autoload-dev']['files']];
    $rules = $composer['autoload-dev']['psr-4'] + $composer['autoload']['psr-4'];
    // Before Composer's rules, which lead to another checkout's classes where vendor/ is a link to that one's.
    \spl_autoload_register(prepend: true, callback: static function (string $class) use ($root, $rules): void {
        foreach ($rules as $prefix => $directory) {
            if (\str_starts_with($class, $prefix)) {
                $file = "$root/$directory" . \strtr(\substr($class, \strlen($prefix)), '\\', '/') . '.php';
                if (\is_file($file)) {
                    // Once: a name with a separator too many leads to the same file.
                    require_once $file;

                    return;
                }
            }
        }
    });
    foreach ($files as $file) {
        require_once "$root/$file";
    }
})();
