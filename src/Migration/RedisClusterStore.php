<?php

declare(strict_types=1);

namespace Brine\Migration;

/**
 * The masters of a cluster, in the order of their addresses. A cursor belongs to one state of the cluster: the slots of its masters, and the run
 * of each. In another state, entries may have returned or moved, so the walk begins anew.
 *
 * @internal see RedisStore::cluster()
 */
final class RedisClusterStore implements Store
{
    private const NOTICE = 'A master was started anew, or slots have moved: the walk begins anew';

    /** @var array<string, RedisStore> by address */
    private array $masters = [];
    /** The stores that the last batch came from. */
    private ?Stores $stores = null;
    /** A hash of the cluster's last known state. */
    private ?string $state = null;

    /** @param \Closure(\Closure(string...): mixed): RedisStore $make makes a master's store; receives a function that sends it commands */
    public function __construct(private RedisNodes $nodes, private \Closure $make)
    {
    }

    /** @throws \RuntimeException if the cluster has other masters than the client knows */
    public function next(?string $cursor, int $size): Batch
    {
        [$state, $inner] = \explode("\n", $cursor ?? '', 2) + ['', ''];
        // Checks the state at the beginning of each master, and in a process that resumes. Within a master's walk, its own store sees a restart.
        if ($state !== $this->state || $inner === '' || \str_ends_with($inner, "\n")) {
            $this->look();
        }
        $isAnew = $state !== $this->state;
        $state = $this->state;
        $this->stores = new Stores($this->masters);
        $batch = $this->stores->next($isAnew || $inner === '' ? null : $inner, $size);
        if ($batch->cursor === null || $batch->notice !== null) {
            $this->look();
        }
        $next = match (true) {
            $state !== $this->state => "$this->state\n",
            $batch->cursor !== null => "$state\n$batch->cursor",
            default => null,
        };
        $notice = $state !== $this->state || $isAnew && $cursor !== null ? self::NOTICE : $batch->notice;

        return new Batch($batch->entries, $next, $batch->inaccessible, $notice);
    }

    /** @throws \ValueError if the entry is not of the last batch */
    public function replace(Entry $entry, string $data): bool
    {
        return ($this->stores ?? new Stores([]))->replace($entry, $data);
    }

    private function look(): void
    {
        $masters = [];
        foreach ($this->nodes->masters() as $node) {
            $name = "$node[0]:$node[1]";
            // A store that may not call INFO marks the run itself, so it is kept.
            $masters[$name] = $this->masters[$name] ?? ($this->make)(fn (string ...$command): mixed => $this->nodes->send($node, ...$command));
        }
        \ksort($masters, \SORT_STRING);
        $this->masters = $masters;
        $runs = \array_map(static fn (RedisStore $store): string => $store->run(), $masters);
        $slots = $this->slots();
        if (\count(\array_unique(\array_column($slots, 2))) !== \count($masters)) {
            throw new \RuntimeException('Redis: the cluster has other masters than the client knows. Connect anew');
        }
        $this->state = \hash('xxh128', \serialize([$runs, $slots]));
    }

    /** @return list<array{int, int, string}> the first and last slot of each range, and the lasting id of its master */
    private function slots(): array
    {
        $ranges = [];
        foreach (\array_slice($this->nodes->masters(), 0, 1) as $node) {
            $reply = $this->nodes->send($node, 'CLUSTER', 'SLOTS');
            foreach (\is_array($reply) ? $reply : [] as $range) {
                if (!\is_array($range) || !\is_int($range[0] ?? null) || !\is_int($range[1] ?? null) || !\is_array($range[2] ?? null) || !\is_string($range[2][2] ?? null)) {
                    throw new \RuntimeException('Redis: CLUSTER SLOTS has no such reply');
                }
                $ranges[] = [$range[0], $range[1], $range[2][2]];
            }
        }
        \sort($ranges);

        return $ranges;
    }
}
