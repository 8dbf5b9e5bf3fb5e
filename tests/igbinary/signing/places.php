<?php

/* Where pools keep values, and the keys that sign them. */

declare(strict_types=1);

namespace Brine\Tests\Igbinary\Signing;

/** Sessions: a store, and a handler. */
const SESSIONS = ['files igbinary', 'files brine', 'redis igbinary', 'redis brine', 'memcached igbinary', 'memcached brine'];

const PLACES = ['redis', 'memcached', ...SESSIONS];

function idOf(string $place, string $name): string
{
    return \explode(' ', $place)[1] . "-$name";
}

/** A key by its name. */
function keyOf(string $name): string
{
    return "$name-key-0123456789abcdef";
}
