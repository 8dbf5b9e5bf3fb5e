<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Tests\Library\ServerProcess;

/** Servers as managed services have them: by TLS with client certificates, with users, in a cluster. */
final class ManagedRedis
{
    private const BUS = 10_000;
    private const SLOTS = 16_384;

    /** @var array<string, string>|null paths of certificates and keys, by name */
    private static ?array $files = null;

    private function __construct(public readonly int $port, public readonly int $tlsPort, private readonly ServerProcess $process)
    {
    }

    /**
     * @param list<string> $options of redis-server
     * @return self|null null where Redis is not installed
     */
    public static function start(array $options = []): ?self
    {
        [$port, $tls] = [ServerProcess::freePort(self::BUS), ServerProcess::freePort(self::BUS)];
        $files = self::files();
        $process = ServerProcess::start(
            static fn (string $directory): array => [
                'redis-server', '--save', '', '--dir', $directory, '--bind', '127.0.0.1', '--port', "$port", '--tls-port', "$tls", '--tls-ca-cert-file', $files['ca'],
                '--tls-cert-file', $files['server'], '--tls-key-file', $files['server-key'], '--tls-auth-clients', 'yes', '--cluster-config-file', 'nodes.conf', ...$options,
            ],
            static fn (): string => "tcp://127.0.0.1:$port",
        );

        return $process === null ? null : new self($port, $tls, $process);
    }

    /**
     * Three masters, the last one with a replica.
     *
     * @param bool $isTls whether they speak to each other by TLS, and name their ports for TLS to clients by TLS
     *
     * @return list<self> empty where Redis is not installed
     */
    public static function cluster(bool $isTls = false): array
    {
        $nodes = [];
        for ($i = 0; $i < 4; ++$i) {
            $node = self::start(['--tls-cluster', $isTls ? 'yes' : 'no', '--tls-replication', $isTls ? 'yes' : 'no', '--cluster-enabled', 'yes', '--cluster-node-timeout', '1500', '--repl-diskless-sync-delay', '0']);
            if ($node === null) {
                return [];
            }
            $nodes[] = $node;
        }
        foreach ($nodes as $i => $node) {
            if ($i < 3) {
                $node->ask('CLUSTER', 'ADDSLOTSRANGE', (string) \intdiv(self::SLOTS * $i, 3), (string) (\intdiv(self::SLOTS * ($i + 1), 3) - 1));
            }
            $node->ask('CLUSTER', 'MEET', '127.0.0.1', (string) ($isTls ? $nodes[0]->tlsPort : $nodes[0]->port));
        }
        $nodes[3]->await(['CLUSTER', 'INFO'], '/cluster_state:ok.*cluster_known_nodes:4/s');
        $id = $nodes[2]->ask('CLUSTER', 'MYID');
        $nodes[3]->await(['CLUSTER', 'REPLICATE', \is_string($id) ? $id : ''], '/OK/');
        $nodes[3]->await(['INFO', 'replication'], '/master_link_status:up/');
        foreach ($nodes as $node) {
            $node->await(['CLUSTER', 'INFO'], '/cluster_state:ok.*cluster_known_nodes:4/s');
            $node->await(['CLUSTER', 'SLOTS'], "/{$nodes[3]->port}/");
        }

        return $nodes;
    }

    /** Ends at once, without a word to its replica. */
    public function crash(): void
    {
        try {
            $this->ask('SHUTDOWN', 'NOSAVE', 'NOW', 'FORCE');
        } catch (\Predis\Connection\ConnectionException) {
            // It has no answer.
        }
    }

    public function stop(): void
    {
        $this->process->stop();
    }

    public function ask(string ...$words): mixed
    {
        return (new \Predis\Client(['host' => '127.0.0.1', 'port' => $this->port], ['exceptions' => false]))->executeRaw(\array_values($words));
    }

    /** @param list<string> $words */
    private function await(array $words, string $pattern): void
    {
        for ($tries = 0; \preg_match($pattern, $answer = (string) \json_encode($this->ask(...$words), \JSON_UNESCAPED_SLASHES)) !== 1; ++$tries) {
            if ($tries === 300) {
                throw new \RuntimeException("Redis answers $answer");
            }
            \usleep(50_000);
        }
    }

    /** The part of a URL that names the files. */
    public static function query(): string
    {
        $files = self::files();

        return "?cafile=$files[ca]&certfile=$files[client]&keyfile={$files['client-key']}";
    }

    /** @return array<string, string> */
    public static function files(): array
    {
        if (self::$files !== null) {
            return self::$files;
        }
        $directory = \sys_get_temp_dir() . '/brine-tls-' . \bin2hex(\random_bytes(8));
        \mkdir($directory, 0700);
        $process = \getmypid();
        \register_shutdown_function(static function () use ($directory, $process): void {
            if (\getmypid() !== $process) {
                return;
            }
            foreach ((array) \glob("$directory/*") as $file) {
                @\unlink((string) $file);
            }
            @\rmdir($directory);
        });
        \file_put_contents("$directory/names", "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
        $commands = ['openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca-key -out ca'];
        foreach (['server', 'client'] as $name) {
            $commands[] = "openssl req -newkey rsa:2048 -nodes -subj /CN=$name -keyout $name-key -out $name-request";
            $commands[] = "openssl x509 -req -in $name-request -CA ca -CAkey ca-key -CAcreateserial -days 2 -extfile names -out $name";
        }
        \exec('cd ' . \escapeshellarg($directory) . ' && { ' . \implode(' && ', $commands) . '; } 2>&1', $output, $status);
        if ($status !== 0) {
            throw new \RuntimeException('openssl: ' . \implode("\n", $output));
        }

        return self::$files = ['ca' => "$directory/ca", 'server' => "$directory/server", 'server-key' => "$directory/server-key", 'client' => "$directory/client", 'client-key' => "$directory/client-key"];
    }
}
