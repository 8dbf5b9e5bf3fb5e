<?php

declare(strict_types=1);

namespace Brine\Tests\Igbinary\Signing;

use Brine\Tests\Resident\Server\FastCgi;

/** One php-fpm with Brine in igbinary's place, and two pools of two workers with their own keys. Pool 0 writes igbinary's format, 1 writes Brine. */
final class Pools
{
    /** @var list<string> */
    public readonly array $sockets;
    private int $generation = 0;
    /** @var resource */
    private $process;

    /**
     * @param list<string> $settings lines of php.ini
     * @param array<string, string> $environment of requests
     * @param array{string, string} $kinds of the pools: "KEYS MODE", or "off"
     */
    public function __construct(private readonly string $directory, string $program, array $settings, private readonly array $environment, private array $kinds)
    {
        \mkdir($directory, 0o700);
        $this->sockets = ["$directory/0.socket", "$directory/1.socket"];
        $build = \getenv('BRINE_BUILD');
        \file_put_contents("$directory/php.ini", \implode("\n", [
            'extension = msgpack', "extension = $build/modules/brine.so", "extension = $build/igbinary/modules/brine_igbinary.so", 'extension = redis', 'extension = memcached', ...$settings, '',
        ]));
        $this->configure();
        $log = ['file', "$directory/log", 'a'];
        $command = [$program, '-c', "$directory/php.ini", '-F', '-O', '-y', "$directory/fpm.conf", ...($this->isRoot() ? ['-R'] : [])];
        $process = \proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes, null, ['PHP_INI_SCAN_DIR' => ''] + \getenv());
        $this->process = \is_resource($process) ? $process : throw new \RuntimeException("$program does not start");
        $this->await();
    }

    /** @param array{string, string} $kinds */
    public function reload(array $kinds): void
    {
        $this->kinds = $kinds;
        $this->configure();
        \proc_terminate($this->process, 12 /* USR2 */);
        $this->await();
    }

    public function ask(int $pool, string $query): mixed
    {
        $answer = FastCgi::ask($this->sockets[$pool], __DIR__ . '/request.php', $query);

        return \json_decode($answer, true) ?? $answer;
    }

    public function log(): string
    {
        return (string) \file_get_contents("$this->directory/log");
    }

    public function stop(): void
    {
        \proc_terminate($this->process);
        \proc_close($this->process);
        \array_map(\unlink(...), \glob("$this->directory/*") ?: []);
        \rmdir($this->directory);
    }

    private function isRoot(): bool
    {
        return \fileowner($this->directory) === 0;
    }

    private function configure(): void
    {
        $this->generation++;
        // Without the limit workers are ended in the middle of a request.
        $lines = ['[global]', 'daemonize = no', "error_log = $this->directory/log", 'process_control_timeout = 30s'];
        foreach ($this->kinds as $i => $kind) {
            \array_push($lines, "[pool$i]", "listen = {$this->sockets[$i]}", 'pm = static', 'pm.max_children = 2', 'catch_workers_output = yes');
            $this->isRoot() && \array_push($lines, 'user = root', 'group = root');
            foreach (['KIND' => $kind, 'GENERATION' => $this->generation] + $this->environment as $name => $value) {
                $lines[] = "env[$name] = \"$value\"";
            }
            $lines[] = 'php_admin_value[igbinary.format] = ' . ['igbinary', 'brine'][$i];
            if ($kind !== 'off') {
                [$keys, $mode] = \explode(' ', $kind);
                $lines[] = 'php_admin_value[brine.signing_key] = "' . \implode(', ', \array_map(keyOf(...), \explode(',', $keys))) . '"';
                $lines[] = "php_admin_value[brine.signing_unsigned] = $mode";
            }
        }
        \file_put_contents("$this->directory/fpm.conf", \implode("\n", [...$lines, '']));
    }

    /** Waits until workers with the new settings answer: php-fpm starts them after all old ones have ended. */
    private function await(): void
    {
        foreach ([0, 1] as $pool) {
            for ($tries = 0; ($answer = $this->ask($pool, '')) !== $this->generation; $tries++) {
                if ($tries === 600 || !\proc_get_status($this->process)['running']) {
                    throw new \RuntimeException("Pool $pool does not answer: " . \json_encode($answer) . "\n" . $this->log());
                }
                \usleep(50_000);
            }
        }
    }
}
