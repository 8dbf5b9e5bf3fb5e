<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Redis servers of the tests' own. They write no file, but those of a cluster or of Sentinel. */
final class RedisServer
{
    private const BUS = 10_000;
    private const SLOTS = 16_384;

    private static ?self $running = null;
    /** @var list<string> */
    private static array $cluster = [];
    private static ?int $sentinel = null;

    private function __construct(public readonly string $socket, public readonly int $port = 0)
    {
    }

    /** The one of this process, on a socket; null where Redis is not installed. */
    public static function get(): ?self
    {
        return self::$running ??= self::start();
    }

    private static function start(): ?self
    {
        $process = ServerProcess::start(
            static fn (string $directory): array => self::command($directory, '--port', '0', '--unixsocket', "$directory/socket"),
            static fn (string $directory): string => "unix://$directory/socket",
        );

        return $process === null ? null : new self("$process->directory/socket");
    }

    /** One on a separate port. */
    public static function onPort(string ...$arguments): ?self
    {
        $port = ServerProcess::freePort(self::BUS);
        $process = ServerProcess::start(
            static fn (string $directory): array => self::command($directory, '--port', "$port", '--bind', '127.0.0.1', ...\array_values($arguments)),
            static fn (): string => "tcp://127.0.0.1:$port",
        );

        return $process === null ? null : new self('', $port);
    }

    /**
     * A master of a cluster of two, on a port; with the same file in the place of another one that has ended, it is the same master.
     *
     * @param string $file where it keeps what it knows of the cluster
     */
    public static function master(int $port, string $file): ServerProcess
    {
        return ServerProcess::start(
            static fn (string $directory): array => self::command($directory, '--port', "$port", '--bind', '127.0.0.1', '--cluster-enabled', 'yes', '--cluster-config-file', $file),
            static fn (): string => "tcp://127.0.0.1:$port",
        ) ?? throw new \RuntimeException('Redis does not start');
    }

    /** @param list<int> $ports of all masters; waits until each knows that all slots are served */
    public static function meet(array $ports): void
    {
        foreach ($ports as $i => $port) {
            $slots = \range(\intdiv(self::SLOTS * $i, \count($ports)), \intdiv(self::SLOTS * ($i + 1), \count($ports)) - 1);
            self::ask($port, 'CLUSTER ADDSLOTS ' . \implode(' ', $slots));
            self::ask($port, "CLUSTER MEET 127.0.0.1 $ports[0]");
        }
        self::awaitCluster($ports);
    }

    /** @param list<int> $ports */
    public static function awaitCluster(array $ports): void
    {
        $count = \count($ports);
        foreach ($ports as $port) {
            self::await($port, 'CLUSTER INFO', "/cluster_state:ok.*cluster_known_nodes:$count/s");
        }
    }

    /** Gives a slot to another master; it must be empty. */
    public static function moveSlot(int $slot, int $to, int ...$ports): void
    {
        $id = \preg_match('/[0-9a-f]{40}/', self::ask($to, 'CLUSTER MYID'), $match) === 1 ? $match[0] : throw new \RuntimeException('Redis has no id');
        foreach ([$to, ...$ports] as $port) {
            self::await($port, "CLUSTER SETSLOT $slot NODE $id", '/OK/');
        }
    }

    /**
     * Three masters that share the slots.
     *
     * @return list<string> their addresses; empty where Redis is not installed
     */
    public static function cluster(): array
    {
        if (self::$cluster !== []) {
            return self::$cluster;
        }
        $ports = [];
        for ($i = 0; $i < 3; $i++) {
            $server = self::onPort('--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf');
            if ($server === null) {
                return [];
            }
            $ports[] = $server->port;
        }
        self::meet($ports);

        return self::$cluster = \array_map(static fn (int $port): string => "127.0.0.1:$port", $ports);
    }

    /**
     * A Sentinel that watches a server with a replica by the name of "main".
     *
     * @return int|null its port; null where Redis is not installed
     */
    public static function sentinel(): ?int
    {
        if (self::$sentinel !== null) {
            return self::$sentinel;
        }
        $server = self::onPort();
        $replica = $server === null ? null : self::onPort('--replicaof', '127.0.0.1', "$server->port", '--repl-diskless-sync-delay', '0');
        if ($server === null || $replica === null) {
            return null;
        }
        self::await($server->port, 'INFO replication', '/state=online/');
        $own = ServerProcess::freePort();
        $process = ServerProcess::start(
            static function (string $directory) use ($server, $own): array {
                \file_put_contents("$directory/sentinel.conf", "port $own\nbind 127.0.0.1\ndir $directory\nsentinel monitor main 127.0.0.1 $server->port 1\n");

                return ['redis-server', "$directory/sentinel.conf", '--sentinel'];
            },
            static fn (): string => "tcp://127.0.0.1:$own",
        );
        if ($process === null) {
            return null;
        }
        self::await($own, 'SENTINEL REPLICAS main', "/$replica->port.*master-link-status\\r\\n\\$\\d+\\r\\nok/s");

        return self::$sentinel = $own;
    }

    /** The replica takes the place of the server, which ends. Later requests for a Sentinel get another one. */
    public static function failOver(): void
    {
        $sentinel = self::$sentinel ?? throw new \LogicException('There is no Sentinel');
        $master = static fn (): int => \preg_match('/\r\n(\d{4,5})\r\n/', self::ask($sentinel, 'SENTINEL GET-MASTER-ADDR-BY-NAME main'), $match) === 1 ? (int) $match[1] : 0;
        $old = $master();
        // Data missing in the replica at takeover is lost.
        self::await($old, 'INFO replication', '/slave0:.*,offset=(\d+),.*\nmaster_repl_offset:\1\r/s');
        self::ask($sentinel, 'SENTINEL FAILOVER main');
        self::await($sentinel, 'SENTINEL GET-MASTER-ADDR-BY-NAME main', "/\r\n(?!$old\r)\\d{4,5}\r\n/");
        self::await($master(), 'INFO replication', '/role:master/');
        self::ask($old, 'SHUTDOWN NOSAVE');
        self::$sentinel = null;
    }

    /** @return list<string> */
    private static function command(string $directory, string ...$arguments): array
    {
        return ['redis-server', '--save', '', '--appendonly', 'no', '--dir', $directory, '--daemonize', 'no', ...\array_values($arguments)];
    }

    private static function await(int $port, string $command, string $pattern): void
    {
        for ($tries = 0; \preg_match($pattern, $answer = self::ask($port, $command)) !== 1; $tries++) {
            if ($tries === 300) {
                throw new \RuntimeException("Redis answers to $command: $answer");
            }
            \usleep(50_000);
        }
    }

    /** The answer, or its beginning. */
    private static function ask(int $port, string $command): string
    {
        $stream = \stream_socket_client("tcp://127.0.0.1:$port");
        if ($stream === false) {
            throw new \RuntimeException('Redis does not answer');
        }
        \fwrite($stream, "$command\r\n");
        // Sentinel does not know QUIT. Like all servers, it closes the connection after the last answer.
        \stream_socket_shutdown($stream, \STREAM_SHUT_WR);

        return (string) \stream_get_contents($stream);
    }
}
