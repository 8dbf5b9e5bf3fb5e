<?php

declare(strict_types=1);

namespace Brine\Store;

use Brine\Compressed;
use Brine\Decorator;
use Brine\Serializer;
use Psr\Log\LoggerInterface;

/**
 * PSR-16 on Memcached, which cannot delete by prefix: each name contains a random number, the generation, stored as an entry. clear() stores a new
 * one, and entries with the old one are never read again; if it is evicted, all entries are misses.
 */
final class MemcachedCache extends Cache
{
    /** Memcached takes a longer time to live as an absolute time. */
    private const MAX_RELATIVE = 30 * 86400;

    /** The last absolute time that Memcached accepts. */
    private const MAX_ABSOLUTE = 0x7fffffff;

    /** Memcached's limit of a name, in bytes, with the client's prefix. */
    private const MAX_NAME = 250;

    /** Bytes that prefixes leave to the generation and the key. */
    private const LEAST_ROOM = 100;

    /** Characters of ordinary keys, as in RedisCommands. */
    private const USUAL = '*...0..9A..[]..z';

    /** Bytes that no protocol takes in keys. */
    private const CONTROLS = "\0\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f \x7f";

    private string $generationName;
    private string $generation = '';
    /** Prefix of all names: the store's prefix and the generation. */
    private string $start;
    /** Bytes of the longest name without the client's prefix. */
    private readonly int $maxName;
    /** Bytes of the longest key that fits behind $start. */
    private int $maxKey;

    /**
     * @param Serializer $serializer writes and reads values; signatures are bound to the entry's name at the server
     * @param string $prefix of all keys, not empty; end it with a separator, so that no other prefix starts with it
     * @param LoggerInterface|null $logger logs unreadable entries
     * @throws \LogicException if both the serializer and the client compress, or the client does not wait for the server's answers
     * @throws \ValueError if the prefix is empty, or Memcached does not accept it
     */
    public function __construct(
        private \Memcached $client,
        Serializer $serializer,
        string $prefix,
        ?LoggerInterface $logger = null,
    ) {
        // With the text protocol, some methods of the client take bytes beyond ASCII and others do not.
        $refused = self::CONTROLS . ((bool) $client->getOption(\Memcached::OPT_BINARY_PROTOCOL) ? '' : \implode('', \array_map(\chr(...), \range(0x80, 0xff))));
        parent::__construct($serializer, $prefix, $logger, $refused);
        if (self::compresses($serializer)) {
            $this->refuseOption(\Memcached::OPT_COMPRESSION, 'OPT_COMPRESSION', 'would compress what the serializer has compressed');
        }
        $this->refuseOption(\Memcached::OPT_BUFFER_WRITES, 'OPT_BUFFER_WRITES', 'does not tell whether an entry was stored');
        $this->refuseOption(\Memcached::OPT_NOREPLY, 'OPT_NOREPLY', 'does not tell whether an entry was stored');
        $clientPrefix = $client->getOption(\Memcached::OPT_PREFIX_KEY);
        $this->maxName = self::MAX_NAME - (\is_string($clientPrefix) ? \strlen($clientPrefix) : 0);
        if (\strpbrk($prefix, $refused) !== false || \strlen($prefix) > $this->maxName - self::LEAST_ROOM) {
            throw new \ValueError('Memcached takes no prefix with spaces or control characters, with its text protocol none beyond ASCII, '
                . 'and none of more than ' . (self::MAX_NAME - self::LEAST_ROOM) . ' bytes, the prefix of the client counted');
        }
        $this->generationName = $prefix . 'generation';
        $this->isPrepared = false;
        $this->begin('');
    }

    private function refuseOption(int $option, string $name, string $effect): void
    {
        if ((bool) $this->client->getOption($option)) {
            throw new \LogicException("The client has an option $name of its own, and $effect. "
                . "The store needs a client with: \$client->setOption(\\Memcached::$name, false);");
        }
    }

    public function clear(): bool
    {
        $this->begin(self::newGeneration());

        return $this->client->set($this->generationName, $this->generation);
    }

    private function begin(string $generation): void
    {
        $this->generation = $generation;
        $this->start = "$this->prefix$generation:";
        $this->maxKey = $this->maxName - \strlen($this->start);
    }

    protected function start(): string
    {
        return $this->start;
    }

    // get() and set() call the client directly, as in RedisCommands: one round trip, no further calls. The generation comes along with each read.

