<?php

declare(strict_types=1);

namespace Brine\Bench;

use RuntimeException;

/** PHP's own server with two workers, for what only servers do. */
final class Served
{
    /** Tenths of a second until the server answers. */
    private const PATIENCE = 100;

    /**
     * @param list<string> $command PHP with its settings
     * @param string       $code    of the only page
     * @param list<string> $call    what it gets as $_POST['call']
     */
    public static function answer(array $command, string $code, array $call): string
    {
        $script = (string) \tempnam(\sys_get_temp_dir(), 'brine_bench_');
        \file_put_contents($script, $code);
        $address = self::freeAddress();
        $files = [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']];
        // A group of processes, since the server does not end its workers.
        $server = @\proc_open(['setsid', ...$command, '-S', $address, $script], $files, $pipes, null, ['PHP_CLI_SERVER_WORKERS' => '2'] + \getenv());
        if ($server === false) {
            throw new RuntimeException("PHP's own server does not start");
        }
        try {
            return self::ask($address, $call);
        } finally {
            \exec('kill -- -' . \proc_get_status($server)['pid'] . ' 2>&1');
            \proc_close($server);
            \unlink($script);
        }
    }

    /** @param list<string> $call */
    private static function ask(string $address, array $call): string
    {
        $context = \stream_context_create(['http' => [
            'method' => 'POST', 'header' => 'Content-Type: application/x-www-form-urlencoded', 'content' => \http_build_query(['call' => $call]), 'timeout' => 3600,
        ]]);
        for ($tries = 0; $tries < self::PATIENCE; ++$tries) {
            $answer = @\file_get_contents("http://$address/", false, $context);
            if ($answer !== false) {
                return $answer;
            }
            \usleep(100_000);
        }
        throw new RuntimeException("PHP's own server does not answer");
    }

    private static function freeAddress(): string
    {
        $socket = \stream_socket_server('tcp://127.0.0.1:0');
        if ($socket === false) {
            throw new RuntimeException('There is no free port');
        }
        $address = (string) \stream_socket_get_name($socket, false);
        \fclose($socket);

        return $address;
    }
}
