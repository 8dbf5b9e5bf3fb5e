<?php

/* Servers with worker processes: php-fpm, and PHP's own. */

declare(strict_types=1);

namespace Brine\Tests\Resident\Shared;

use Brine\Tests\Resident\Server\FastCgi;

require_once __DIR__ . '/../opcache.php';
require_once __DIR__ . '/../server/FastCgi.php';

/** Tenths of a second that a busy machine may take for anything. */
const PATIENCE = 1200;

abstract class Server
{
    /** @var resource */
    protected $process;
    public readonly string $log;

    /**
     * @param list<string> $command
     * @param array<string, string> $environment
     */
    protected function start(string $directory, array $command, array $environment = []): void
    {
        $this->log = "$directory/" . \strtolower((new \ReflectionClass($this))->getShortName()) . '.log';
        $files = [['file', '/dev/null', 'r'], ['file', $this->log, 'a'], ['file', $this->log, 'a']];
        $process = \proc_open($command, $files, $pipes, $directory, $environment + ['USE_TRACKED_ALLOC' => '1'] + \getenv());
        if ($process === false) {
            throw new \RuntimeException("cannot start $command[0]");
        }
        $this->process = $process;
    }

    /** @param \Closure(): bool $holds */
    public static function await(\Closure $holds): bool
    {
        for ($tries = 0; !$holds(); ++$tries) {
            if ($tries === PATIENCE) {
                return false;
            }
            \usleep(100_000);
        }

        return true;
    }

    /**
     * Waits until the server answers, as long as it runs.
     *
     * @param \Closure(): bool $answers
     */
    protected function expect(\Closure $answers): void
    {
        $runs = true;
        self::await(function () use ($answers, &$runs): bool {
            return $answers() || !($runs = \proc_get_status($this->process)['running']);
        });
        if (!$runs || !$answers()) {
            $this->stop();
            throw new \RuntimeException($this::class . ' does not answer: ' . \substr((string) \file_get_contents($this->log), -1500));
        }
    }

    protected static function freeAddress(): string
    {
        $socket = \stream_socket_server('tcp://127.0.0.1:0');
        $address = (string) \stream_socket_get_name($socket, false);
        \fclose($socket);

        return $address;
    }

    public function pid(): int
    {
        return \proc_get_status($this->process)['pid'];
    }

    public function signal(int $signal): void
    {
        \proc_terminate($this->process, $signal);
    }

    /** @return list<int> processes that it started, in a state of /proc/PID/stat */
    public function workers(string $state = '\S'): array
    {
        $workers = [];
        foreach (\glob('/proc/[0-9]*/stat') ?: [] as $file) {
            // The name of a program may contain anything; its parent is the second field after it.
            if (\preg_match("/^(\\d+) .*\\) $state (\\d+) /s", (string) @\file_get_contents($file), $match) === 1 && (int) $match[2] === $this->pid()) {
                $workers[] = (int) $match[1];
            }
        }

        return $workers;
    }

    public function stop(): void
    {
        // PHP's own server waits for its workers, and does not end them.
        $workers = $this instanceof Cli ? \implode(' ', $this->workers()) : '';
        $this->signal(2);
        $workers === '' || \exec("kill -INT $workers 2>/dev/null");
        if (!self::await(fn (): bool => !\proc_get_status($this->process)['running'])) {
            $this->signal(9);
        }
        \proc_close($this->process);
    }

    /** @return array<string, mixed> */
    protected static function decoded(string $answer): array
    {
        $decoded = \json_decode($answer, true);

        return \is_array($decoded) ? $decoded : ['text' => $answer];
    }

    /**
     * @param list<string> $settings
     * @return list<string>
     */
    protected static function arguments(array $settings): array
    {
        $arguments = ['-n', '-d', 'max_execution_time=0', '-d', 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so'];
        foreach ($settings as $setting) {
            \array_push($arguments, '-d', $setting);
        }

        return $arguments;
    }
}

final class Fpm extends Server
{
    /**
     * @param list<string> $settings
     * @param array<string, list<string>> $pools lines of each pool's configuration; without a user it is this one
     */
    public function __construct(private readonly string $directory, array $settings, array $pools)
    {
        $isRoot = \fileowner($directory) === 0;
        $lines = ['[global]', 'daemonize = no', "error_log = $directory/fpm.log", 'log_level = notice'];
        foreach ($pools as $pool => $more) {
            \array_push($lines, "[$pool]", "listen = $directory/$pool.socket", 'listen.mode = 0666', 'clear_env = no', 'catch_workers_output = yes', ...$more);
            $isRoot && \preg_grep('/^user/', $more) === [] && \array_push($lines, 'user = root', 'group = root');
            \preg_grep('/^pm/', $more) === [] && \array_push($lines, 'pm = static', 'pm.max_children = 1');
        }
        \file_put_contents("$directory/fpm.conf", \implode("\n", $lines) . "\n");
        $command = [(string) \getenv('PHP_FPM'), ...self::arguments($settings), '-F', '-O', '-y', "$directory/fpm.conf", ...($isRoot ? ['-R'] : [])];
        // php-fpm does not free its configuration.
        $this->start($directory, $command, ['ASAN_OPTIONS' => \getenv('ASAN_OPTIONS') . ':detect_leaks=0']);
        $first = (string) \array_key_first($pools);
        $this->expect(fn (): bool => isset($this->get($first)['pid']));
    }