    public function get(string $key, mixed $default = null): mixed
    {
        // An empty key passes here; no entry has it, and fetch() below rejects it.
        // @phpstan-ignore if.condNotBoolean (unusual keys are checked again)
        if (\ltrim($key, self::USUAL)) {
            $this->check($key);
        }
        if (isset($key[$this->maxKey])) {
            throw self::refused($key);
        }
        $name = $this->start . $key;
        $generation = $this->generationName;
        $all = $this->client->getMulti([$name, $generation]);
        if (($all[$generation] ?? null) === $this->generation) {
            $data = $all[$name] ?? null;
            if ($data !== null) {
                return \is_string($data) && isset($data[Entries::MAX_DIGITS])
                    ? @$this->codec->read($data, $name, $default)
                    : $this->entries->read($name, $this->stringOf($name, $data), $default);
            }
        }
        $data = $this->fetch($this->check($key));

        return $this->entries->read($this->start . $key, $data, $default);
    }

    public function set(string $key, mixed $value, null|int|\DateInterval $ttl = null): bool
    {
        // @phpstan-ignore booleanNot.exprNotBoolean, booleanOr.rightNotBoolean (as above)
        if (!$key || \ltrim($key, self::USUAL)) {
            $this->check($key);
        }
        $generation = $this->client->get($this->generationName);
        if ($generation !== $this->generation) {
            $this->begin($this->theirGeneration($generation));
        }
        if (isset($key[$this->maxKey])) {
            throw self::refused($key);
        }
        $data = $this->entries->write($this->start . $key, $value);
        if (\is_int($ttl) && $ttl > 0 && $ttl <= self::MAX_RELATIVE) {
            return $this->client->set($this->start . $key, $data, $ttl);
        }
        if ($ttl === null) {
            return $this->client->set($this->start . $key, $data);
        }

        return $this->storeFor($ttl, $key, $data);
    }

    protected function fetch(string $key): ?string
    {
        return $this->found($key, $this->fetchAll([$key])[0]);
    }

    /**
     * @param non-empty-list<string> $keys
     * @param list<string>|null $names
     * @param-out list<string> $names
     * @return list<mixed>
     */
    protected function fetchAll(array $keys, ?array &$names = null): array
    {
        $names = $this->names($keys);
        $generation = $this->generationName;
        $all = $this->client->getMulti([...$names, $generation]);
        if (($all[$generation] ?? null) !== $this->generation) {
            $all = $this->askAgain($all, $keys);
            $names = $this->names($keys);
        }
        $found = [];
        foreach ($names as $name) {
            $found[] = $all[$name] ?? null;
        }

        return $found;
    }

    protected function found(string $key, mixed $data): ?string
    {
        return $this->stringOf($this->start . $key, $data);
    }

    /**
     * Fetches again after the generation has changed. If it changes once more meanwhile, all entries are misses.
     *
     * @param array<mixed>|false $all with another generation
     * @param non-empty-list<string> $keys
     * @return array<mixed>
     */
    private function askAgain(array|false $all, array $keys): array
    {
        $this->begin($this->theirGeneration($all[$this->generationName] ?? null));
        $all = $this->client->getMulti([...$this->names($keys), $this->generationName]);
        if (($all[$this->generationName] ?? null) !== $this->generation) {
            $this->begin($this->theirGeneration($all[$this->generationName] ?? null));
        }

        return \is_array($all) ? $all : [];
    }

    protected function storeOne(string $key, string $data, ?int $seconds): bool
    {
        return $this->client->set($this->names([$key])[0], $data, self::expiration($seconds));
    }

    protected function storeNew(string $key, string $data, ?int $seconds): bool
    {
        return $this->client->add($this->names([$key])[0], $data, self::expiration($seconds));
    }

    protected function store(array $entries, ?int $seconds): bool
    {
        $expiration = self::expiration($seconds);
        $isStored = true;
        // setMulti() sends one by one as well, and reports only the last result.
        foreach (\array_combine($this->names(\array_map(\strval(...), \array_keys($entries))), $entries) as $name => $data) {
            $isStored = $this->client->set((string) $name, $data, $expiration) && $isStored;
        }

        return $isStored;
    }

    protected function remove(array $keys): bool
    {
        $this->prepareToWrite();
        foreach ($this->client->deleteMulti($this->names($keys)) as $result) {
            if ($result !== true && $result !== \Memcached::RES_NOTFOUND) {
                return false;
            }
        }

        return true;
    }

    protected function count(string $key, int $by, ?int $seconds): int
    {
        $this->prepareToWrite();
        [$name] = $this->names([$key]);
        // Between two calls, another client may create the counter, or it may expire.
        for ($tries = 0; $tries < 100; $tries++) {
            // PHP_INT_MIN cannot be negated; counters stop at 0 anyway.
            $new = $by < 0 ? $this->client->decrement($name, -\max($by, -\PHP_INT_MAX)) : $this->client->increment($name, $by);
            if (\is_int($new)) {
                return $new >= 0 ? $new : throw $this->overflow($name, $by);
            }
            if ($this->client->getResultCode() !== \Memcached::RES_NOTFOUND) {
                break;
            }
            if ($this->client->add($name, (string) \max(0, $by), self::expiration($seconds))) {
                return \max(0, $by);
            }
        }
        throw $this->failure();
    }

