<?php

declare(strict_types=1);

namespace Brine\Integration\Phpfastcache;

use Phpfastcache\Drivers\Redis\Item as RedisItem;

/**
 * The driver's items: those of Redis.
 *
 * @internal
 */
final class Item extends RedisItem
{
}
