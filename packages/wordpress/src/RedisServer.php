<?php

declare(strict_types=1);

namespace Brine\WordPress;

use Brine\Migration\RedisStore;
use Brine\Migration\Store;
use Predis\ClientInterface;
use Predis\Command\RawCommand;
use Predis\Connection\Cluster\ClusterInterface;
use Predis\PredisException;
use Predis\Response\ErrorInterface;
use Predis\Response\Status;

/** Redis by phpredis or Predis: one server, a replicated one, or a cluster. */
final class RedisServer implements Server
{
    /** KEYS: names. ARGV: seconds or 0; NX, XX or nothing; the bytes of each name. */
    private const STORE = <<<'LUA'
        local stored = {}
        for i, name in ipairs(KEYS) do
            local command = {'SET', name, ARGV[i + 2]}
            if ARGV[1] ~= '0' then
                table.insert(command, 'EX')
                table.insert(command, ARGV[1])
            end
            if ARGV[2] ~= '' then
                table.insert(command, ARGV[2])
            end
            stored[i] = redis.call(unpack(command)) and 1 or 0
        end
        return stored
        LUA;

    private const DELETE = <<<'LUA'
        local deleted = {}
        for i, name in ipairs(KEYS) do
            deleted[i] = redis.call('DEL', name)
        end
        return deleted
        LUA;

    /** KEYS: the name. ARGV: old bytes, none if there is no string; new bytes; seconds, 0, or -1 to keep the time to live. */
    private const SWAP = <<<'LUA'
        local old = redis.call('TYPE', KEYS[1]).ok == 'string' and redis.call('GET', KEYS[1]) or ''
        if old ~= ARGV[1] then
            return 0
        end
        local left = redis.call('PTTL', KEYS[1])
        if ARGV[3] == '-1' and left >= 0 then
            redis.call('SET', KEYS[1], ARGV[2], 'PX', string.format('%.0f', math.max(left, 1)))
        elseif ARGV[3] == '-1' or ARGV[3] == '0' then
            redis.call('SET', KEYS[1], ARGV[2])
        else
            redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
        end
        return 1
        LUA;

    /** Names per command or script, at most. */
    private const AT_ONCE = 1000;

    /** @var \WeakMap<self, \Redis|\RedisCluster|ClientInterface> of all objects: plugins print what they find in the cache, and Predis has the password */
    private static \WeakMap $clients;

    private readonly bool $isCluster;

    /**
     * @param string $salt before all names of the site
     * @param string|null $prefix of its names, after the salt; null for a network, whose names have a blog's number or nothing there
     * @param string|null $former prefix of the names of a network before it was one: nobody reads them, and flush() deletes them; null for a site
     * @param string $label client and address
     */
    public function __construct(
        \Redis|\RedisCluster|ClientInterface $client,
        private readonly string $salt,
        private readonly ?string $prefix,
        private readonly ?string $former,
        private readonly string $label,
    ) {
        self::$clients ??= new \WeakMap();
        self::$clients[$this] = $client;
        $this->isCluster = $client instanceof \RedisCluster
            || ($client instanceof ClientInterface && $client->getConnection() instanceof ClusterInterface);
    }

    public function get(string $group, array $names): array
    {
        $found = [];
        foreach ($this->chunks($names) as $some) {
            $all = $this->send($some[0], 'MGET', ...$some);
            foreach (self::replies($all, $some) as $i => $data) {
                if (\is_string($data)) {
                    $found[$some[$i]] = $data;
                }
            }
        }

        return $found;
    }

    public function store(Mode $mode, string $group, array $entries, int $seconds): array
    {
        $stored = [];
        foreach ($this->chunks(\array_keys($entries)) as $some) {
            if (\count($some) === 1) {
                $options = [...($seconds > 0 ? ['EX', (string) $seconds] : []), ...($mode === Mode::Set ? [] : [$mode->value])];
                $reply = $this->write($some[0], 'SET', $some[0], $entries[$some[0]], ...$options);
                $stored[$some[0]] = $reply instanceof ServerException ? null : $reply === true;
                continue;
            }
            $data = \array_map(static fn (string $name): string => $entries[$name], $some);
            $replies = $this->write($some[0], 'EVAL', self::STORE, (string) \count($some), ...$some, ...[(string) $seconds, $mode->value], ...$data);
            foreach ($some as $i => $name) {
                $stored[$name] = $replies instanceof ServerException ? null : \is_array($replies) && ($replies[$i] ?? 0) === 1;
            }
        }

        return $stored;
    }

    public function delete(string $group, array $names): array
    {
        $deleted = [];
        foreach ($this->chunks($names) as $some) {
            $replies = \count($some) === 1
                ? [$this->send($some[0], 'DEL', ...$some)]
                : $this->send($some[0], 'EVAL', self::DELETE, (string) \count($some), ...$some);
            foreach (self::replies($replies, $some) as $i => $count) {
                $deleted[$some[$i]] = $count === 1;
            }
        }

        return $deleted;
    }

    public function swap(string $group, string $name, string $old, string $new, ?int $seconds): bool
    {
        return $this->write($name, 'EVAL', self::SWAP, '1', $name, $old, $new, (string) ($seconds ?? -1)) === 1;
    }

    public function flush(): bool
    {
        return $this->deleteAll(
            $this->pattern($this->prefix, '*'),
            fn (string $name): bool => $this->isOfSite($name) || ($this->former !== null && $this->begins($name, $this->former)),
        );
    }

