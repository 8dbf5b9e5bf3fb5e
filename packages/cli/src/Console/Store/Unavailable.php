<?php

declare(strict_types=1);

namespace Brine\Console\Store;

/**
 * No server can be asked now, such as during a failover.
 *
 * @internal
 */
final class Unavailable extends \RuntimeException
{
}
