<?php

declare(strict_types=1);

/** The steps that switch between drop-ins, by WP-CLI and under load. */
final class SwitchSteps
{
    /** Requests that the clients make before and after each change. */
    private const REQUESTS = 20;

    /**
     * @param string $plugin directory of Redis Object Cache
     * @param Closure(Host): list<string> $change changes the site, and returns what went wrong
     */
    public function __construct(private readonly Check $check, private readonly string $plugin, private readonly Closure $change)
    {
    }

    /** @return array<string, Closure(): void> */
    public function all(): array
    {
        return ['cli' => $this->commands(...), 'load' => $this->underLoad(...)];
    }

    private function theirs(): void
    {
        $this->check->site->setDropIn("$this->plugin/includes/object-cache.php");
    }

    /** Runs a command of the package, which must succeed. */
    private function wp(Host $host, string ...$arguments): string
    {
        return $this->check->site->command($host, [...$host->command(), $this->check->site->wpCli(), '--path=' . $this->check->site->root, '--allow-root', '--no-color', 'brine', ...array_values($arguments)]);
    }

    /** Forward and back by WP-CLI. */
    private function commands(): void
    {
        foreach (['native' => [], 'igbinary' => ['WP_REDIS_IGBINARY' => true]] as $format => $constants) {
            $this->check->flush();
            $this->theirs();
            $host = $this->check->host('cli', new Php(brine: true), $constants);
            $define = fn (array $more) => $host->define($more + $constants + $this->check->constants());
            $this->check->visit($host, 2);
            $before = $this->check->entries();
            $this->wp($host, 'enable', '--force');
            // What "wp cache type" prints.
            $status = $this->wp($host, 'status', '--exec=WP_CLI::add_hook("after_wp_load", static fn () => WP_CLI::line("cache type: " . WP_CLI\Utils\wp_get_cache_type()));');
            $this->check->expect("cli, $format: WP-CLI knows Redis", str_starts_with($status, "cache type: Redis\n"), explode("\n", $status));
            $count = preg_match('/^All: (\d+) entries/m', $status, $match) === 1 ? (int) $match[1] : 0;
            $this->check->expect("cli, $format: status counts $count entries", $count >= count($before) && str_contains($status, "$format:"), explode("\n", $status));
            $this->check->same("cli, $format: enabled, " . count($before) . ' entries are read', [$host], more: fn (): array => $this->check->unread($before));
            $this->wp($host, 'migrate');
            $migrated = $this->check->entries();
            $this->check->same('cli, ' . $format . ': migrated, ' . json_encode($this->check->formats()), [$host], more: fn (): array => [...$this->check->unread($migrated), ...$this->check->only(['brine', ...($format === 'native' ? ['text'] : [])])]);
            $wrong = ($this->change)($host);
            $define(['BRINE_WRITE' => $format]);
            $this->wp($host, 'migrate', "--to=$format");
            $back = $this->check->entries();
            $this->theirs();
            $this->check->same('cli, ' . $format . ': migrated back to Redis Object Cache, ' . json_encode($this->check->formats()), [$host], more: fn (): array => [...$wrong, ...$this->check->unread($back), ...$this->check->only([$format, ...($format === 'native' ? ['text'] : [])])]);
            $this->wp($host, 'enable', '--force');
            $define([]);
            $this->check->visit($host);
            $this->wp($host, 'flush');
            $left = count($this->check->entries());
            $this->check->expect("cli, $format: flush leaves $left entries", $left < 40);
            $this->wp($host, 'disable');
            $this->check->same("cli, $format: disabled", [$host], more: fn (): array => is_file($this->check->site->dropIn()) ? ['the drop-in is there'] : []);
            $host->stop();
        }
    }

    /** Each change while clients request pages of two hosts and change the site. */
    private function underLoad(): void
    {
        $this->check->flush();
        $this->theirs();
        $with = new Php(brine: true);
        $hosts = [$this->check->host('load-1', new Php(), []), $this->check->host('load-2', new Php(), [])];
        $define = function (array $more) use ($hosts): void {
            array_map(fn (Host $host) => $host->define($more + $this->check->constants()), $hosts);
        };
        $reload = function (Php $php) use ($hosts): void {
            foreach ($hosts as $host) {
                $host->reload($php);
                $this->check->awaitLoad(self::REQUESTS);
            }
        };
        $commands = $this->check->host('load-cli', $with, []);
        $changes = [
            'the drop-in is copied in, without the extension' => fn () => $this->wp($commands, 'enable', '--force'),
            'the extension is loaded, one host after the other' => fn () => $reload($with),
            'entries are migrated' => fn () => $this->wp($commands, 'migrate'),
            'the extension is gone, one host after the other' => fn () => $reload(new Php()),
            'the extension is back' => fn () => $reload($with),
            'entries are signed; the unsigned ones are trusted' => static fn () => $define(['BRINE_SIGNING_KEY' => 'a key of the check that is long enough', 'BRINE_TRUST_UNSIGNED' => true]),
            'the drop-in is deleted' => fn () => $this->wp($commands, 'disable'),
            'it is copied in again' => fn () => $this->wp($commands, 'enable'),
        ];
        foreach ($changes as $name => $change) {
            $this->step($name, $hosts, $change);
        }
        $this->check->flush();
        $this->check->same('load: afterwards', $hosts);
        // Back: all hosts write unsigned native text before the entries are migrated, and a request that began before has ended.
        $this->step('native text is written, and nothing is signed', $hosts, fn () => $define(['BRINE_WRITE' => 'native']), null);
        $commands->define(['BRINE_WRITE' => 'native', 'BRINE_SIGNING_KEY' => 'a key of the check that is long enough', 'BRINE_TRUST_UNSIGNED' => true] + $this->check->constants());
        $this->step('all entries are native text', $hosts, fn () => $this->wp($commands, 'migrate', '--to=native'), null);
        $this->step('the drop-in of Redis Object Cache is copied in', $hosts, fn () => $this->theirs());
        $this->check->expect('load: ' . json_encode($this->check->formats()), $this->check->only(['native', 'text']) === []);
        $this->step('the extension is gone', $hosts, fn () => $reload(new Php()));
        $this->check->flush();
        $this->check->same('load: at the end', $hosts);
        array_map(static fn (Host $host) => $host->stop(), $hosts);
        $commands->stop();
    }

    /** @param list<Host> $hosts */
    private function step(string $name, array $hosts, Closure $change, ?bool $isLogged = false): void
    {
        $this->check->startLoad($hosts);
        $this->check->awaitLoad(self::REQUESTS);
        $wrong = [];
        try {
            $change();
        } catch (RuntimeException $error) {
            $wrong[] = $error->getMessage();
        }
        $this->check->awaitLoad(self::REQUESTS);
        [$requests, $failures] = $this->check->stopLoad();
        [$errors, $lines] = $this->check->lines($hosts);
        $wrong = [...$wrong, ...$failures, ...$errors, ...($isLogged === false ? $lines : [])];
        $this->check->expect("load: $name, $requests requests", $wrong === [], $wrong);
    }
}
