<?php

declare(strict_types=1);

use Brine\Format;

/** What all steps use: hosts, comparison of pages, entries in Redis, and the results. */
final class Check
{
    /** Redis Object Cache reports this constant in each request that has it. */
    private const DEPRECATED = 'The `WP_REDIS_SERIALIZER` configuration constant';

    public readonly Pages $pages;
    private readonly Host $bare;
    private int $passed = 0;
    private int $failed = 0;
    /** @var list<array{resource, resource}> processes and their outputs */
    private array $load = [];

    /** @param string $password the administrator's, for the REST API */
    public function __construct(public readonly Site $site, public readonly string $work, string $password)
    {
        $this->pages = new Pages($work);
        $this->bare = $site->host('bare');
        $this->bare->define(['WITHOUT_DROP_IN' => true]);
        $this->bare->start(new Php());
        $this->pages->logIn($this->bare, $password);
        // The first visits of the administrator write options.
        $this->pages->differences($this->bare, []);
        $this->pages->forget();
        $this->bare->newLines();
    }

    /**
     * A running host.
     *
     * @param array<string, mixed> $constants of wp-config.php
     */
    public function host(string $name, Php $php, array $constants, int $workers = 3): Host
    {
        $host = $this->site->host($name);
        $host->define($constants + $this->constants());
        $host->start($php, $workers);
        $host->newLines();
        $host->takeCounts();

        return $host;
    }

    /** @return array<string, mixed> those of wp-config.php that all hosts with a cache have */
    public function constants(): array
    {
        return [
            'WP_REDIS_HOST' => '127.0.0.1', 'WP_REDIS_PORT' => $this->site->port, 'WP_REDIS_GRACEFUL' => true, 'WP_CACHE_KEY_SALT' => 'check:',
            'BRINE_DIRECTORY' => $this->site->package(),
        ];
    }

    /** @param list<string> $wrong */
    public function expect(string $name, bool $isRight, array $wrong = []): void
    {
        $isRight ? ++$this->passed : ++$this->failed;
        echo $isRight ? 'ok   ' : 'FAIL ', $name, "\n";
        foreach ($isRight ? [] : array_slice($wrong, 0, 8) as $line) {
            echo '       ', substr($line, 0, 400), "\n";
        }
    }

    public function result(): bool
    {
        echo "$this->passed passed, $this->failed failed\n";

        return $this->failed === 0;
    }

    /**
     * Compares all pages of hosts with those without cache. Errors of PHP are always a failure.
     *
     * @param list<Host> $hosts
     * @param bool|null $isLogged whether the logs must have other lines (true) or none (false); null for either
     * @param Closure(): list<string>|null $more what else is wrong
     */
    public function same(string $name, array $hosts, ?bool $isLogged = false, int $rounds = 2, ?Closure $more = null): void
    {
        $wrong = $this->pages->differences($this->bare, $hosts, $rounds);
        [$errors, $lines] = $this->lines($hosts);
        array_push($wrong, ...$errors);
        if ($isLogged !== null && $isLogged !== ($lines !== [])) {
            array_push($wrong, $isLogged ? 'no line in the log' : 'lines in the log:', ...$lines);
        }
        array_push($wrong, ...($more === null ? [] : $more()));
        $this->expect($name . ($lines !== [] ? ' (' . count($lines) . ' lines in the log)' : ''), $wrong === [], $wrong);
    }

    /**
     * @param list<Host> $hosts
     * @return array{list<string>, list<string>} errors of PHP, and other lines
     */
    public function lines(array $hosts): array
    {
        $errors = $lines = [];
        foreach ([$this->bare, ...$hosts] as $host) {
            foreach ($host->newLines() as $line) {
                if (preg_match('/\] (PHP (Warning|Notice|Deprecated|Fatal|Parse)|WordPress database error)/', $line) === 1 && !str_contains($line, self::DEPRECATED)) {
                    $errors[] = $line;
                } elseif (str_starts_with($line, '[') && !str_contains($line, self::DEPRECATED)) {
                    $lines[] = $line;
                }
            }
            if ($host->signalled()) {
                $errors[] = "a worker of $host->name was ended by a signal";
            }
        }

        return [$errors, $lines];
    }

    public function bare(): Host
    {
        return $this->bare;
    }

    /** @return array<string, string> bytes by key */
    public function entries(): array
    {
        $redis = $this->site->redis();
        $keys = $redis->keys('*');
        sort($keys);
        $entries = [];
        foreach ($keys as $key) {
            if ($redis->type($key) === Redis::REDIS_STRING) {
                $entries[$key] = (string) $redis->get($key);
            }
        }

        return $entries;
    }

