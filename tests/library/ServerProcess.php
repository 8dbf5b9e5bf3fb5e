<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** A server of the tests' own, in a directory that is removed with it. It ends with the tests. */
final class ServerProcess
{
    /** Seconds. */
    private const PATIENCE = 10;

    /** @param resource $process */
    private function __construct(public readonly string $directory, private $process)
    {
    }

    /**
     * @param \Closure(string $directory): list<string> $command
     * @param \Closure(string $directory): string $address where it listens, as for stream_socket_client()
     * @return self|null null where the program is not installed, or does not answer
     */
    public static function start(\Closure $command, \Closure $address): ?self
    {
        $directory = \sys_get_temp_dir() . '/brine-server-' . \bin2hex(\random_bytes(8));
        \mkdir($directory, 0700);
        $null = ['file', '/dev/null', 'r+'];
        // Under sanitizers PHP is given a library that is not for other programs.
        $environment = \array_diff_key(\getenv(), ['LD_PRELOAD' => '']);
        $process = @\proc_open($command($directory), [$null, $null, $null], $pipes, $directory, $environment);
        if ($process === false) {
            \rmdir($directory);

            return null;
        }
        $server = new self($directory, $process);
        \register_shutdown_function($server->stop(...));
        for ($end = \microtime(true) + self::PATIENCE; \microtime(true) < $end && $server->isRunning(); \usleep(10_000)) {
            if (@\stream_socket_client($address($directory)) !== false) {
                return $server;
            }
        }
        $server->stop();

        return null;
    }

    /** A port of this machine that nobody listens on; both it and the one that is so many above it. */
    public static function freePort(int $above = 0): int
    {
        for ($tries = 0; $tries < 100; $tries++) {
            $port = \random_int(15_000, 30_000);
            $sockets = [];
            foreach (\array_unique([$port, $port + $above]) as $wanted) {
                $sockets[] = @\stream_socket_server("tcp://127.0.0.1:$wanted");
            }
            if (!\in_array(false, $sockets, true)) {
                return $port;
            }
        }
        throw new \RuntimeException('There is no free port');
    }

    public function isRunning(): bool
    {
        return \is_resource($this->process) && \proc_get_status($this->process)['running'];
    }

    public function stop(): void
    {
        if (\is_resource($this->process)) {
            \proc_terminate($this->process);
            \proc_close($this->process);
        }
        foreach ((array) \glob("$this->directory/*") as $file) {
            @\unlink((string) $file);
        }
        @\rmdir($this->directory);
    }
}
