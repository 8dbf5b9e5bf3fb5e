<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Memcached servers of the tests' own, on ports of this machine, or on a socket. */
final class MemcachedServer
{
    /** @var list<array{string, int}> */
    private static array $addresses = [];

    private static ?ServerProcess $onSocket = null;

    private function __construct()
    {
    }

    /**
     * Those of this process.
     *
     * @return list<array{string, int}> three addresses; empty where Memcached is not installed
     */
    public static function three(): array
    {
        while (\count(self::$addresses) < 3) {
            $port = self::start();
            if ($port === null) {
                return [];
            }
            self::$addresses[] = ['127.0.0.1', $port];
        }

        return self::$addresses;
    }

    /**
     * The socket of one that no other test of this process has filled, but by this.
     *
     * @throws \RuntimeException if it does not start
     */
    public static function socket(): string
    {
        $socket = static fn (string $directory): string => "$directory/memcached.sock";
        self::$onSocket ??= ServerProcess::start(
            static fn (string $directory): array => self::command($directory, ['-s', $socket($directory)]),
            static fn (string $directory): string => "unix://{$socket($directory)}",
        ) ?? throw new \RuntimeException('memcached does not start');

        return $socket(self::$onSocket->directory);
    }

    /**
     * @param string ...$options of memcached
     * @return int|null its port; null where Memcached is not installed
     */
    public static function start(string ...$options): ?int
    {
        $port = ServerProcess::freePort();
        $process = ServerProcess::start(
            static fn (string $directory): array => self::command($directory, ['-l', '127.0.0.1', '-p', "$port", '-U', '0', ...\array_values($options)]),
            static fn (): string => "tcp://127.0.0.1:$port",
        );

        return $process === null ? null : $port;
    }

    /**
     * @param list<string> $address
     * @return list<string>
     */
    private static function command(string $directory, array $address): array
    {
        return ['memcached', '-m', '64', ...$address, ...(\fileowner($directory) === 0 ? ['-u', 'root'] : [])];
    }
}
