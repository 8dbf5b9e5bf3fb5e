<?php

declare(strict_types=1);

/** A host of the site: a php-fpm pool with its own PHP and its own constants of wp-config.php, and a FastCGI client for it. */
final class Host
{
    private const PATIENCE = 120;

    /** @var resource|null */
    private $process = null;
    private int $read = 0;

    /** @param string $root directory of WordPress */
    public function __construct(public readonly string $name, private readonly string $directory, private readonly string $root)
    {
        @mkdir($directory, 0o755, true);
    }

    public function log(): string
    {
        return "$this->directory/php.log";
    }

    /** File of the constants, which wp-config.php reads. */
    public function settings(): string
    {
        return "$this->directory/settings.json";
    }

    /** File of the hits and misses of each request. */
    public function counts(): string
    {
        return "$this->directory/counts";
    }

    public function socket(): string
    {
        return "$this->directory/socket";
    }

    /** @param array<string, mixed> $constants valid from the next request on */
    public function define(array $constants): void
    {
        file_put_contents($this->settings() . '.new', json_encode($constants, JSON_THROW_ON_ERROR | JSON_FORCE_OBJECT));
        rename($this->settings() . '.new', $this->settings());
    }

    /** @return array<string, string> */
    public function environment(): array
    {
        return ['PHP_INI_SCAN_DIR' => "$this->directory/none", 'BRINE_CHECK_SETTINGS' => $this->settings(), 'BRINE_CHECK_COUNTS' => $this->counts()] + getenv();
    }

    /** Arguments of a PHP on the command line as this host's. @return list<string> */
    public function command(): array
    {
        return [PHP_BINARY, '-c', "$this->directory/php.ini", '-d', "error_log=$this->directory/commands.log"];
    }

    /** Writes its ini file, for commands. */
    public function prepare(Php $php): void
    {
        file_put_contents("$this->directory/php.ini.new", $php->ini($this->log()));
        rename("$this->directory/php.ini.new", "$this->directory/php.ini");
    }

    public function start(Php $php, int $workers = 3): void
    {
        $this->stop();
        $this->prepare($php);
        $user = fileowner($this->directory) === 0 ? "user = root\ngroup = root\n" : '';
        file_put_contents("$this->directory/fpm.conf", <<<CONF
            [global]
            daemonize = no
            error_log = $this->directory/fpm.log
            process_control_timeout = 30s
            [check]
            {$user}listen = {$this->socket()}
            listen.backlog = 511
            pm = static
            pm.max_children = $workers
            clear_env = no
            catch_workers_output = yes

            CONF);
        @unlink($this->socket());
        $command = [(string) getenv('PHP_FPM'), '-c', "$this->directory/php.ini", '-F', '-O', '-y', "$this->directory/fpm.conf", ...($user === '' ? [] : ['-R'])];
        $output = ['file', "$this->directory/fpm.out", 'a'];
        $this->process = proc_open($command, [['file', '/dev/null', 'r'], $output, $output], $pipes, $this->root, $this->environment());
        for ($tries = 0; @stream_socket_client("unix://{$this->socket()}") === false; ++$tries) {
            if ($tries === 200 || !proc_get_status($this->process)['running']) {
                throw new RuntimeException("php-fpm does not start: see $this->directory/fpm.out");
            }
            usleep(50_000);
        }
    }

    /** Replaces the extensions as a package manager does: new ini files, then a graceful reload. */
    public function reload(Php $php): void
    {
        $this->prepare($php);
        proc_get_status($this->process)['running'] || throw new RuntimeException('php-fpm does not run');
        posix_kill(proc_get_status($this->process)['pid'], SIGUSR2);
    }

