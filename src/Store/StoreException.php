<?php

declare(strict_types=1);

namespace Brine\Store;

use Psr\SimpleCache\CacheException;

/** The server or its client has failed; getPrevious() is the client's exception, if it threw one. */
final class StoreException extends \RuntimeException implements CacheException
{
}
