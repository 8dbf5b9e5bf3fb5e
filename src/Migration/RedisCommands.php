<?php

declare(strict_types=1);

namespace Brine\Migration;

/**
 * Functions that send a command to a server and return its reply, both unchanged. An error of the server is a \RuntimeException; for a lost
 * connection, clients have exceptions of their own.
 *
 * @internal
 */
final class RedisCommands
{
    private function __construct()
    {
    }

    /** @return \Closure(string, string...): mixed */
    public static function phpredis(\Redis $client): \Closure
    {
        return static function (string ...$command) use ($client): mixed {
            $client->clearLastError();
            try {
                $reply = $client->rawcommand(...$command);
            } catch (\RedisException $error) {
                throw self::refused($error);
            }
            $error = $client->getLastError();

            return $error === null ? $reply : throw new \RuntimeException("Redis: $error");
        };
    }

    /** @return \Closure(string, string...): mixed */
    public static function predis(\Predis\ClientInterface $client): \Closure
    {
        return static function (string $name, string ...$arguments) use ($client): mixed {
            try {
                $reply = $client->executeCommand(new \Predis\Command\RawCommand($name, $arguments));
            } catch (\Predis\Response\ServerException $error) {
                throw new \RuntimeException('Redis: ' . $error->getMessage(), 0, $error);
            }

            return $reply instanceof \Predis\Response\ErrorInterface
                ? throw new \RuntimeException('Redis: ' . $reply->getMessage())
                : $reply;
        };
    }

    /** The client throws some answers of the server, and what happens to the connection: answers begin with a code. */
    public static function refused(\Exception $error): \Exception
    {
        return \preg_match('/\A[A-Z]{2,} /', $error->getMessage()) === 1 ? new \RuntimeException('Redis: ' . $error->getMessage(), 0, $error) : $error;
    }
}
