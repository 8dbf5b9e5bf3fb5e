<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Console\UsageError;
use Brine\Migration\RedisCommands;
use Brine\Migration\RedisStore;
use Brine\Migration\Store;

/**
 * Connects to the servers of an address, by phpredis or Predis.
 *
 * @internal
 */
final class RedisServers
{
    private const CONNECT_SECONDS = 5.0;

    private function __construct(private readonly RedisAddress $address)
    {
    }

    /**
     * @param string $match pattern of keys
     * @throws UsageError if there is no client
     * @throws \Exception if no server answers
     */
    public static function open(RedisAddress $address, string $match): Store
    {
        if (!\class_exists(\Redis::class) && !\class_exists(\Predis\Client::class)) {
            throw new UsageError('PHP has no client for Redis here. Install the extension redis, or run: composer require --dev predis/predis');
        }
        $servers = new self($address);
        if ($address->kind === 'cluster') {
            $nodes = new ClusterNodes($servers->connect(...), $address->nodes);

            return new EnduringStore(static function () use ($nodes, $match): array {
                $nodes->disconnect();

                return [RedisStore::nodes($nodes, $match), RedisStore::by($nodes->anywhere(...), $match)];
            });
        }

        return new EnduringStore(static function () use ($servers, $address, $match): array {
            $store = RedisStore::by($address->kind === 'sentinel' ? $servers->master() : $servers->connect($address->nodes[0]), $match);

            return [$store, $store];
        });
    }

    /**
     * @param array{string, int} $node
     * @return \Closure(string, string...): mixed
     */
    private function connect(array $node): \Closure
    {
        return $this->client($node, $this->address->user, $this->address->password, $this->address->database);
    }

    /** @return \Closure(string, string...): mixed sends commands to the master that the first Sentinel names that answers */
    private function master(): \Closure
    {
        $failures = [];
        foreach ($this->address->nodes as $node) {
            try {
                $reply = $this->client($node, $this->address->sentinel[0], $this->address->sentinel[1], 0)('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', $this->address->service);
            } catch (\Exception $error) {
                $failures[] = "$node[0]:$node[1]: {$error->getMessage()}";
                continue;
            }
            if (!\is_array($reply) || !\is_string($reply[0] ?? null) || !\is_numeric($reply[1] ?? null)) {
                $failures[] = "$node[0]:$node[1]: it watches no {$this->address->service}";
                continue;
            }
            $master = $this->connect([$reply[0], (int) $reply[1]]);
            self::checkIsMaster($master, "$reply[0]:$reply[1]");

            return $master;
        }
        throw new Unavailable('No Sentinel names the server: ' . \implode('; ', $failures));
    }

    /** @param \Closure(string, string...): mixed $command */
    private static function checkIsMaster(\Closure $command, string $name): void
    {
        try {
            $role = $command('ROLE');
        } catch (\RuntimeException $error) {
            // A user may not be allowed to ask.
            if ($error::class !== \RuntimeException::class) {
                throw $error;
            }
            $role = null;
        }
        if (\is_array($role) && ($role[0] ?? null) !== 'master') {
            throw new Unavailable("$name is no master yet");
        }
    }

    /**
     * @param array{string, int} $node
     * @return \Closure(string, string...): mixed
     */
    private function client(array $node, string $user, #[\SensitiveParameter] ?string $password, int $database): \Closure
    {
        $warnings = [];
        // PHP's warnings say what is wrong with TLS; the exceptions of clients do not.
        \set_error_handler(static function (int $code, string $message) use (&$warnings): bool {
            $warnings[] = $message;

            return true;
        });
        try {
            return \class_exists(\Redis::class)
                ? RedisCommands::phpredis($this->phpredis($node, $user, $password, $database))
                : RedisCommands::predis($this->predis($node, $user, $password, $database));
        } catch (\RedisException|\Predis\PredisException $error) {
            $reason = $this->address->tls === null ? '' : \implode(' ', $warnings);
            throw $reason === '' ? $error : new Unavailable("{$error->getMessage()} (" . \trim((string) \preg_replace('/\s+/', ' ', $reason)) . ')', 0, $error);
        } finally {
            \restore_error_handler();
        }
    }

    /** @param array{string, int} $node */
    private function predis(array $node, string $user, #[\SensitiveParameter] ?string $password, int $database): \Predis\Client
    {
        $tls = $this->address->tls;
        $client = new \Predis\Client(
            ['password' => $password, 'timeout' => self::CONNECT_SECONDS]
            + ($database === 0 ? [] : ['database' => $database])
            + ($user === '' ? [] : ['username' => $user])
            + ($tls === null ? [] : ['ssl' => $tls])
            + ($this->address->socket !== '' ? ['scheme' => 'unix', 'path' => $this->address->socket] : ['scheme' => $tls === null ? 'tcp' : 'tls', 'host' => $node[0], 'port' => $node[1]]),
        );
        $client->connect();

        return $client;
    }

    /** @param array{string, int} $node */
    private function phpredis(array $node, string $user, #[\SensitiveParameter] ?string $password, int $database): \Redis
    {
        $redis = new \Redis();
        $tls = $this->address->tls;
        $isConnected = $redis->connect(...match (true) {
            $this->address->socket !== '' => [$this->address->socket, 0, self::CONNECT_SECONDS],
            $tls === null => [$node[0], $node[1], self::CONNECT_SECONDS],
            default => ["tls://$node[0]", $node[1], self::CONNECT_SECONDS, null, 0, 0.0, ['stream' => $tls]],
        });
        $name = $user === '' ? [] : [$user];
        if (!$isConnected || ($password !== null && !$redis->auth([...$name, $password])) || ($database !== 0 && !$redis->select($database))) {
            throw new \RuntimeException(\rtrim($redis->getLastError() ?? 'Redis refuses', "\0"));
        }

        return $redis;
    }
}