    /** Undoes a step that led beyond the largest integer: Memcached counts to 2^64 - 1, and the client makes negative integers of the upper half. */
    private function overflow(string $name, int $by): StoreException
    {
        $by < 0 ? $this->client->increment($name, -\max($by, -\PHP_INT_MAX)) : $this->client->decrement($name, $by);

        return new StoreException("Memcached: the counter \"$name\" would be above the largest integer");
    }

    protected function fetchToSwap(string $key, mixed &$token): ?string
    {
        $this->prepareToWrite();
        [$name] = $this->names([$key]);
        $found = $this->client->get($name, null, \Memcached::GET_EXTENDED);
        $token = \is_array($found) ? $found['cas'] : null;
        if ($token === 0) {
            throw new StoreException('Memcached does not tell whether an entry has changed: it runs without CAS (option -C)');
        }

        return $this->stringOf($name, \is_array($found) ? $found['value'] : null);
    }

    protected function swap(string $key, mixed $token, string $data, ?int $seconds): bool
    {
        [$name] = $this->names([$key]);
        $isSwapped = \is_int($token) || \is_float($token)
            ? $this->client->cas($token, $name, $data, self::expiration($seconds))
            : $this->client->add($name, $data, self::expiration($seconds));
        $overtaken = [\Memcached::RES_DATA_EXISTS, \Memcached::RES_NOTSTORED, \Memcached::RES_NOTFOUND];

        return $isSwapped || \in_array($this->client->getResultCode(), $overtaken, true) ? $isSwapped : throw $this->failure();
    }

    protected function prepareToWrite(): void
    {
        $this->begin($this->theirGeneration($this->client->get($this->generationName)));
    }

    /** @param mixed $found the entry under the generation's name */
    private function theirGeneration(mixed $found): string
    {
        if (self::isGeneration($found)) {
            return $found;
        }
        $new = self::newGeneration();
        if ($this->client->add($this->generationName, $new)) {
            return $new;
        }
        // Another client was faster; or the server is unreachable, and all reads miss.
        $found = $this->client->get($this->generationName);
        if (!self::isGeneration($found) && $found !== false) {
            // Replace a value that is not a generation: no client could use it.
            $this->client->set($this->generationName, $new);
        }

        return self::isGeneration($found) ? $found : $new;
    }

    /**
     * Whether this class wrote it: other programs may write to the server.
     *
     * @phpstan-assert-if-true string $found
     */
    private static function isGeneration(mixed $found): bool
    {
        return \is_string($found) && \preg_match('/\A[0-9a-f]{16}\z/', $found) === 1;
    }

    /** A generation that was never used. */
    private static function newGeneration(): string
    {
        return \bin2hex(\random_bytes(8));
    }

    private function stringOf(string $name, mixed $found): ?string
    {
        if (\is_string($found)) {
            // Memcached pads a counter that has lost a digit with a space.
            return \strlen($found) <= Entries::MAX_DIGITS && Entries::number($digits = \rtrim($found, ' ')) !== null ? $digits : $found;
        }
        if (\is_int($found)) {
            return (string) $found;
        }
        if ($found !== null && $found !== false) {
            $this->entries->refuse($name, 'no string, but something that the client has read: ' . \get_debug_type($found));
        }

        return null;
    }

    /**
     * Names must be checked before they are sent: of a name that is too long with its prefix, the client still sends the value, and takes
     * the server's second error for the reply to its next command.
     *
     * @param list<string> $keys
     * @return list<string>
     * @throws InvalidArgument if a key is too long
     */
    private function names(array $keys): array
    {
        $names = [];
        $start = $this->start;
        $max = $this->maxKey;
        foreach ($keys as $key) {
            if (isset($key[$max])) {
                throw self::refused($key);
            }
            $names[] = $start . $key;
        }

        return $names;
    }

    protected static function refused(string $key): InvalidArgument
    {
        return new InvalidArgument("Memcached does not take the key \"$key\": it is too long, or has spaces, control characters or, with the text protocol, others than ASCII");
    }

    /** The time to live in Memcached's form: relative, absolute, or 0 for no expiry. */
    private static function expiration(?int $seconds): int
    {
        if ($seconds === null || $seconds <= self::MAX_RELATIVE) {
            return $seconds ?? 0;
        }
        $time = \time() + $seconds;

        return $time <= self::MAX_ABSOLUTE ? $time : 0;
    }

    private static function compresses(Serializer $serializer): bool
    {
        for ($within = $serializer; $within instanceof Decorator; $within = $within->inner()) {
            if ($within instanceof Compressed) {
                return true;
            }
        }

        return false;
    }

    private function failure(): StoreException
    {
        return new StoreException('Memcached: ' . $this->client->getResultMessage());
    }
}
