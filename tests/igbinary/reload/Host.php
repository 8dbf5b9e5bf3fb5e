<?php

declare(strict_types=1);

namespace Brine\Tests\Igbinary;

use Brine\Tests\Resident\Server\FastCgi;

/** A host with php-fpm and two workers, whose ini files are those of a Debian. Another kind is loaded by a reload, as `systemctl reload` does it. */
final class Host
{
    public readonly string $socket;
    /** @var resource */
    private $process;

    /** @param list<string> $settings lines of php.ini */
    public function __construct(private readonly string $directory, private readonly string $program, array $settings, string $redis, public string $kind)
    {
        $this->socket = "$directory/socket";
        \mkdir("$directory/conf.d", 0o700, true);
        \file_put_contents("$directory/php.ini", \implode("\n", [...$settings, 'log_errors = 1', '']));
        $isRoot = \fileowner($directory) === 0;
        \file_put_contents("$directory/fpm.conf", \implode("\n", [
            '[global]', 'daemonize = no', "error_log = $directory/log",
            // Without it workers are ended in the middle of a request.
            'process_control_timeout = 30s',
            '[host]', ...($isRoot ? ['user = root', 'group = root'] : []), "listen = $this->socket", 'pm = static', 'pm.max_children = 2', 'catch_workers_output = yes',
            "env[REDIS_SOCKET] = $redis", '',
        ]));
        $this->configure();
        $log = ['file', "$directory/log", 'a'];
        $command = [$program, '-c', "$directory/php.ini", '-F', '-O', '-y', "$directory/fpm.conf", ...($isRoot ? ['-R'] : [])];
        $process = \proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes, null, ['PHP_INI_SCAN_DIR' => "$directory/conf.d"] + \getenv());
        $this->process = \is_resource($process) ? $process : throw new \RuntimeException("$program does not start");
        $this->await();
    }

    /** Replaces the ini files, and reloads. The old workers end their requests. */
    public function reload(string $kind): void
    {
        $this->kind = $kind;
        $this->configure();
        \proc_terminate($this->process, 12 /* USR2 */);
        $this->await();
    }

    public function log(): string
    {
        return (string) \file_get_contents("$this->directory/log");
    }

    public function stop(): void
    {
        \proc_terminate($this->process);
        \proc_close($this->process);
        \array_map(\unlink(...), [...\glob("$this->directory/conf.d/*") ?: [], ...\array_filter(\glob("$this->directory/*") ?: [], \is_file(...))]);
        @\unlink($this->socket);
        \rmdir("$this->directory/conf.d");
        \rmdir($this->directory);
    }

    private function configure(): void
    {
        $build = \getenv('BRINE_BUILD');
        \array_map(\unlink(...), \glob("$this->directory/conf.d/*") ?: []);
        $files = match ($this->kind) {
            'igbinary' => ['20-igbinary' => 'extension = igbinary'],
            'place', 'brine' => [
                '20-brine' => "extension = $build/modules/brine.so",
                '20-brine_igbinary' => "extension = $build/igbinary/modules/brine_igbinary.so\nigbinary.format = " . ['place' => 'igbinary', 'brine' => 'brine'][$this->kind],
            ],
        };
        foreach ($files + ['25-redis' => 'extension = redis'] as $name => $lines) {
            \file_put_contents("$this->directory/conf.d/$name.ini", "$lines\n");
        }
    }

    /** Waits until a worker with the configured extensions answers. */
    private function await(): void
    {
        for ($tries = 0; ($answer = FastCgi::ask($this->socket, __DIR__ . '/request.php', '')) !== $this->kind; $tries++) {
            if ($tries === 600 || !\proc_get_status($this->process)['running']) {
                throw new \RuntimeException("The host is not of the kind $this->kind: $answer\n" . $this->log());
            }
            \usleep(50_000);
        }
    }
}
