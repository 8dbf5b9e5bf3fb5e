<?php

declare(strict_types=1);

namespace Brine\WordPress;

use Brine\DecodeException;
use Brine\Internal\TerminalText;
use Predis\ClientInterface;

/**
 * WordPress' object cache on a server, with a cache of this process before it.
 *
 * Entries that cannot be read are misses, logged once. Without a server the site has the cache of the process alone.
 */
#[\AllowDynamicProperties]
class ObjectCache
{
    /** Attempts to count while others do. */
    private const MAX_TRIES = 1000;
    /** Messages in the log for one process, at most. */
    private const MAX_TOLD = 100;

    public int $cache_hits = 0;
    public int $cache_misses = 0;

    /** @var array<string, array<string, mixed>> values of this process by group and name */
    public array $cache = [];
    /** WP-CLI and plugins know Memcached by it; null with Redis, or without a server. */
    public ?\Memcached $m = null;

    /** @var array<string, array<string, true>> misses of this process by group and name: until the entry is written, they are not asked for again */
    private array $missing = [];
    /** @var array<string, true> names that were logged */
    private array $told = [];
    private ?Server $server = null;
    /** The process that has connected to the server. */
    private int|false $process = false;
    /** @var list<Server> of the process that this one is a fork of: to close them could end its connections */
    private array $inherited = []; // @phpstan-ignore property.onlyWritten
    private ?Codec $codec = null;
    private ?string $fault = null;
    private readonly Names $names;
    private readonly object $miss;

    /** @param string $tablePrefix as for Names */
    public function __construct(
        #[\SensitiveParameter]
        private readonly Settings $settings,
        bool $isMultisite,
        int $blogId,
        string $tablePrefix,
    ) {
        $this->miss = new \stdClass();
        $this->names = new Names($settings, $isMultisite, $blogId, $tablePrefix);
        try {
            $this->codec = new Codec($settings, $this->refuse(...));
            $this->connect();
        } catch (\Throwable $error) {
            $this->goOnWithout($error);
        }
    }

    public function add(mixed $key, mixed $data, mixed $group = 'default', mixed $expire = 0): bool
    {
        return !\wp_suspend_cache_addition() && $this->isValid($key, __FUNCTION__) && $this->write(Mode::Add, [$key => $data], $group, $expire)[$key];
    }

    /**
     * @param array<mixed> $data
     * @return array<bool>
     */
    public function add_multiple(array $data, mixed $group = '', mixed $expire = 0): array
    {
        return \wp_suspend_cache_addition() ? \array_map(static fn (): bool => false, $data) : $this->write(Mode::Add, $data, $group, $expire);
    }

    public function replace(mixed $key, mixed $data, mixed $group = 'default', mixed $expire = 0): bool
    {
        return $this->isValid($key, __FUNCTION__) && $this->write(Mode::Replace, [$key => $data], $group, $expire)[$key];
    }

    public function set(mixed $key, mixed $data, mixed $group = 'default', mixed $expire = 0): bool
    {
        return $this->isValid($key, __FUNCTION__) && $this->write(Mode::Set, [$key => $data], $group, $expire)[$key];
    }

    /**
     * @param array<mixed> $data
     * @return array<bool>
     */
    public function set_multiple(array $data, mixed $group = '', mixed $expire = 0): array
    {
        return $this->write(Mode::Set, $data, $group, $expire);
    }

    public function get(mixed $key, mixed $group = 'default', mixed $force = false, mixed &$found = null): mixed
    {
        $found = false;
        if (!$this->isValid($key, __FUNCTION__)) {
            return false;
        }
        $group = Names::group($group);
        $name = $this->names->of($key, $group);
        if ((bool) $force || !$this->isKnown($group, $name)) {
            $this->fetch($group, [$name]);
        }

        $found = \array_key_exists($name, $this->cache[$group] ?? []);

        return $this->found($group, $name);
    }

