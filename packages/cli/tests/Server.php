<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Tests\Library\ServerProcess;

/** A server of the tests' own, which ends with them. */
final class Server
{
    public readonly int $port;

    /** @var resource */
    private $process;

    /**
     * @param list<string> $command in which PORT is replaced by a free port
     * @param string       $socket  the path of its socket, if it listens there
     */
    public function __construct(array $command, string $socket = '')
    {
        $this->port = ServerProcess::freePort();
        $command = \str_replace('PORT', (string) $this->port, $command);
        $null = ['file', '/dev/null', 'r+'];
        $process = \proc_open($command, [$null, $null, $null], $pipes, null, \array_diff_key(\getenv(), ['LD_PRELOAD' => '']));
        if ($process === false) {
            throw new \RuntimeException("$command[0] does not start");
        }
        $this->process = $process;
        \register_shutdown_function($this->stop(...));
        for ($i = 0; $i < 1000; ++$i) {
            $stream = @\stream_socket_client($socket !== '' ? "unix://$socket" : "tcp://127.0.0.1:$this->port");
            if ($stream !== false) {
                \fclose($stream);

                return;
            }
            if (!\proc_get_status($process)['running']) {
                break;
            }
            \usleep(10_000);
        }
        $this->stop();
        throw new \RuntimeException("$command[0] does not listen");
    }

    public function stop(): void
    {
        if (\is_resource($this->process)) {
            \proc_terminate($this->process);
            \proc_close($this->process);
        }
    }
}
