<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;
use RuntimeException;
use Throwable;

/** A fork of this process that runs one function. */
final class Child
{
    public static function isPossible(): bool
    {
        return \function_exists('pcntl_fork');
    }

    /**
     * @template T
     * @param  Closure(): T $what
     * @return T
     */
    public static function run(Closure $what): mixed
    {
        $pair = \stream_socket_pair(\STREAM_PF_UNIX, \STREAM_SOCK_STREAM, 0);
        if ($pair === false) {
            throw new RuntimeException('no pipe');
        }
        [$ours, $its] = $pair;
        $id = \pcntl_fork();
        if ($id < 0) {
            throw new RuntimeException('no process');
        }
        if ($id === 0) {
            \fclose($ours);
            try {
                $answer = [$what(), null];
            } catch (Throwable $e) {
                $answer = [null, $e->getMessage()];
            }
            \fwrite($its, \serialize($answer));
            exit(0);
        }
        \fclose($its);
        $text = (string) \stream_get_contents($ours);
        $status = 0;
        \pcntl_waitpid($id, $status);
        /** @var array{T, ?string} $answer */
        $answer = $text === '' ? [null, 'a child ended with status ' . \print_r($status, true)] : \unserialize($text);

        return $answer[1] === null ? $answer[0] : throw new RuntimeException($answer[1]);
    }
}
