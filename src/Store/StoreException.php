<?php

declare(strict_types=1);

namespace Brine\Store;

use Psr\SimpleCache\CacheException;

/** The server, or its client, does not do what it is asked for; getPrevious() is what the client threw, if it did. */
final class StoreException extends \RuntimeException implements CacheException
{
}