    public function stop(): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process);
            proc_close($this->process);
            $this->process = null;
        }
    }

    /** @return list<string> lines of the error logs since the last call */
    public function newLines(): array
    {
        $text = (string) @file_get_contents($this->log(), false, null, $this->read);
        $this->read += strlen($text);

        return $text === '' ? [] : explode("\n", trim($text));
    }

    public function signalled(): bool
    {
        return preg_match('/exited on signal (?!9|15)/', (string) @file_get_contents("$this->directory/fpm.log")) === 1;
    }

    /** @return array{int, int} hits and misses of the object cache since the last call, and of finished requests only */
    public function takeCounts(): array
    {
        $hits = $misses = 0;
        foreach (@file($this->counts()) ?: [] as $line) {
            [$hit, $miss] = explode(' ', $line);
            $hits += (int) $hit;
            $misses += (int) $miss;
        }
        @unlink($this->counts());

        return [$hits, $misses];
    }

    /**
     * @param array<string, string> $headers names as "COOKIE"
     * @return array{int, string, list<string>} status, body, header lines
     */
    public function request(string $path, array $headers = [], ?string $post = null, string $method = 'GET', string $type = 'application/x-www-form-urlencoded'): array
    {
        return self::ask($this->socket(), $this->root, $path, $headers, $post, $method, $type);
    }

    /**
     * @param array<string, string> $headers
     * @return array{int, string, list<string>}
     */
    public static function ask(string $socket, string $root, string $path, array $headers, ?string $post, string $method, string $type): array
    {
        $stream = @stream_socket_client("unix://$socket", $code, $message, 30);
        if ($stream === false) {
            return [0, "no connection: $message", []];
        }
        stream_set_timeout($stream, self::PATIENCE);
        [$file, $query] = explode('?', $path, 2) + [1 => ''];
        $file = $file === '/' ? '/index.php' : (str_ends_with($file, '/') && is_file("$root{$file}index.php") ? "{$file}index.php" : $file);
        $script = str_ends_with($file, '.php') && is_file("$root$file") ? $file : '/index.php';
        $values = [
            'SCRIPT_FILENAME' => "$root$script", 'SCRIPT_NAME' => $script, 'PHP_SELF' => $script, 'QUERY_STRING' => $query, 'REQUEST_METHOD' => $post === null ? $method : 'POST',
            'REQUEST_URI' => $path, 'DOCUMENT_ROOT' => $root, 'GATEWAY_INTERFACE' => 'CGI/1.1', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'SERVER_SOFTWARE' => 'nginx',
            'HTTP_HOST' => Site::NAME, 'SERVER_NAME' => Site::NAME, 'SERVER_PORT' => '80', 'REMOTE_ADDR' => '127.0.0.1', 'HTTP_USER_AGENT' => 'check',
        ];
        foreach ($headers as $name => $value) {
            $values["HTTP_$name"] = $value;
        }
        if ($post !== null) {
            $values += ['CONTENT_TYPE' => $type, 'CONTENT_LENGTH' => (string) strlen($post)];
        }
        $parameters = '';
        foreach ($values as $name => $value) {
            $parameters .= pack('NN', strlen($name) | 0x80000000, strlen($value) | 0x80000000) . $name . $value;
        }
        $input = self::record(1, pack('nCx5', 1, 0)) . self::record(4, $parameters) . self::record(4, '');
        foreach ($post === null || $post === '' ? [] : str_split($post, 32_768) as $part) {
            $input .= self::record(5, $part);
        }
        fwrite($stream, $input . self::record(5, ''));

        return self::answer($stream);
    }

    private static function record(int $type, string $content): string
    {
        return pack('CCnnCC', 1, $type, 1, strlen($content), 0, 0) . $content;
    }

    /**
     * @param resource $stream
     * @return array{int, string, list<string>}
     */
    private static function answer($stream): array
    {
        $output = '';
        $hasEnded = false;
        while (!$hasEnded && strlen($head = (string) stream_get_contents($stream, 8)) === 8) {
            ['type' => $type, 'size' => $size, 'padding' => $padding] = unpack('Cversion/Ctype/nid/nsize/Cpadding', $head);
            $content = $size > 0 ? (string) stream_get_contents($stream, $size) : '';
            $padding > 0 && stream_get_contents($stream, $padding);
            $output .= $type === 6 ? $content : '';
            $hasEnded = $type === 3;
        }
        fclose($stream);
        [$head, $body] = explode("\r\n\r\n", $output, 2) + ['', ''];
        $lines = explode("\r\n", $head);
        $status = preg_match('/^Status: (\d+)/m', $head, $match) === 1 ? (int) $match[1] : 200;

        return $hasEnded && $output !== '' ? [$status, $body, $lines] : [0, "the answer breaks off: $output", $lines];
    }
}
