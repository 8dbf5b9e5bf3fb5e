<?php

declare(strict_types=1);

namespace Brine\Migration;

/**
 * The masters of a cluster, and a way to send commands to each.
 *
 * @internal
 */
interface RedisNodes
{
    /** @return list<array{string, int}> hosts and ports */
    public function masters(): array;

    /**
     * @param array{string, int} $node
     * @return mixed the reply, unchanged
     * @throws \RuntimeException if the server refuses the command; clients have exceptions of their own for lost connections
     */
    public function send(array $node, string ...$command): mixed;
}
