<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Migration\RedisNodes;

/**
 * The masters of a cluster as it names them now, each by a connection of its own. Keys that have moved are followed.
 *
 * @internal
 */
final class ClusterNodes implements RedisNodes
{
    private const SLOTS = 16_384;
    private const MAX_HOPS = 5;

    /** @var array<string, \Closure(string, string...): mixed> by host and port */
    private array $connections = [];

    /** @var array<string, array{string, int}> all nodes that were ever named, the last masters first */
    private array $known = [];

    /**
     * @param \Closure(array{string, int}): (\Closure(string, string...): mixed) $connect
     * @param non-empty-list<array{string, int}> $seeds
     */
    public function __construct(private readonly \Closure $connect, array $seeds)
    {
        foreach ($seeds as $seed) {
            $this->known["$seed[0]:$seed[1]"] = $seed;
        }
    }

    public function disconnect(): void
    {
        $this->connections = [];
    }

    /** @throws \Exception of the last node, if none answers */
    public function masters(): array
    {
        $failure = null;
        foreach ($this->known as $node) {
            try {
                return $this->named($node, $this->send($node, 'CLUSTER', 'SLOTS'));
            } catch (\Exception $error) {
                // What the first one says is the reason that others were asked.
                $failure ??= $error;
            }
        }
        throw $failure ?? new Unavailable('The cluster has no nodes');
    }

    public function send(array $node, string ...$command): mixed
    {
        for ($hops = 0, $isAsked = false; ; ++$hops) {
            $name = "$node[0]:$node[1]";
            try {
                $send = $this->connections[$name] ??= ($this->connect)($node);
                if ($isAsked) {
                    $send('ASKING');
                }

                return $send(...$command);
            } catch (\Exception $error) {
                if ($error::class !== \RuntimeException::class) {
                    unset($this->connections[$name]);
                }
                if ($hops >= self::MAX_HOPS || \preg_match('/\b(MOVED|ASK) [0-9]+ (\S*):([0-9]+)/', $error->getMessage(), $match) !== 1) {
                    throw $error;
                }
                $isAsked = $match[1] === 'ASK';
                $node = [$match[2] === '' ? $node[0] : $match[2], (int) $match[3]];
            }
        }
    }

    /** Sends a command about a key to its master. */
    public function anywhere(string ...$command): mixed
    {
        return $this->send($this->masters()[0], ...$command);
    }

    /**
     * @param array{string, int} $asked
     * @return non-empty-list<array{string, int}>
     */
    private function named(array $asked, mixed $reply): array
    {
        $masters = $others = [];
        $slots = 0;
        foreach (\is_array($reply) ? $reply : [] as $range) {
            if (!\is_array($range) || !\is_int($range[0] ?? null) || !\is_int($range[1] ?? null)) {
                throw new Unavailable('CLUSTER SLOTS has no such reply');
            }
            $slots += $range[1] - $range[0] + 1;
            foreach (\array_slice($range, 2) as $i => $node) {
                if (!\is_array($node) || !\is_int($node[1] ?? null)) {
                    throw new Unavailable('CLUSTER SLOTS has no such reply');
                }
                // Without a name, it is the one that was asked by.
                $host = \is_string($node[0] ?? null) && $node[0] !== '' ? $node[0] : $asked[0];
                $i === 0 ? $masters["$host:$node[1]"] = [$host, $node[1]] : $others["$host:$node[1]"] = [$host, $node[1]];
            }
        }
        if ($slots !== self::SLOTS || $masters === []) {
            throw new Unavailable("The cluster serves $slots of its " . self::SLOTS . ' slots');
        }
        $this->known = $masters + $others + $this->known;

        return \array_values($masters);
    }
}
