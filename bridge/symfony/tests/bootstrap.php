<?php

declare(strict_types=1);

// The library of this checkout, and the server of its tests.
require __DIR__ . '/../../../tests/bootstrap.php';
require __DIR__ . '/../vendor/autoload.php';

// Of the package of all components the rate limiter alone is taken.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Symfony\Component\RateLimiter\\')) {
        require __DIR__ . '/../vendor/rate-limiter/symfony/symfony/src/' . strtr($class, '\\', '/') . '.php';
    }
});
