<?php

declare(strict_types=1);

/** The steps of scripts/wordpress-check.sh, by name. */
final class Steps
{
    private const PREDIS = ['WP_REDIS_CLIENT' => 'predis'];

    /** @param string $plugin directory of Redis Object Cache; '' if there is none */
    public function __construct(private readonly Check $check, private readonly string $plugin)
    {
    }

    /** @return array<string, Closure(): void> */
    public function all(): array
    {
        $steps = ['plain' => $this->plain(...)];
        if ($this->plugin !== '') {
            $steps += ['redis' => $this->redisObjectCache(...), 'place' => $this->inPlace(...)];
        }

        return $steps;
    }

    private function theirDropIn(): string
    {
        return "$this->plugin/includes/object-cache.php";
    }

    /** Without any drop-in: which parts of pages differ by themselves. */
    private function plain(): void
    {
        $host = $this->check->host('plain', new Php(), ['WITHOUT_DROP_IN' => true]);
        $this->check->same('plain: without a cache, ' . count(Pages::all()) . ' pages are equal on two hosts', [$host]);
        $host->stop();
    }

    /** Redis Object Cache alone. */
    private function redisObjectCache(): void
    {
        $this->check->site->setDropIn($this->theirDropIn());
        foreach (['phpredis' => [], 'Predis' => self::PREDIS] as $client => $constants) {
            foreach (['native' => [], 'igbinary' => ['WP_REDIS_IGBINARY' => true]] as $format => $more) {
                $this->check->flush();
                $host = $this->check->host('redis', new Php(), $constants + $more);
                $this->check->same("redis: Redis Object Cache, $client, $format", [$host], more: fn (): array => $this->only([$format, 'text']));
                $host->stop();
            }
        }
    }

    /**
     * @param list<string> $formats
     * @return list<string> what is wrong if the store has other formats, or not the first
     */
    private function only(array $formats): array
    {
        $found = $this->check->formats();

        return isset($found[$formats[0]]) && array_diff(array_keys($found), $formats) === [] ? [] : ['entries are ' . json_encode($found)];
    }

    /** Redis Object Cache with the extension in igbinary's place, forward and back. */
    private function inPlace(): void
    {
        $this->check->site->setDropIn($this->theirDropIn());
        foreach (['its own option' => ['WP_REDIS_IGBINARY' => true], "phpredis' option" => ['WP_REDIS_SERIALIZER' => Redis::SERIALIZER_IGBINARY]] as $option => $constants) {
            $this->check->flush();
            $php = ['igbinary' => new Php(), 'in its place, igbinary' => new Php(place: 'igbinary'), 'in its place, brine' => new Php(place: 'brine')];
            foreach (['igbinary', 'in its place, igbinary', 'in its place, brine', 'in its place, igbinary', 'igbinary'] as $i => $name) {
                $host = $this->check->host('place', $php[$name], $constants);
                if ($i === 4) {
                    // As docs/igbinary.md says: igbinary itself comes back when no entry of Brine is left.
                    $left = $this->check->formats()['brine'] ?? 0;
                    $this->check->flush();
                }
                $before = $this->check->entries();
                // The plugin reports its deprecated option in the log.
                $this->check->same("place, $option: $name" . (isset($left) ? ", after $left entries of Brine have gone" : ''), [$host], null, more: fn (): array => $this->read($before));
                $this->change($host);
                $this->check->same("place, $option: $name, after changes " . json_encode($this->check->formats()), [$host], null);
                unset($left);
                $host->stop();
            }
        }
    }

    /** Changes the site: the cache is invalidated and filled again. */
    private function change(Host $host, int $times = 6): void
    {
        $writes = new Writes($this->check->pages->headers('/wp-json/'), 'change' . random_int(0, 99999), random_int(0, 99999));
        for ($i = 0; $i < $times; ++$i) {
            [$path, $status, $body] = $writes->next(static fn (string $path, array $headers, string $json): array => $host->request($path, $headers, $json, 'POST', 'application/json'));
            if ($status !== 200 && $status !== 201) {
                $this->check->expect("a change of $path", false, ["$status $body"]);
            }
        }
        $this->check->visit($host);
    }

    /**
     * @param array<string, string> $before
     * @return list<string> entries that were there and were not read: they have been written anew
     */
    private function read(array $before): array
    {
        $after = $this->check->entries();
        $changed = array_keys(array_filter($before, static fn (string $bytes, string $key): bool => ($after[$key] ?? '') !== $bytes, ARRAY_FILTER_USE_BOTH));

        return $changed === [] ? [] : [count($changed) . ' of ' . count($before) . ' entries were not read: ' . implode(' ', array_slice($changed, 0, 5))];
    }
}
