<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Memcached servers of the tests' own, on ports of this machine. */
final class MemcachedServer
{
    /** @var list<array{string, int}> */
    private static array $addresses = [];

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

    /** @return int|null its port; null where Memcached is not installed */
    private static function start(): ?int
    {
        $port = ServerProcess::freePort();
        $process = ServerProcess::start(
            static fn (string $directory): array => [
                'memcached', '-l', '127.0.0.1', '-p', "$port", '-U', '0', '-m', '64', ...(\fileowner($directory) === 0 ? ['-u', 'root'] : []),
            ],
            static fn (): string => "tcp://127.0.0.1:$port",
        );

        return $process === null ? null : $port;
    }
}