    /**
     * @param mixed $keys iterable
     * @return array<mixed> by key; false for a miss
     */
    public function get_multiple(mixed $keys, mixed $group = 'default', mixed $force = false): array
    {
        $group = Names::group($group);
        $names = [];
        $missing = [];
        foreach (\is_iterable($keys) ? $keys : [] as $key) {
            if (!$this->isValid($key, __FUNCTION__)) {
                $names[\is_scalar($key) ? (string) $key : ''] = null;
                continue;
            }
            $name = $names[$key] = $this->names->of($key, $group);
            if ((bool) $force || !$this->isKnown($group, $name)) {
                $missing[$name] = true;
            }
        }
        if ($missing !== []) {
            $this->fetch($group, \array_keys($missing));
        }
        $values = [];
        foreach ($names as $key => $name) {
            $values[$key] = $name === null ? false : $this->found($group, $name);
        }

        return $values;
    }

    public function delete(mixed $key, mixed $group = 'default', mixed $deprecated = false): bool
    {
        return $this->isValid($key, __FUNCTION__) && $this->remove([$key], $group)[$key];
    }

    /**
     * @param array<mixed> $keys
     * @return array<bool> by key, whether there was an entry
     */
    public function delete_multiple(array $keys, mixed $group = ''): array
    {
        return $this->remove($keys, $group);
    }

    public function incr(mixed $key, mixed $offset = 1, mixed $group = 'default'): int|float|false
    {
        return $this->isValid($key, __FUNCTION__) ? $this->count($key, self::number($offset), Names::group($group)) : false;
    }

    public function decr(mixed $key, mixed $offset = 1, mixed $group = 'default'): int|float|false
    {
        return $this->isValid($key, __FUNCTION__) ? $this->count($key, -self::number($offset), Names::group($group)) : false;
    }

    /** Names of these methods in Redis Object Cache, which plugins may call. */
    public function increment(mixed $key, mixed $offset = 1, mixed $group = 'default'): int|float|false
    {
        return $this->incr($key, $offset, $group);
    }

    public function decrement(mixed $key, mixed $offset = 1, mixed $group = 'default'): int|float|false
    {
        return $this->decr($key, $offset, $group);
    }

    /** If the server was lost, connects to it again: once it is empty, no entry is stale. */
    public function flush(): bool
    {
        $this->flush_runtime();
        if ($this->server === null && $this->codec !== null) {
            try {
                $this->connect();
            } catch (ServerException) {
                return false;
            }
        }
        $isFlushed = $this->ask(static fn (Server $server): bool => $server->flush()) ?? false;
        $this->fault = $isFlushed ? null : $this->fault;

        return $isFlushed;
    }

    public function flush_runtime(): bool
    {
        $this->cache = $this->missing = [];

        return true;
    }

    public function flush_group(mixed $group): bool
    {
        $group = Names::group($group);
        unset($this->cache[$group], $this->missing[$group]);
        if ($this->names->isLocal($group)) {
            return true;
        }
        $prefix = $this->names->prefixOf($group);

        return $this->ask(static fn (Server $server): bool => $server->flushGroup($group, $prefix)) ?? false;
    }

    public function add_global_groups(mixed $groups): void
    {
        $this->names->addGlobal($groups);
    }

    public function add_non_persistent_groups(mixed $groups): void
    {
        $this->names->addLocal($groups);
    }

    public function switch_to_blog(mixed $blogId): void
    {
        $this->names->switchTo(self::number($blogId));
    }

    /** Drops what this process has of groups that are not global. */
    public function reset(): void
    {
        $this->cache = $this->names->onlyGlobal($this->cache);
        $this->missing = $this->names->onlyGlobal($this->missing);
    }

    public function stats(): void
    {
        echo '<p><strong>Cache Hits:</strong> ', $this->cache_hits, '<br /><strong>Cache Misses:</strong> ', $this->cache_misses, '</p>';
    }

