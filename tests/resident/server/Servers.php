<?php

/* PHP's own server and php-fpm, as the test starts and asks them. */

declare(strict_types=1);

namespace Brine\Tests\Resident\Server;

require_once __DIR__ . '/../opcache.php';
require_once __DIR__ . '/FastCgi.php';

/** Bytes. */
const LIMIT = 96 << 10;

/** So small that entries have to leave. */
const SETTINGS = ['memory_limit=256M', 'brine.resident_memory=' . LIMIT, 'log_errors=1'];

/** @return array<string, \Closure(): Server> */
function servers(string $directory): array
{
    $opcache = \getenv('SKIP_ASAN') === false ? \Brine\Tests\Resident\opcache() : null;
    $servers = ['cli' => static fn (): Server => new CliServer('cli', $directory, SETTINGS)];
    if ($opcache !== null) {
        $servers['cli with OPcache'] = static fn (): Server => new CliServer('cli with OPcache', $directory, [...SETTINGS, ...$opcache]);
    }
    $apcu = \ini_get('extension_dir') . '/apcu.so';
    if (\is_file($apcu)) {
        $servers['cli with APCu'] = static fn (): Server
            => new CliServer('cli with APCu', $directory, [...SETTINGS, "extension=$apcu", 'apc.enable_cli=1', 'apc.shm_size=1M', 'apc.serializer=brine']);
    }
    $fpm = \getenv('PHP_FPM');
    if ($fpm === false || $fpm === '' || \getenv('SKIP_ASAN') !== false) {
        echo "php-fpm: left out, there is none\n";

        return $servers;
    }
    $servers['fpm'] = static fn (): Server => new FpmServer('fpm', $directory, SETTINGS, $fpm);
    if ($opcache !== null) {
        $servers['fpm with OPcache'] = static fn (): Server => new FpmServer('fpm with OPcache', $directory, [...SETTINGS, ...$opcache], $fpm);
    }

    return $servers;
}

abstract class Server
{
    /** @var resource */
    protected $process;
    protected readonly string $log;

    /**
     * @param list<string> $settings
     * @param string $script what answers: "ready" to a request without a query
     * @param bool $hasBrine whether the extension is loaded
     */
    public function __construct(
        public readonly string $name,
        protected readonly string $directory,
        array $settings,
        protected readonly string $script = __DIR__ . '/request.php',
        bool $hasBrine = true,
    ) {
        $this->log = "$directory/log";
        // A request may take as long as the machine needs: PHP's own limit for servers is 30 seconds.
        $arguments = ['-n', '-d', 'max_execution_time=0', ...($hasBrine ? ['-d', 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so'] : [])];
        foreach ($settings as $setting) {
            \array_push($arguments, '-d', $setting);
        }
        // Blocks of a request that ended in an error are freed with it, also where PHP's own allocator is switched off.
        $environment = ['USE_TRACKED_ALLOC' => '1'] + \getenv();
        $command = $this->command($arguments);
        $this->process = \proc_open($command, [['file', '/dev/null', 'r'], ['file', $this->log, 'w'], ['file', $this->log, 'w']], $pipes, null, $environment);
        for ($tries = 0; ($answer = $this->ask('')) !== 'ready'; ++$tries) {
            if ($tries === 100 || !\proc_get_status($this->process)['running']) {
                throw new \RuntimeException("$name does not answer: $answer " . $this->log());
            }
            \usleep(100_000);
        }
    }

    /**
     * @param list<string> $arguments
     * @return list<string>
     */
    abstract protected function command(array $arguments): array;

    /** The body of the answer, or what is wrong with it. */
    abstract protected function ask(string $query): string;

    public function get(string $query): string
    {
        return $this->ask($query);
    }

    public function log(): string
    {
        return (string) \preg_replace('/^.* (?:Accepted|Closing)\n/m', '', (string) \file_get_contents($this->log));
    }

    /** @return int the exit status */
    public function stop(): int
    {
        \proc_terminate($this->process, 2);
        for ($tries = 0; ($status = \proc_get_status($this->process))['running'] && $tries < 200; ++$tries) {
            \usleep(50_000);
        }
        \proc_close($this->process);

        return $status['signaled'] ? 128 + $status['termsig'] : $status['exitcode'];
    }
}

final class CliServer extends Server
{
    private string $address = '';

    protected function command(array $arguments): array
    {
        // Nobody can take the port between these two, but by bad luck; then the server does not answer, and the suite fails.
        $socket = \stream_socket_server('tcp://127.0.0.1:0');
        $this->address = (string) \stream_socket_get_name($socket, false);
        \fclose($socket);

        return [PHP_BINARY, ...$arguments, '-S', $this->address, $this->script];
    }

    protected function ask(string $query): string
    {
        $context = \stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 300]]);
        $answer = @\file_get_contents("http://$this->address/?$query", false, $context);

        return $answer === false ? 'no answer' : $answer;
    }
}

/** php-fpm with two workers, asked by FastCGI. */
final class FpmServer extends Server
{
    private string $socket = '';

    /** @param list<string> $settings */
    public function __construct(
        string $name,
        string $directory,
        array $settings,
        private readonly string $program,
        string $script = __DIR__ . '/request.php',
        bool $hasBrine = true,
    ) {
        parent::__construct($name, $directory, $settings, $script, $hasBrine);
    }

    protected function command(array $arguments): array
    {
        $this->socket = "$this->directory/socket";
        $user = \fileowner($this->directory) === 0 ? "user = root\ngroup = root\n" : '';
        \file_put_contents("$this->directory/fpm.conf", <<<CONF
            [global]
            daemonize = no
            error_log = $this->log
            [test]
            {$user}listen = $this->socket
            pm = static
            pm.max_children = 2
            clear_env = no
            catch_workers_output = yes

            CONF);

        return [$this->program, ...$arguments, '-F', '-O', '-y', "$this->directory/fpm.conf", ...($user === '' ? [] : ['-R'])];
    }

    /** As `systemctl reload` does it. Returns when the new workers serve. */
    public function reload(): void
    {
        $starts = fn (): int => \substr_count((string) \file_get_contents($this->log), 'ready to handle connections');
        $before = $starts();
        \proc_terminate($this->process, 12 /* USR2 */);
        for ($tries = 0; $starts() === $before; ++$tries) {
            if ($tries === 200 || !\proc_get_status($this->process)['running']) {
                throw new \RuntimeException("$this->name does not reload: " . $this->log());
            }
            \usleep(50_000);
        }
    }

    protected function ask(string $query): string
    {
        return FastCgi::ask($this->socket, $this->script, $query);
    }
}
