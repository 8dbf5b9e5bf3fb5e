<?php

declare(strict_types=1);

namespace Brine\Store;

use Brine\EntryCodec;
use Brine\Serializer;
use Psr\Log\LoggerInterface;
use Psr\SimpleCache\CacheInterface;

/**
 * Common part of the PSR-16 caches. Subclasses talk to the server; Entries turns values into bytes and back.
 *
 * An unreadable entry is a cache miss, logged once. Integers are stored as digits, so that the server can count, unless all entries are signed.
 */
abstract class Cache implements CacheInterface
{
    /** Characters that PSR-16 reserves. */
    private const RESERVED = '{}()/\@:';

    /** A longer time to live means no expiry, since no server accepts all integers: a hundred years. */
    private const FOR_EVER = 3_155_760_000;

    /** Attempts of update(), at most. */
    private const MAX_TRIES = 1000;

    /** Bytes that keys must not have: those of PSR-16, and those that the server does not take. */
    private readonly string $refused;
    /** Replacements, as many as $refused has bytes: strtr() looks at each byte of a key once, and returns the same string if none is refused. */
    private readonly string $replaced;

    /** @internal */
    protected readonly Entries $entries;
    /** The codec of the entries. Entries of more than Entries::MAX_DIGITS bytes, which most are, are read with it directly, to save a call. */
    protected readonly EntryCodec $codec;
    /** Whether prepareToWrite() need not be called. */
    protected bool $isPrepared = true;

    /**
     * @param string $prefix of all keys, not empty
     * @param string $refused bytes that the server does not take in keys
     * @throws \ValueError if the prefix is empty
     */
    protected function __construct(Serializer $serializer, protected readonly string $prefix, ?LoggerInterface $logger, string $refused = '')
    {
        $this->refused = self::RESERVED . $refused;
        $this->replaced = \str_repeat('-', \strlen($this->refused));
        if ($prefix === '') {
            throw new \ValueError('The prefix must not be empty: clear() deletes all that begins with it');
        }
        $this->entries = new Entries($serializer, $logger);
        $this->codec = $this->entries->codec;
    }

    /**
     * @throws InvalidArgument if PSR-16 does not allow the key
     * @throws StoreException if the server is unreachable
     */
    abstract public function get(string $key, mixed $default = null): mixed;

    /**
     * @param \DateInterval|int|null $ttl seconds; null for no expiry. 0 and less delete the entry.
     * @throws InvalidArgument if PSR-16 does not allow the key, or the value cannot be written
     */
    abstract public function set(string $key, mixed $value, null|int|\DateInterval $ttl = null): bool;

    final protected function storeFor(null|int|\DateInterval $ttl, string $key, string $data): bool
    {
        $seconds = self::seconds($ttl);

        return $seconds === null || $seconds > 0 ? $this->storeOne($key, $data, $seconds) : $this->remove([$key]);
    }

    /**
     * Stores a value only if there is no entry, in one step of the server. An unreadable entry counts as an entry.
     *
     * @param \DateInterval|int|null $ttl as for set(), but above 0
     * @return bool false if there was an entry, or the value was not stored
     * @throws InvalidArgument if PSR-16 does not allow the key, or the value cannot be written
     */
    final public function add(string $key, mixed $value, null|int|\DateInterval $ttl = null): bool
    {
        $this->check($key);
        $seconds = self::positive($ttl);
        if (!$this->isPrepared) {
            $this->prepareToWrite();
        }

        return $this->storeNew($key, $this->entries->write($this->nameOf($key), $value), $seconds);
    }

    final public function delete(string $key): bool
    {
        return $this->remove([$this->check($key)]);
    }

    /** Deletes all keys with the prefix, and nothing else. */
    abstract public function clear(): bool;

    /**
     * @param iterable<string> $keys
     * @return array<string, mixed>
     */
    final public function getMultiple(iterable $keys, mixed $default = null): array
    {
        $keys = $this->checkAll($keys);
        if ($keys === []) {
            return [];
        }
        $values = [];
        $codec = $this->codec;
        foreach ($this->fetchAll($keys, $names) as $i => $data) {
            $values[$keys[$i]] = \is_string($data) && isset($data[Entries::MAX_DIGITS])
                ? @$codec->read($data, $names[$i], $default)
                : $this->entries->read($names[$i], $this->found($keys[$i], $data), $default);
        }

        return $values;
    }

