<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

/** Payloads with an object of a class that is not there. Its name has as many letters as that of a class that is. */
final class MissingClass
{
    public static function in(string $payload): string
    {
        return \str_replace('Laravel\Tests\Thing', 'Laravel\Tests\Thong', $payload);
    }
}
