<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

/** A memcached of the tests' own, on a socket in the directory for temporary files. It ends with this process. */
final class MemcachedServer
{
    private static ?string $socket = null;

    /** The path of its socket. */
    public static function socket(): string
    {
        if (self::$socket !== null) {
            return self::$socket;
        }
        $socket = \sys_get_temp_dir() . '/brine-memcached-' . \bin2hex(\random_bytes(8));
        $user = \function_exists('posix_geteuid') && \posix_geteuid() === 0 ? ['-u', 'root'] : [];
        // Under sanitizers PHP is given a library that is not for other programs.
        $process = \proc_open(['memcached', '-s', $socket, ...$user], [], $pipes, null, \array_diff_key(\getenv(), ['LD_PRELOAD' => '']));
        if ($process === false) {
            throw new \RuntimeException('There is no memcached');
        }
        \register_shutdown_function(static function () use ($process, $socket): void {
            \proc_terminate($process);
            \proc_close($process);
            @\unlink($socket);
        });
        for ($try = 0; @\stream_socket_client("unix://$socket") === false; ++$try) {
            if ($try === 500) {
                throw new \RuntimeException('memcached does not listen');
            }
            \usleep(10_000);
        }

        return self::$socket = $socket;
    }
}