    public function flushGroup(string $group, ?string $prefix): bool
    {
        // A star of the pattern may stand for colons, too.
        return $this->deleteAll(
            $this->pattern($prefix, self::quoted("$group:") . '*'),
            fn (string $name): bool => $this->isOfSite($name) && \explode(':', \substr($name, \strlen($this->salt)), 3)[1] === $group,
        );
    }

    public function label(): string
    {
        return $this->label;
    }

    public function client(): \Redis|\RedisCluster|ClientInterface
    {
        return self::$clients[$this];
    }

    /** The site's entries, to walk and replace them. */
    public function entries(): Store
    {
        $pattern = $this->pattern($this->prefix, '*');
        $client = self::$clients[$this];
        $store = match (true) {
            $client instanceof \RedisCluster => RedisStore::cluster($client, $pattern),
            $client instanceof \Redis => RedisStore::phpredis($client, $pattern),
            default => RedisStore::predis($client, $pattern),
        };

        return new SiteEntries($store, $this->isOfSite(...));
    }

    /**
     * A pattern of names of the site, and maybe of others.
     *
     * @param string|null $prefix null for that of any blog
     * @param string $rest of the pattern, after the colon
     */
    private function pattern(?string $prefix, string $rest): string
    {
        return self::quoted($this->salt) . ($prefix === null ? '*' : self::quoted($prefix)) . ":$rest";
    }

    /** Whether the site has made the name, rather than another program in the same database. */
    private function isOfSite(string $name): bool
    {
        return $this->prefix === null
            ? \preg_match('/\A[0-9]*:[^:]+:[^:]*\z/s', \substr($name, \strlen($this->salt))) === 1
            : $this->begins($name, $this->prefix);
    }

    /** Whether a name with this prefix, and two colons: with others, the salt begins that of another site. */
    private function begins(string $name, string $prefix): bool
    {
        $rest = \substr($name, \strlen($this->salt));

        return \substr_count($rest, ':') === 2 && \str_starts_with($rest, "$prefix:");
    }

    /**
     * @param \Closure(string): bool $isMeant
     * @return true
     */
    private function deleteAll(string $pattern, \Closure $isMeant): bool
    {
        foreach ($this->nodes() as $node) {
            $cursor = '0';
            do {
                $reply = $this->send($node, 'SCAN', $cursor, 'MATCH', $pattern, 'COUNT', (string) self::AT_ONCE);
                if (!\is_array($reply) || !\is_scalar($reply[0] ?? null) || !\is_array($reply[1] ?? null)) {
                    throw new ServerException('Redis: SCAN has no such reply');
                }
                $cursor = (string) $reply[0];
                $names = \array_values(\array_filter($reply[1], static fn (mixed $name): bool => \is_string($name) && $isMeant($name)));
                foreach ($this->chunks($names) as $some) {
                    $this->send($this->isCluster ? $some[0] : $node, 'UNLINK', ...$some);
                }
            } while ($cursor !== '0');
        }

        return true;
    }

    /**
     * @param list<string> $names
     * @return list<non-empty-list<string>> those that one command may have
     */
    private function chunks(array $names): array
    {
        return \array_chunk($names, $this->isCluster ? 1 : self::AT_ONCE);
    }

    /** A string as a pattern of Redis that matches nothing else. */
    private static function quoted(string $text): string
    {
        return \addcslashes($text, '*?[]\\');
    }

    /**
     * @param list<string> $names
     * @return list<mixed> as many as names
     */
    private static function replies(mixed $replies, array $names): array
    {
        return \is_array($replies) && \count($replies) === \count($names)
            ? \array_values($replies)
            : throw new ServerException('Redis has no such reply');
    }

    /** @return iterable<mixed> first argument of send(), for each server with its own keys */
    private function nodes(): iterable
    {
        $client = self::$clients[$this];

        return match (true) {
            $client instanceof \RedisCluster => $client->_masters(),
            $this->isCluster && $client instanceof \Traversable => $client,
            default => [''],
        };
    }

    /** As send(); the error itself if the server has no memory left. */
    private function write(string $key, string ...$command): mixed
    {
        try {
            return $this->send($key, ...$command);
        } catch (ServerException $error) {
            return \str_contains($error->getMessage(), 'OOM command not allowed') ? $error : throw $error;
        }
    }

    /**
     * @param mixed $node of a cluster; or a key that it has
     * @return mixed true for a status; false or null for nothing
     */
    private function send(mixed $node, string ...$command): mixed
    {
        $client = self::$clients[$this];
        try {
            if ($client instanceof ClientInterface) {
                $client = $node instanceof ClientInterface ? $node : $client;
                $reply = $client->executeCommand(new RawCommand(\array_shift($command) ?? '', $command));

                return match (true) {
                    $reply instanceof ErrorInterface => throw new ServerException('Redis: ' . $reply->getMessage()),
                    default => $reply instanceof Status ? true : $reply,
                };
            }
            $client->clearLastError();
            $reply = $client instanceof \RedisCluster
                ? $client->rawcommand(\is_array($node) || \is_string($node) ? $node : '', ...$command)
                : $client->rawcommand(...$command);
            $error = $client->getLastError();
        } catch (\RedisException | \RedisClusterException | PredisException $cause) {
            throw new ServerException('Redis: ' . $cause->getMessage(), 0, $cause);
        }

        return $error === null ? $reply : throw new ServerException("Redis: $error");
    }
}