    /**
     * @param array<string, string> $more parameters of the request
     * @return array<string, mixed> the answer of a pool; "text" if it is not JSON
     */
    public function get(string $pool, string $query = '', array $more = []): array
    {
        return self::decoded(FastCgi::ask("$this->directory/$pool.socket", $this->script($pool), $query, $more));
    }

    private function script(string $pool): string
    {
        return $pool === 'chroot' ? '/request.php' : "$this->directory/request.php";
    }
}

final class Cli extends Server
{
    private string $address = '';

    /** @param list<string> $settings */
    public function __construct(string $directory, array $settings, int $workers, string $shell = 'exec "$@"', string $script = 'request.php')
    {
        // Another process may take the port between these two: then another one is tried.
        for ($tries = 0; $tries < 5; ++$tries) {
            $this->address = self::freeAddress();
            $command = ['sh', '-c', $shell, 'sh', PHP_BINARY, ...self::arguments($settings), '-S', $this->address, "$directory/$script"];
            $this->start($directory, $command, $workers > 0 ? ['PHP_CLI_SERVER_WORKERS' => (string) $workers] : []);
            if (self::await(fn (): bool => isset($this->get()['pid']) || !\proc_get_status($this->process)['running']) && \proc_get_status($this->process)['running']) {
                return;
            }
        }
        throw new \RuntimeException('PHP does not answer: ' . \substr((string) \file_get_contents($this->log), -1500));
    }

    /** @return array<string, mixed> */
    public function get(string $query = ''): array
    {
        $context = \stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 300]]);

        return self::decoded((string) @\file_get_contents("http://$this->address/?$query", false, $context));
    }
}

/** php-cgi with children, asked by FastCGI. */
final class Cgi extends Server
{
    /** @param list<string> $settings */
    public function __construct(private readonly string $directory, string $program, array $settings)
    {
        $this->start($directory, [$program, ...self::arguments($settings), '-b', "$directory/cgi.socket"], ['PHP_FCGI_CHILDREN' => '2']);
        $this->expect(fn (): bool => isset($this->get()['pid']));
    }

    /** @return array<string, mixed> */
    public function get(string $query = ''): array
    {
        return self::decoded(FastCgi::ask("$this->directory/cgi.socket", "$this->directory/request.php", $query));
    }
}

/** Apache with PHP as its module, and processes as its workers. */
final class Apache extends Server
{
    private string $address = '';

    /** @param list<string> $settings */
    public function __construct(string $directory, string $program, array $settings, int $workers = 2)
    {
        $modules = \dirname($program, 2) . '/lib/apache2/modules';
        $this->address = self::freeAddress();
        $settings = [...$settings, 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so'];
        \file_put_contents("$directory/php.ini", \implode("\n", $settings) . "\n");
        \file_put_contents("$directory/apache.conf", <<<CONF
            ServerName localhost
            ServerRoot $directory
            PidFile $directory/apache.pid
            Listen $this->address
            ErrorLog $directory/apache.log
            DocumentRoot $directory
            LoadModule mpm_prefork_module $modules/mod_mpm_prefork.so
            <IfModule !unixd_module>
            LoadModule unixd_module $modules/mod_unixd.so
            </IfModule>
            LoadModule authz_core_module $modules/mod_authz_core.so
            LoadModule php_module {$this->module($modules)}
            User nobody
            Group nogroup
            PHPIniDir $directory
            StartServers $workers
            MinSpareServers $workers
            MaxSpareServers $workers
            MaxRequestWorkers $workers
            KeepAlive Off
            <FilesMatch "\.php$">
            SetHandler application/x-httpd-php
            </FilesMatch>
            <Directory $directory/off>
            php_admin_value brine.resident_shared 0
            </Directory>

            CONF);
        // It ends its whole group of processes with itself.
        $this->start($directory, ['setsid', $program, '-f', "$directory/apache.conf", '-DFOREGROUND'], ['PHP_INI_SCAN_DIR' => '']);
        $this->expect(fn (): bool => isset($this->get()['pid']));
    }

    private function module(string $modules): string
    {
        return "$modules/libphp" . \PHP_MAJOR_VERSION . '.' . \PHP_MINOR_VERSION . '.so';
    }

    public function url(string $path): string
    {
        return "http://$this->address/$path";
    }

    /** @return array<string, mixed> */
    public function get(string $query = '', string $path = 'request.php'): array
    {
        $context = \stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 300]]);

        return self::decoded((string) @\file_get_contents($this->url($path) . "?$query", false, $context));
    }
}
