<?php

declare(strict_types=1);

/** The site, PHP's web server for it, and load on that server. */
final class Site
{
    public readonly string $root;
    private readonly string $settings;
    private readonly string $original;
    private readonly int $port;
    /** @var resource|null */
    private $server = null;
    /** @var resource|null */
    private $load = null;
    /** @var resource|null */
    private $loadOutput = null;
    /** @var array<string, string> directories of ini files, by the extensions that they load */
    private array $scans = [];

    public function __construct(string $directory, private readonly string $work)
    {
        foreach (['web', 'docroot', '.'] as $name) {
            if (is_file("$directory/$name/core/lib/Drupal.php")) {
                $this->root = (string) realpath("$directory/$name");
                break;
            }
        }
        if (!isset($this->root)) {
            throw new RuntimeException("There is no Drupal in $directory");
        }
        $this->settings = "$this->root/sites/default/settings.php";
        chmod(dirname($this->settings), 0755);
        chmod($this->settings, 0644);
        $this->original = (string) file_get_contents($this->settings);
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        $this->port = (int) substr((string) strrchr((string) stream_socket_get_name($socket, false), ':'), 1);
        fclose($socket);
    }

    public function url(): string
    {
        return "http://127.0.0.1:$this->port";
    }

    /** The directory of the module among the site's files. */
    public function module(): string
    {
        foreach (['modules/contrib/brine', 'modules/brine', 'modules/custom/brine'] as $name) {
            if (is_file("$this->root/$name/brine.info.yml")) {
                return $name;
            }
        }
        throw new RuntimeException('The site has no module brine among its files');
    }

    /** Appends these lines of PHP to settings.php. Readers see complete files only. */
    public function setSettings(string $lines): void
    {
        file_put_contents("$this->settings.new", $lines === '' ? $this->original : "$this->original\n$lines\n");
        rename("$this->settings.new", $this->settings);
    }

    /**
     * Arguments and environment of a PHP that has brine, igbinary, both or neither.
     *
     * @param list<string> $extensions
     * @return array{list<string>, array<string, string>}
     */
    private function php(array $extensions): array
    {
        $name = implode('+', $extensions);
        if (!isset($this->scans[$name])) {
            $this->scans[$name] = "$this->work/ini-$name";
            @mkdir($this->scans[$name]);
            $files = array_filter(array_map(trim(...), explode(',', (string) php_ini_scanned_files())));
            foreach ($files as $file) {
                if (preg_match('/^\s*extension\s*=.*(igbinary|brine)/m', (string) file_get_contents($file), $match) !== 1 || in_array($match[1], $extensions, true) || $this->needsIgbinary()) {
                    copy($file, $this->scans[$name] . '/' . basename($file));
                }
            }
        }
        $arguments = [PHP_BINARY, '-d', 'opcache.revalidate_freq=0', '-d', 'memory_limit=512M', '-d', 'error_log=' . $this->work . '/php.log', '-d', 'log_errors=1'];
        if (in_array('brine', $extensions, true)) {
            array_push($arguments, '-d', 'extension=' . getenv('BRINE_EXTENSION'));
        }
        $more = preg_split('/\s+/', (string) getenv('DRUPAL_PHP'), -1, PREG_SPLIT_NO_EMPTY);

        return [array_merge($arguments, $more !== false ? $more : []), ['PHP_INI_SCAN_DIR' => $this->scans[$name], 'DRUPAL_PORT' => (string) $this->port] + getenv()];
    }

    /** Debian's redis must be loaded after it. */
    private function needsIgbinary(): bool
    {
        return str_contains($this->original, 'redis');
    }

    /**
     * @param list<string> $extensions
     * @param string|null $router a file that runs before the site's own router
     */
    public function serve(array $extensions, ?string $router = null, int $workers = 3): void
    {
        $this->stop();
        [$php, $environment] = $this->php($extensions);
        if ($workers > 1) {
            $environment['PHP_CLI_SERVER_WORKERS'] = (string) $workers;
        }
        $command = [...$php, '-S', "127.0.0.1:$this->port", '-t', $this->root, $router ?? "$this->root/.ht.router.php"];
        $log = ['file', "$this->work/server.log", 'a'];
        $this->server = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes, $this->root, $environment);
        for ($i = 0; $i < 100; ++$i) {
            if (@fsockopen('127.0.0.1', $this->port) !== false) {
                return;
            }
            usleep(50_000);
        }
        throw new RuntimeException("The server does not start: see $this->work/server.log");
    }

    public function stop(): void
    {
        if ($this->server !== null) {
            // The workers are its children, and each must be ended separately.
            $pid = proc_get_status($this->server)['pid'];
            foreach (explode("\n", trim((string) shell_exec("ps -o pid= --ppid $pid"))) as $child) {
                if ((int) $child > 0) {
                    posix_kill((int) $child, SIGTERM);
                }
            }
            proc_terminate($this->server);
            proc_close($this->server);
            $this->server = null;
            // A worker that is still busy would take requests for the next server.
            for ($i = 0; $i < 200 && @fsockopen('127.0.0.1', $this->port) !== false; ++$i) {
                usleep(50_000);
            }
        }
    }

    /**
     * Runs a command of inside.php.
     *
     * @param list<string> $extensions
     * @return string its output
     */
    public function inside(array $extensions, string ...$command): string
    {
        [$php, $environment] = $this->php($extensions);
        // Most time of a short command goes into compiling Drupal.
        array_push($php, '-d', 'opcache.enable_cli=1', '-d', 'opcache.file_cache_only=1', '-d', 'opcache.file_cache=' . $environment['PHP_INI_SCAN_DIR']);
        $process = proc_open([...$php, __DIR__ . '/inside.php', $this->root, ...$command], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', "$this->work/inside.log", 'a']], $pipes, $this->root, $environment);
        $output = (string) stream_get_contents($pipes[1]);
        $status = proc_close($process);
        if ($status !== 0) {
            throw new RuntimeException(implode(' ', $command) . " ended with $status: $output; see $this->work/inside.log");
        }

        return $output;
    }

    /** @param list<string> $paths */
    public function startLoad(array $paths): void
    {
        file_put_contents("$this->work/paths.json", json_encode($paths));
        @unlink("$this->work/stop-load");
        $log = ['file', "$this->work/load.log", 'a'];
        $this->load = proc_open([PHP_BINARY, __DIR__ . '/load.php', $this->url(), $this->work], [['file', '/dev/null', 'r'], ['pipe', 'w'], $log], $pipes);
        $this->loadOutput = $pipes[1];
    }

    /** @return array{requests: int, failures: array<string, int>} */
    public function stopLoad(): array
    {
        touch("$this->work/stop-load");
        $output = (string) stream_get_contents($this->loadOutput);
        proc_close($this->load);
        $this->load = null;

        return json_decode($output, true, flags: JSON_THROW_ON_ERROR);
    }

    public function restore(): void
    {
        $this->setSettings('');
    }
}
