<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;
use RuntimeException;
use Throwable;

/** A copy of this process that does one thing. */
final class Child
{
    public static function isPossible(): bool
    {
        return function_exists('pcntl_fork');
    }

    /**
     * @template T
     * @param  Closure(): T $what
     * @return T
     */
    public static function run(Closure $what): mixed
    {
        [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException('no pipe');
        $id = pcntl_fork();
        if ($id < 0) {
            throw new RuntimeException('no process');
        }
        if ($id === 0) {
            fclose($ours);
            try {
                $answer = [$what(), null];
            } catch (Throwable $e) {
                $answer = [null, $e->getMessage()];
            }
            fwrite($its, serialize($answer));
            exit(0);
        }
        fclose($its);
        $text = stream_get_contents($ours);
        pcntl_waitpid($id, $status);
        [$result, $error] = $text === '' ? [null, "a child ended with status $status"] : unserialize($text);

        return $error === null ? $result : throw new RuntimeException($error);
    }
}