    /** Whether Redis is in use. WP-CLI and plugins know Redis by this method and the next, which Redis Object Cache has. */
    public function redis_status(): bool
    {
        return $this->server instanceof RedisServer;
    }

    public function redis_instance(): \Redis|\RedisCluster|ClientInterface|null
    {
        return $this->server instanceof RedisServer ? $this->server->client() : null;
    }

    /** The server in use; null if there is none. */
    public function server(): ?Server
    {
        return $this->server;
    }

    public function settings(): Settings
    {
        return $this->settings;
    }

    /** Why there is no server; null if there is one. */
    public function fault(): ?string
    {
        return $this->fault;
    }

    /**
     * @param array<mixed> $values by key
     * @return array<bool> by key
     */
    private function write(Mode $mode, array $values, mixed $group, mixed $expire): array
    {
        $group = Names::group($group);
        $stored = $names = $entries = [];
        foreach ($values as $key => $value) {
            $stored[$key] = false;
            // @phpstan-ignore method.alreadyNarrowedType (a key may be empty)
            if ($this->isValid($key, \strtolower($mode->name) . '_multiple')) {
                $names[$key] = $this->names->of($key, $group);
            }
        }
        $isLocal = $this->server === null || $this->names->isLocal($group);
        foreach ($isLocal ? [] : $names as $key => $name) {
            $bytes = $this->encode($values[$key], $name);
            if ($bytes !== null) {
                $entries[$name] = $bytes;
            } elseif ($mode !== Mode::Add) {
                $this->ask(static fn (Server $server): array => $server->delete($group, [$name]));
            }
        }
        $replies = $entries === [] ? [] : $this->ask(fn (Server $server): array => $this->store($server, $mode, $group, $entries, $this->settings->seconds($expire)));
        foreach ($names as $key => $name) {
            // What the server has no room for stays here, or WordPress would load it from the database again and again.
            $stored[$key] = $replies[$name] ?? $this->storeHere($mode, $group, $name);
            if ($stored[$key]) {
                $this->remember($group, $name, $values[$key]);
            }
        }

        return $stored;
    }

    /** Whether a value may be stored in this process alone. */
    private function storeHere(Mode $mode, string $group, string $name): bool
    {
        return $mode === Mode::Set || ($mode === Mode::Replace) === \array_key_exists($name, $this->cache[$group] ?? []);
    }

    /**
     * @param non-empty-array<string, string> $entries bytes by name
     * @return array<string, bool|null> as Server::store()
     */
    private function store(Server $server, Mode $mode, string $group, array $entries, int $seconds): array
    {
        $stored = $server->store($mode, $group, $entries, $seconds);
        $refused = \array_keys($stored, null, true);
        if ($refused !== [] && $mode !== Mode::Add) {
            // The old values must not come back.
            $server->delete($group, $refused);
        }
        $existing = $mode === Mode::Add ? \array_keys(\array_diff_key($stored, $this->cache[$group] ?? []), false, true) : [];
        $found = $existing === [] ? [] : $server->get($group, $existing);
        foreach ($existing as $name) {
            // An unreadable entry is a miss, so a new one takes its place.
            $bytes = $found[$name] ?? '';
            if (!$this->keep($group, $name, $this->decode($bytes, $name))) {
                $stored[$name] = $server->swap($group, $name, $bytes, $entries[$name], $seconds);
            }
        }
        $this->told = \array_diff_key($this->told, \array_filter($stored, static fn (?bool $isStored): bool => $isStored === true));

        return $stored;
    }

    /** @return string|null null if the value cannot be written: it stays in this process */
    private function encode(mixed $value, string $name): ?string
    {
        try {
            return $this->codec?->encode($value, $name);
        } catch (\Throwable $error) {
            $this->log($name, 'The value for the cache key "' . TerminalText::shown($name, 200) . '" cannot be written, and stays in this process: ' . TerminalText::shown($error->getMessage(), 500));

            return null;
        }
    }

