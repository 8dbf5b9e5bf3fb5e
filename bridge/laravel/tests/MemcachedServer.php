<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

/** A Memcached server of the tests' own, on a socket. It ends with PHP. */
final class MemcachedServer
{
    private static ?string $socket = null;

    /** @throws \RuntimeException if it does not start */
    public static function socket(): string
    {
        if (self::$socket !== null) {
            return self::$socket;
        }
        $socket = \sys_get_temp_dir() . '/brine-memcached-' . \bin2hex(\random_bytes(8));
        $environment = \array_diff_key(\getenv(), ['LD_PRELOAD' => '']);
        $process = \proc_open(['memcached', '-u', 'root', '-s', $socket, '-m', '64'], [], $pipes, null, $environment);
        \register_shutdown_function(static function () use ($process, $socket): void {
            if (\is_resource($process)) {
                \proc_terminate($process);
                \proc_close($process);
            }
            @\unlink($socket);
        });
        for ($i = 0; $i < 500; $i++) {
            if (@\stream_socket_client("unix://$socket") !== false) {
                return self::$socket = $socket;
            }
            \usleep(10_000);
        }
        throw new \RuntimeException('memcached does not start');
    }
}