    /**
     * @param iterable<mixed> $values by key
     * @param \DateInterval|int|null $ttl as for set()
     */
    final public function setMultiple(iterable $values, null|int|\DateInterval $ttl = null): bool
    {
        $all = [];
        foreach ($values as $key => $value) {
            $all[$this->check(\is_int($key) ? (string) $key : $key)] = $value;
        }

        return $all === [] || $this->setAll($all, $ttl);
    }

    /** @param iterable<string> $keys */
    final public function deleteMultiple(iterable $keys): bool
    {
        $keys = $this->checkAll($keys);

        return $keys === [] || $this->remove($keys);
    }

    /** Whether get() would return a value. Reads the whole entry. */
    final public function has(string $key): bool
    {
        $miss = new \stdClass();
        $data = $this->fetch($this->check($key));

        return $this->entries->read($this->nameOf($key), $data, $miss) !== $miss;
    }

    /**
     * Adds to a counter atomically. A missing counter starts at 0.
     *
     * @param \DateInterval|int|null $ttl of a new counter; an existing one keeps its own
     * @return int the new number
     * @throws StoreException if the entry is not a counter, or the sum is out of range
     */
    final public function increment(string $key, int $by = 1, null|int|\DateInterval $ttl = null): int
    {
        return $this->count($this->check($key), $by, self::positive($ttl));
    }

    /**
     * The opposite of increment().
     *
     * @param \DateInterval|int|null $ttl as for increment()
     */
    final public function decrement(string $key, int $by = 1, null|int|\DateInterval $ttl = null): int
    {
        if ($by === \PHP_INT_MIN) {
            throw new InvalidArgument('A counter cannot be decremented by ' . $by);
        }

        return $this->count($this->check($key), -$by, self::positive($ttl));
    }

    /** The number of a counter; null for a miss. Counters are never signed. */
    final public function counter(string $key): ?int
    {
        $data = $this->fetch($this->check($key));

        return $data === null ? null : Entries::number($data);
    }

    /**
     * Changes a value without losing concurrent changes (compare and swap): if another client was faster, calls $change again with its value.
     *
     * @param \Closure(mixed $value, bool $isHit): mixed $change returns the new value; gets null for a miss
     * @param \DateInterval|int|null $ttl as for set(), but above 0
     * @return mixed the new value
     * @throws StoreException if another client was faster 1000 times in a row
     */
    final public function update(string $key, \Closure $change, null|int|\DateInterval $ttl = null): mixed
    {
        $this->check($key);
        $seconds = self::positive($ttl);
        $miss = new \stdClass();
        for ($tries = 0; $tries < self::MAX_TRIES; $tries++) {
            $data = $this->fetchToSwap($key, $token);
            $old = $this->entries->read($this->nameOf($key), $data, $miss);
            $value = $old === $miss ? $change(null, false) : $change($old, true);
            // $change may have used this cache, so that names have changed.
            if ($this->swap($key, $token, $this->entries->write($this->nameOf($key), $value), $seconds)) {
                return $value;
            }
        }
        throw new StoreException("Others change \"{$this->nameOf($key)}\" all the time");
    }

    /** @return array<string, int> how many entries were misses because a class has changed since they were written, by class */
    final public function staleEntries(): array
    {
        return $this->entries->stale->counts();
    }

    /** Prefix of all names at the server. */
    abstract protected function start(): string;

    /** The name of a key at the server. */
    final protected function nameOf(string $key): string
    {
        return $this->start() . $key;
    }

    /** The bytes at the server; null for a miss, or if the entry is not a string. */
    abstract protected function fetch(string $key): ?string;

    /**
     * @param non-empty-list<string> $keys
     * @param list<string>|null $names receives the names at the server
     * @param-out list<string> $names
     * @return list<mixed> in the same order; found() makes strings of them
     */
    abstract protected function fetchAll(array $keys, ?array &$names = null): array;

