<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\redis\ClientInterface;

/** Hands commands on to PHP's client, as that of version 2 of the module redis does. */
final class RedisClient implements ClientInterface
{
    public function __construct(private readonly \Redis $redis, private readonly string $name)
    {
    }

    public function getName()
    {
        return $this->name;
    }

    /** @param list<mixed> $arguments */
    public function __call(string $name, array $arguments): mixed
    {
        $command = [$this->redis, $name];
        \assert(\is_callable($command));

        return $command(...$arguments);
    }
}
