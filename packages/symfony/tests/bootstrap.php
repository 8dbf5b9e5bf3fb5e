<?php

declare(strict_types=1);

// The library of this checkout, and the server of its tests.
require __DIR__ . '/../../../tests/bootstrap.php';
// BRINE_VENDOR: of another version of Symfony.
$vendor = getenv('BRINE_VENDOR');
$vendor = $vendor === false ? __DIR__ . '/../vendor' : $vendor;
require "$vendor/autoload.php";

// Of the package of all components the rate limiter alone is taken.
spl_autoload_register(static function (string $class) use ($vendor): void {
    if (str_starts_with($class, 'Symfony\Component\RateLimiter\\')) {
        require "$vendor/rate-limiter/symfony/symfony/src/" . strtr($class, '\\', '/') . '.php';
    }
});