    /** @return string|null null if the result of fetchAll() is a miss */
    protected function found(string $key, mixed $data): ?string
    {
        return \is_string($data) ? $data : null;
    }

    /** @param int|null $seconds above 0 */
    abstract protected function storeOne(string $key, string $data, ?int $seconds): bool;

    /**
     * @param int|null $seconds above 0
     * @return bool false if the key exists, or the entry was not stored
     */
    abstract protected function storeNew(string $key, string $data, ?int $seconds): bool;

    /**
     * @param non-empty-array<string> $entries by key
     * @param int|null $seconds above 0
     */
    abstract protected function store(array $entries, ?int $seconds): bool;

    /** @param non-empty-list<string> $keys */
    abstract protected function remove(array $keys): bool;

    /** @param int|null $seconds above 0, for a new one */
    abstract protected function count(string $key, int $by, ?int $seconds): int;

    /** @param mixed $token receives what swap() compares */
    abstract protected function fetchToSwap(string $key, mixed &$token): ?string;

    /** @return bool false if the entry has changed since fetchToSwap() */
    abstract protected function swap(string $key, mixed $token, string $data, ?int $seconds): bool;

    /** Called before names are used for writing, unless $isPrepared. */
    protected function prepareToWrite(): void
    {
    }

    /** @param non-empty-array<mixed> $values by key */
    private function setAll(array $values, null|int|\DateInterval $ttl): bool
    {
        $seconds = self::seconds($ttl);
        if (!$this->isPrepared) {
            $this->prepareToWrite();
        }
        $entries = [];
        foreach ($values as $key => $value) {
            $entries[$key] = $this->entries->write($this->nameOf((string) $key), $value);
        }

        return $seconds === null || $seconds > 0
            ? $this->store($entries, $seconds)
            : $this->remove(\array_map(\strval(...), \array_keys($entries)));
    }

    final protected function check(mixed $key): string
    {
        if (!\is_string($key)) {
            throw new InvalidArgument('A key must be a string, not ' . \get_debug_type($key));
        }
        if ($key === '' || \strtr($key, $this->refused, $this->replaced) !== $key) {
            throw match (true) {
                $key === '' => new InvalidArgument('A key must not be empty'),
                \strpbrk($key, self::RESERVED) !== false => new InvalidArgument("The key \"$key\" has one of " . self::RESERVED . ', which PSR-16 reserves'),
                default => static::refused($key),
            };
        }

        return $key;
    }

    /** The error for a key that PSR-16 allows and the server rejects. */
    protected static function refused(string $key): InvalidArgument
    {
        return new InvalidArgument("The server does not take the key \"$key\"");
    }

    /**
     * @param iterable<mixed> $keys
     * @return list<string>
     */
    private function checkAll(iterable $keys): array
    {
        $checked = [];
        foreach ($keys as $key) {
            $checked[] = \is_string($key) ? $key : $this->check(\is_int($key) ? (string) $key : $key);
        }
        // One check for all keys; the wrong one is searched only if there is one.
        $all = \implode('', $checked);
        if (\in_array('', $checked, true) || \strtr($all, $this->refused, $this->replaced) !== $all) {
            \array_map($this->check(...), $checked);
        }

        return $checked;
    }

    /** @return int|null seconds; null for no expiry */
    private static function seconds(null|int|\DateInterval $ttl): ?int
    {
        if ($ttl instanceof \DateInterval) {
            $now = new \DateTimeImmutable();
            $end = $now->add($ttl);
            // A fraction of a second is rounded up, whatever the current time's fraction.
            $ttl = $end->getTimestamp() - $now->getTimestamp() + ($end->format('u') > $now->format('u') ? 1 : 0);
        }

        return $ttl === null || $ttl > self::FOR_EVER ? null : $ttl;
    }

    private static function positive(null|int|\DateInterval $ttl): ?int
    {
        $seconds = self::seconds($ttl);

        return $seconds === null || $seconds > 0 ? $seconds : throw new InvalidArgument("The time to live must be above 0, not $seconds");
    }
}
