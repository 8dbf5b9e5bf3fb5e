<?php

declare(strict_types=1);

/** The steps of check.sh, by name. */
final class Steps
{
    /** Changes of the site at a time. */
    private const CHANGES = 6;
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
            $steps += ['redis' => $this->redisObjectCache(...), 'small' => $this->smallWay(...), 'place' => $this->inPlace(...)];
        }

        $steps += (new DropInSteps($this->check, $this->plugin, $this->change(...)))->all();

        return $this->plugin === '' ? $steps : $steps + (new SwitchSteps($this->check, $this->plugin, $this->change(...)))->all();
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
                $this->check->same("redis: Redis Object Cache, $client, $format", [$host], more: fn (): array => $this->check->only([$format, 'text']));
                $host->stop();
            }
        }
    }

    /** Redis Object Cache with Brine's entries, by redis-object-cache.php in wp-config.php. */
    private function smallWay(): void
    {
        $this->check->site->setDropIn($this->theirDropIn());
        $line = ['BRINE_CHECK_INCLUDE' => $this->check->site->package() . '/redis-object-cache.php'];
        $key = ['BRINE_SIGNING_KEY' => 'a key of the check that is long enough'];
        foreach (['phpredis, native' => [], 'Predis, native' => self::PREDIS, 'phpredis, igbinary' => ['WP_REDIS_IGBINARY' => true]] as $name => $constants) {
            $this->check->flush();
            $host = $this->check->host('small', new Php(brine: true), $constants);
            $this->check->visit($host, 2);
            $before = $this->check->entries();
            $define = fn (array $more) => $host->define($more + $constants + $this->check->constants());
            $define($line);
            $host->takeCounts();
            $this->check->same("small, $name: " . count($before) . ' entries of the plugin are read', [$host], more: fn (): array => [
                ...$this->check->unread($before), ...($this->check->classes($host) === ['Brine\\WordPress\\RedisObjectCache'] ? [] : ['another cache is in use: ' . json_encode($this->check->classes($host))]),
            ]);
            $wrong = $this->change($host);
            $this->check->same("small, $name: after changes, " . json_encode($this->check->formats()), [$host], more: fn (): array => [...$wrong, ...$this->check->has('brine')]);
            $this->check->flush();
            $this->check->same("small, $name: an empty store", [$host], more: fn (): array => $this->check->only(['brine']));
            $before = $this->check->entries();
            $library = $this->check->host('library', new Php(), $line + $constants);
            $this->check->same("small, $name: without the extension", [$library], more: fn (): array => $this->check->unread($before));
            $library->stop();
            $define($line + $key);
            $this->check->same("small, $name: signed, the unsigned ones are misses", [$host], true, 1);
            $this->check->flush();
            $this->check->same("small, $name: signed", [$host], more: fn (): array => $this->check->only(['signed']));
            $this->swap();
            $this->check->same("small, $name: signed, with entries in other places", [$host], true, 1);
            $this->check->visit($host);
            $host->newLines();
            $define($line + ['BRINE_SIGNING_KEY' => 'short']);
            $this->check->same("small, $name: a wrong setting", [$host], true, 1);
            $define($line + ['BRINE_WRITE' => 'native']);
            $this->check->flush();
            $this->check->visit($host);
            $define([]);
            $this->check->same("small, $name: the line is gone, after BRINE_WRITE and a flush", [$host]);
            $host->stop();
        }
    }

    /** Gives each entry the bytes of another one. */
    private function swap(): void
    {
        $entries = $this->check->entries();
        $values = array_values($entries);
        $redis = $this->check->site->redis();
        foreach (array_keys($entries) as $i => $key) {
            $redis->set($key, $values[($i + 1) % count($values)], ['KEEPTTL']);
        }
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
                $this->check->same("place, $option: $name" . (isset($left) ? ", after $left entries of Brine have gone" : ''), [$host], more: fn (): array => $this->check->unread($before));
                $wrong = $this->change($host);
                $this->check->same("place, $option: $name, after changes " . json_encode($this->check->formats()), [$host], more: static fn (): array => $wrong);
                unset($left);
                $host->stop();
            }
        }
    }

    /**
     * Changes the site: the cache is invalidated and filled again.
     *
     * @return list<string> what went wrong
     */
    private function change(Host $host): array
    {
        $wrong = [];
        $writes = new Writes($this->check->pages->headers('/wp-json/'), 'change' . bin2hex(random_bytes(6)), random_int(0, 99999));
        for ($i = 0; $i < self::CHANGES; ++$i) {
            [$path, $status, $body] = $writes->next(static fn (string $path, array $headers, string $json): array => $host->request($path, $headers, $json, 'POST', 'application/json'));
            if ($status !== 200 && $status !== 201) {
                $wrong[] = "a change of $path is $status: $body";
            }
        }
        $this->check->pages->forget();
        $this->check->visit($host);

        return $wrong;
    }
}