    /**
     * Brings entries of the server into this process.
     *
     * @param non-empty-list<string> $names
     */
    private function fetch(string $group, array $names): void
    {
        if ($this->server === null || $this->names->isLocal($group)) {
            return;
        }
        $all = $this->ask(static fn (Server $server): array => $server->get($group, $names));
        foreach ($all === null ? [] : $names as $name) {
            $this->keep($group, $name, $this->decode($all[$name] ?? '', $name));
        }
    }

    /** Keeps what the server has, a miss too; false for a miss. */
    private function keep(string $group, string $name, mixed $value): bool
    {
        if ($value === $this->miss) {
            unset($this->cache[$group][$name]);
            $this->missing[$group][$name] = true;

            return false;
        }
        $this->cache[$group][$name] = $value;
        unset($this->missing[$group][$name]);

        return true;
    }

    /** Whether the process need not ask the server. */
    private function isKnown(string $group, string $name): bool
    {
        return isset($this->missing[$group][$name]) || \array_key_exists($name, $this->cache[$group] ?? []);
    }

    /** @return mixed $miss if it cannot be read */
    private function decode(string $bytes, string $name): mixed
    {
        return $bytes === '' || $this->codec === null ? $this->miss : $this->codec->read($bytes, $name, $this->miss);
    }

    /** The value in this process, counted as a hit; false for a miss. */
    private function found(string $group, string $name): mixed
    {
        if (!\array_key_exists($name, $this->cache[$group] ?? [])) {
            ++$this->cache_misses;

            return false;
        }
        ++$this->cache_hits;

        return self::copied($this->cache[$group][$name]);
    }

    /** As WordPress copies values: objects, but not those inside. */
    private static function copied(mixed $value): mixed
    {
        if (!\is_object($value)) {
            return $value;
        }
        try {
            return clone $value;
            // @phpstan-ignore catch.neverThrown (cases of enumerations, for one)
        } catch (\Throwable) {
            return $value;
        }
    }

    private function remember(string $group, string $name, mixed $value): void
    {
        $this->keep($group, $name, self::copied($value));
    }

    /**
     * @param array<mixed> $keys
     * @return array<bool> by key
     */
    private function remove(array $keys, mixed $group): array
    {
        $group = Names::group($group);
        $deleted = $names = [];
        foreach ($keys as $key) {
            if (!$this->isValid($key, 'delete_multiple')) {
                $deleted[\is_scalar($key) ? (string) $key : ''] = false;
                continue;
            }
            $name = $names[$key] = $this->names->of($key, $group);
            $deleted[$key] = \array_key_exists($name, $this->cache[$group] ?? []);
            unset($this->cache[$group][$name], $this->missing[$group][$name]);
        }
        $all = $this->names->isLocal($group) || $names === [] ? null : $this->ask(static fn (Server $server): array => $server->delete($group, \array_values($names)));
        foreach ($all === null ? [] : $names as $key => $name) {
            $deleted[$key] = $all[$name] ?? false;
        }

        return $deleted;
    }

    private function count(int|string $key, int|float $by, string $group): int|float|false
    {
        $name = $this->names->of($key, $group);
        $counted = $this->names->isLocal($group)
            ? null
            : $this->ask(fn (Server $server): array => $this->countThere($server, $group, $name, $by));
        if ($counted !== null) {
            $this->keep($group, $name, $counted[0] ?? $this->miss);

            return $counted[0] ?? false;
        }
        if (!\array_key_exists($name, $this->cache[$group] ?? [])) {
            return false;
        }

        return $this->cache[$group][$name] = self::sum($this->cache[$group][$name], $by);
    }

