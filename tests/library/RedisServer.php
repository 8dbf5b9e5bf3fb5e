<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** A Redis server of the tests' own: it listens on a socket in a directory that is removed with it, and writes no file. */
final class RedisServer
{
    private static ?self $running = null;

    public readonly string $socket;

    /** @param resource $process */
    private function __construct(private string $directory, private $process)
    {
        $this->socket = "$directory/socket";
    }

    /** The one of this process; null where Redis is not installed. */
    public static function get(): ?self
    {
        return self::$running ??= self::start();
    }

    private static function start(): ?self
    {
        $directory = \sys_get_temp_dir() . '/brine-redis-' . \bin2hex(\random_bytes(8));
        \mkdir($directory, 0700);
        $command = [
            'redis-server', '--port', '0', '--unixsocket', "$directory/socket", '--save', '', '--appendonly', 'no', '--dir', $directory, '--daemonize', 'no',
        ];
        $null = ['file', '/dev/null', 'r+'];
        // Under sanitizers PHP is given a library that is not for other programs.
        $environment = \array_diff_key(\getenv(), ['LD_PRELOAD' => '']);
        $process = @\proc_open($command, [$null, $null, $null], $pipes, null, $environment);
        if ($process === false) {
            \rmdir($directory);

            return null;
        }
        $server = new self($directory, $process);
        \register_shutdown_function($server->stop(...));
        for ($i = 0; $i < 500; $i++) {
            if (@\stream_socket_client("unix://$server->socket") !== false) {
                return $server;
            }
            if (!\proc_get_status($process)['running']) {
                break;
            }
            \usleep(10_000);
        }
        $server->stop();

        return null;
    }

    private function stop(): void
    {
        if (\is_resource($this->process)) {
            \proc_terminate($this->process);
            \proc_close($this->process);
        }
        @\unlink($this->socket);
        @\rmdir($this->directory);
    }
}
