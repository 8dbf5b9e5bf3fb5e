<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

/** Asks a server while it is read, which is not there. */
final class AskingRedis
{
    public function __wakeup(): void
    {
        throw new \RedisException('The server has gone away');
    }
}
