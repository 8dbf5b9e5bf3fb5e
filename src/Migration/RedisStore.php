<?php

declare(strict_types=1);

namespace Brine\Migration;

/**
 * Strings of a Redis database, listed by SCAN, replaced atomically by a Lua script. The client's prefix, serializer and compression do not
 * apply.
 *
 * A cursor of SCAN is invalid after a restart: it is stored with the server's run, and another run restarts the walk.
 */
final class RedisStore implements Sized, Store
{
    private const REPLACE = <<<'LUA'
        if redis.call('TYPE', KEYS[1]).ok ~= 'string' or redis.call('GET', KEYS[1]) ~= ARGV[1] then
            return 0
        end
        local left = redis.call('PTTL', KEYS[1])
        if left >= 0 then
            -- Of the longest times that Redis takes, rounded up by Lua, it would refuse some.
            redis.call('SET', KEYS[1], ARGV[2], 'PX', string.format('%.0f', math.min(math.max(left, 1), 2 ^ 63 - 2 ^ 42)))
        else
            redis.call('SET', KEYS[1], ARGV[2])
        end
        return 1
        LUA;

    /** @var int<1, max>|null keys that a command may have; null for any number */
    private ?int $keysAtOnce = null;

    /** Marker script that only this object put into the server's script cache; null if INFO reports the run. */
    private ?string $mark = null;
    private bool $isMarked = false;

    /**
     * @param \Closure(string, string...): mixed $command sends a command and returns its reply, both unchanged
     * @param string $pattern of keys, as SCAN has it
     */
    private function __construct(private \Closure $command, private string $pattern)
    {
    }

    /**
     * All masters of a cluster, one after the other. If a master is started anew or slots move, the whole walk begins anew.
     *
     * @param string $pattern of keys with their prefix, as SCAN has it
     */
    public static function cluster(\RedisCluster $client, string $pattern = '*'): Store
    {
        return self::nodes(new PhpRedisNodes($client), $pattern);
    }

    /** @internal see cluster() */
    public static function nodes(RedisNodes $nodes, string $pattern): RedisClusterStore
    {
        return new RedisClusterStore($nodes, static function (\Closure $command) use ($pattern): self {
            $store = new self($command, $pattern);
            // A command takes keys of one slot only.
            $store->keysAtOnce = 1;

            return $store;
        });
    }

    /** @param string $pattern of keys with their prefix, as SCAN has it */
    public static function phpredis(\Redis $client, string $pattern = '*'): self
    {
        return new self(RedisCommands::phpredis($client), $pattern);
    }

    /** @param string $pattern of keys with their prefix, as SCAN has it */
    public static function predis(\Predis\ClientInterface $client, string $pattern = '*'): self
    {
        return new self(RedisCommands::predis($client), $pattern);
    }

    /**
     * @internal
     * @param \Closure(string, string...): mixed $command as those of RedisCommands
     */
    public static function by(\Closure $command, string $pattern): self
    {
        return new self($command, $pattern);
    }

    public function next(?string $cursor, int $size): Batch
    {
        [$known, $place] = \preg_match('/\A(\w+) ([0-9]{1,20})\z/', $cursor ?? '', $match) === 1 ? [$match[1], $match[2]] : ['', '0'];
        $run = $this->run();
        $isAnew = $cursor !== null && $known !== $run;
        $place = $isAnew ? '0' : $place;
        $reply = ($this->command)('SCAN', $place, 'MATCH', $this->pattern, 'COUNT', (string) $size);
        if (!\is_array($reply) || !\is_scalar($reply[0] ?? null) || !\is_array($reply[1] ?? null)) {
            throw new \RuntimeException('Redis: SCAN has no such reply');
        }
        $next = (string) $reply[0];
        if (\preg_match('/\A[0-9]{1,20}\z/', $next) !== 1 || $next !== '0' && $next === $place) {
            throw new \RuntimeException('Redis: SCAN does not go on');
        }
        // SCAN may return a key twice.
        $keys = \array_values(\array_unique(\array_filter($reply[1], \is_string(...)), \SORT_STRING));
        $entries = [];
        if ($keys !== []) {
            foreach (\array_chunk($keys, $this->keysAtOnce ?? \count($keys)) as $some) {
                \array_push($entries, ...$this->read($some));
            }
        }

        // If the server restarted in between, the cursor may be of its earlier run.
        $now = $this->run();
        if ($now !== $run) {
            [$isAnew, $next] = [true, "$now 0"];
        } else {
            $next = $next === '0' ? null : "$run $next";
        }

        return new Batch($entries, $next, [], $isAnew ? $this->notice() : null);
    }

    private function notice(): string
    {
        return $this->mark === null
            ? 'Redis was started anew, or another server answers: the walk begins anew'
            : 'Redis refuses INFO, so nothing says that it was not started anew: the walk begins anew';
    }

    /**
     * Changes with each start of the server. If INFO is refused, it also differs between objects.
     *
     * @internal
     */
    public function run(): string
    {
        $info = $this->mark === null ? $this->ask('INFO', 'server') : null;
        if (\is_string($info) && \preg_match('/^run_id:(\w+)/m', $info, $match) === 1) {
            return $match[1];
        }
        if ($this->mark !== null && (!$this->isMarked || $this->ask('EVALSHA', \sha1(self::script($this->mark)), '0') === $this->mark)) {
            return $this->mark;
        }
        $this->mark = \bin2hex(\random_bytes(8));
        $this->ask('EVAL', self::script($this->mark), '0');
        // A server that takes no scripts is asked no more.
        $this->isMarked = $this->ask('EVALSHA', \sha1(self::script($this->mark)), '0') === $this->mark;

        return $this->mark;
    }

    /** The server forgets it when it ends. */
    private static function script(string $mark): string
    {
        return "return '$mark'";
    }

    /** @return mixed null where the server refuses the command */
    private function ask(string ...$command): mixed
    {
        try {
            return ($this->command)(...$command);
        } catch (\RuntimeException $error) {
            // Clients have exceptions of their own for a connection that is lost.
            return $error::class === \RuntimeException::class ? null : throw $error;
        }
    }

    /** Keys of all types are counted. */
    public function size(): ?int
    {
        $count = $this->pattern === '*' ? ($this->command)('DBSIZE') : null;

        return \is_int($count) ? \max(0, $count) : null;
    }

    /**
     * @param list<string> $keys
     * @return list<Entry> those of strings
     */
    private function read(array $keys): array
    {
        $values = ($this->command)('MGET', ...$keys);
        if (!\is_array($values) || \count($values) !== \count($keys)) {
            throw new \RuntimeException('Redis: MGET has no such reply');
        }
        $entries = [];
        foreach (\array_values($values) as $i => $value) {
            // Entries of other types, and deleted ones, have no string.
            if (\is_string($value)) {
                $entries[] = new Entry($keys[$i], $value);
            }
        }

        return $entries;
    }

    public function replace(Entry $entry, string $data): bool
    {
        return ($this->command)('EVAL', self::REPLACE, '1', $entry->key, $entry->data, $data) === 1;
    }
}
