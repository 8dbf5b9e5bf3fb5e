<?php

declare(strict_types=1);

namespace Brine\Migration;

/**
 * The masters that phpredis knows.
 *
 * @internal
 */
final class PhpRedisNodes implements RedisNodes
{
    public function __construct(private \RedisCluster $client)
    {
    }

    public function masters(): array
    {
        $masters = [];
        /** @var array{string, int} $node */
        foreach ($this->client->_masters() as $node) {
            $masters[] = $node;
        }

        return $masters;
    }

    public function send(array $node, string ...$command): mixed
    {
        $this->client->clearLastError();
        try {
            $reply = $this->client->rawcommand($node, ...$command);
        } catch (\RedisClusterException $error) {
            throw RedisCommands::refused($error);
        }
        $error = $this->client->getLastError();

        return $error === null ? $reply : throw new \RuntimeException("Redis: $error");
    }
}