    /** @return array<string, int> number of entries by format; "text" for those in no format */
    public function formats(): array
    {
        $formats = [];
        foreach ($this->entries() as $bytes) {
            $name = Format::of($bytes)?->value ?? 'text';
            $formats[$name] = ($formats[$name] ?? 0) + 1;
        }
        ksort($formats);

        return $formats;
    }

    /**
     * @param list<string> $formats
     * @return list<string> what is wrong if the store has other formats, or not the first
     */
    public function only(array $formats): array
    {
        return array_diff(array_keys($this->formats()), $formats) === [] ? $this->has($formats[0]) : ['entries are ' . json_encode($this->formats())];
    }

    /** @return list<string> what is wrong if the store has no entry of the format */
    public function has(string $format): array
    {
        return isset($this->formats()[$format]) ? [] : ["no entry is $format, but " . json_encode($this->formats())];
    }

    /**
     * @param array<string, string> $before
     * @return list<string> what is wrong if entries that were there were not read: they have been written anew. Empty ones of Redis Object Cache are
     *     misses, since it writes an empty string, false and null alike.
     */
    public function unread(array $before): array
    {
        $after = $this->entries();
        $changed = array_keys(array_filter($before, static fn (string $bytes, string $key): bool => $bytes !== '' && ($after[$key] ?? '') !== $bytes, ARRAY_FILTER_USE_BOTH));

        return $changed === [] ? [] : [count($changed) . ' of ' . count($before) . ' entries were not read: ' . implode(' ', array_slice($changed, 0, 5))];
    }

    /** @return list<string> classes of the object cache in the requests of a host since takeCounts() */
    public function classes(Host $host): array
    {
        $classes = array_map(static fn (string $line): string => explode(' ', $line)[2] ?? '', @file($host->counts()) ?: []);

        return array_values(array_unique($classes));
    }

    /** Requests all pages of a host, so that its cache is filled. */
    public function visit(Host $host, int $rounds = 1): void
    {
        for ($round = 0; $round < $rounds; ++$round) {
            foreach (Pages::all() as [$path, $isAdministrator]) {
                $this->pages->get($host, $path, $isAdministrator);
            }
        }
    }

    public function flush(): void
    {
        $this->site->redis()->flushAll();
    }

    /**
     * Clients that request pages and change the site until stopLoad().
     *
     * @param list<Host> $hosts
     */
    public function startLoad(array $hosts, int $clients = 3): void
    {
        @unlink("$this->work/stop-load");
        $paths = [];
        foreach (Pages::all() as [$path, $isAdministrator]) {
            // An editor's lock on a post changes the site.
            $paths[] = [$path, $isAdministrator ? $this->pages->headers($path) : []];
        }
        file_put_contents("$this->work/load.json", json_encode(['paths' => $paths, 'headers' => $this->pages->headers('/wp-json/')], JSON_THROW_ON_ERROR));
        $sockets = array_map(static fn (Host $host): string => $host->socket(), $hosts);
        for ($i = 0; $i < $clients; ++$i) {
            $process = proc_open([PHP_BINARY, __DIR__ . '/load.php', $this->work, $this->site->root, 'client' . bin2hex(random_bytes(6)), ...$sockets], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', "$this->work/load.log", 'a']], $pipes);
            $this->load[] = [$process, $pipes[1]];
        }
    }

    /** Waits until the clients have made more requests. */
    public function awaitLoad(int $requests): void
    {
        $file = "$this->work/requests";
        for ($last = self::size($file); self::size($file) < $last + $requests;) {
            usleep(20_000);
            proc_get_status($this->load[0][0])['running'] || throw new RuntimeException("A client has ended: see $this->work/load.log");
        }
    }

    private static function size(string $file): int
    {
        clearstatcache(true, $file);

        return (int) @filesize($file);
    }

    /** @return array{int, list<string>} number of requests, and failures */
    public function stopLoad(): array
    {
        touch("$this->work/stop-load");
        $requests = 0;
        $failures = [];
        foreach ($this->load as [$process, $pipe]) {
            $report = json_decode((string) stream_get_contents($pipe), true);
            proc_close($process);
            $requests += $report['requests'] ?? 0;
            foreach ($report['failures'] ?? ['a client has ended' => 1] as $what => $times) {
                $failures[] = "$what, $times times";
            }
        }
        $this->load = [];
        $this->pages->forget();

        return [$requests, $failures];
    }
}