    /**
     * Compares and swaps, so that no concurrent count is lost. The entry keeps its time to live.
     *
     * @return array{0?: int|float} nothing for a miss
     */
    private function countThere(Server $server, string $group, string $name, int|float $by): array
    {
        for ($tries = 0; $tries < self::MAX_TRIES; ++$tries) {
            $bytes = $server->get($group, [$name])[$name] ?? null;
            $value = $bytes === null ? $this->miss : $this->decode($bytes, $name);
            if ($bytes === null || $value === $this->miss || $this->codec === null) {
                return [];
            }
            $sum = self::sum($value, $by);
            if ($server->swap($group, $name, $bytes, $this->codec->encode($sum, $name), null)) {
                return [$sum];
            }
        }
        $this->log($name, 'The counter "' . TerminalText::shown($name, 200) . '" is not counted, since others do it all the time');

        return [];
    }

    /** As WordPress counts: what is no number is 0, and no sum is below 0. */
    private static function sum(mixed $value, int|float $by): int|float
    {
        $sum = (\is_numeric($value) ? $value : 0) + $by;

        return $sum < 0 ? 0 : $sum;
    }

    private static function number(mixed $value): int
    {
        return \is_scalar($value) ? (int) $value : 0;
    }

    /**
     * Asks the server, or goes on without it if it is down.
     *
     * @template T
     * @param \Closure(Server): T $question
     * @return T|null null without a server
     */
    private function ask(\Closure $question): mixed
    {
        if ($this->server === null) {
            return null;
        }
        try {
            if ($this->process !== \getmypid()) {
                // Two processes on one connection would read each other's replies.
                $this->inherited[] = $this->server;
                $this->connect();
            }

            return $question($this->server);
        } catch (ServerException $error) {
            $this->goOnWithout($error);

            return null;
        }
    }

    /**
     * @throws ServerException
     * @phpstan-assert Server $this->server
     */
    private function connect(): void
    {
        $this->server = Connection::open($this->settings, $this->names->sitePrefix(), $this->names->formerPrefix());
        $this->process = \getmypid();
        $this->m = $this->server instanceof MemcachedServer ? $this->server->client() : null;
    }

    private function goOnWithout(\Throwable $error): void
    {
        $isKnown = $this->fault !== null;
        $this->server = null;
        $this->fault = $error->getMessage();
        if ($isKnown) {
            return;
        }
        \error_log("Brine: The object cache works without a server, for this request alone: " . TerminalText::shown($this->fault, 500));
        if (\function_exists('do_action')) {
            \do_action('brine_unavailable', $error);
        }
    }

    /** Handles an entry that cannot be read. */
    /** @param bool|null $isFirst whether no entry of this changed class was logged yet; null if no class has changed */
    private function refuse(\Throwable $error, string $name, ?bool $isFirst): void
    {
        $message = '"' . TerminalText::shown($name, 200) . '" cannot be read, and is a miss: ' . TerminalText::shown($error->getMessage(), 500);
        if ($isFirst === true) {
            \error_log("Brine: After a change of a class, the cache entry $message");
        }
        if (($isFirst !== null || $this->log($name, "The cache entry $message")) && \function_exists('do_action')) {
            \do_action('brine_unreadable', $name, $error instanceof DecodeException ? $error->getReason() : 'exception', $error);
        }
    }

    /** @return bool false if the name was logged before */
    private function log(string $name, string $message): bool
    {
        if (isset($this->told[$name]) || \count($this->told) >= self::MAX_TOLD) {
            return false;
        }
        $this->told[$name] = true;
        \error_log("Brine: $message");

        return true;
    }

    /** @phpstan-assert-if-true int|string $key */
    private function isValid(mixed $key, string $method): bool
    {
        if (\is_int($key) || (\is_string($key) && \trim($key) !== '')) {
            return true;
        }
        if (!\function_exists('__')) {
            \wp_load_translations_early();
        }
        \_doing_it_wrong(
            "WP_Object_Cache::$method",
            \is_string($key)
                ? \__('Cache key must not be an empty string.')
                : \sprintf(\__('Cache key must be an integer or a non-empty string, %s given.'), \gettype($key)),
            '6.1.0',
        );

        return false;
    }
}
