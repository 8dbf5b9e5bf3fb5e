<?php

declare(strict_types=1);

namespace Brine\Bench\Drupal;

use RuntimeException;

/** The benchmark's own Redis on a free port of 127.0.0.1, which keeps everything in memory. It ends with the process at the latest. */
final class RedisServer
{
    /** Seconds. */
    private const PATIENCE = 10;

    /** @param resource $process */
    private function __construct(public readonly int $port, public readonly string $password, private $process)
    {
    }

    /** @throws RuntimeException if redis-server is not installed, or does not start */
    public static function start(): self
    {
        $port = self::freePort();
        // Another Redis may take the port meanwhile, and does not know the password.
        $password = \bin2hex(\random_bytes(16));
        $null = ['file', '/dev/null', 'r+'];
        // Under sanitizers, PHP's environment preloads a library that must not affect Redis.
        $environment = \array_diff_key(\getenv(), ['LD_PRELOAD' => '']);
        $process = @\proc_open(
            [
                'redis-server', '--port', (string) $port, '--bind', '127.0.0.1', '--requirepass', $password, '--save', '', '--appendonly', 'no', '--daemonize', 'no',
                '--dir', \sys_get_temp_dir(),
            ],
            [$null, $null, $null],
            $pipes,
            null,
            $environment,
        );
        if ($process === false) {
            throw new RuntimeException('redis-server is not installed');
        }
        $server = new self($port, $password, $process);
        \register_shutdown_function($server->stop(...));
        for ($end = \microtime(true) + self::PATIENCE; \microtime(true) < $end && \proc_get_status($process)['running']; \usleep(10_000)) {
            $stream = @\stream_socket_client("tcp://127.0.0.1:$port");
            if ($stream !== false) {
                \fclose($stream);

                return $server;
            }
        }
        $server->stop();
        throw new RuntimeException('redis-server is not installed, or does not start');
    }

    public function stop(): void
    {
        if (\is_resource($this->process)) {
            \proc_terminate($this->process);
            \proc_close($this->process);
        }
    }

    private static function freePort(): int
    {
        $socket = \stream_socket_server('tcp://127.0.0.1:0');
        $name = $socket === false ? '' : (string) \stream_socket_get_name($socket, false);

        return (int) \substr((string) \strrchr($name, ':'), 1);
    }
}
