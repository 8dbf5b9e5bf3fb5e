<?php

declare(strict_types=1);

/** What the entries of a site and of a request take in each format, and how long whole pages take. Prints tables for Markdown. */
final class Measure
{
    private const PAGES = ['/' => false, '/post-7/' => false, '/wp-json/wp/v2/posts?per_page=20' => false, '/wp-admin/' => true, '/wp-admin/edit.php' => true];

    /** @param string $plugin directory of Redis Object Cache */
    public function __construct(private readonly Check $check, private readonly string $plugin, private readonly int $rounds)
    {
    }

    public function run(): void
    {
        $theirs = ['BRINE_CHECK_DROP_IN' => "$this->plugin/includes/object-cache.php"];
        $ours = ['BRINE_CHECK_DROP_IN' => $this->check->site->package() . '/object-cache.php'];
        // Each has entries of its own. WordPress asks whether there is a drop-in.
        $this->check->site->setDropIn($theirs['BRINE_CHECK_DROP_IN']);
        $hosts = [
            'no cache' => [new Php(), ['WITHOUT_DROP_IN' => true]],
            'native' => [new Php(), $theirs + ['WP_CACHE_KEY_SALT' => 'native:']],
            'igbinary' => [new Php(), $theirs + ['WP_CACHE_KEY_SALT' => 'igbinary:', 'WP_REDIS_IGBINARY' => true]],
            'Brine' => [new Php(brine: true), $ours + ['WP_CACHE_KEY_SALT' => 'brine:']],
            'Brine, resident' => [new Php(brine: true), $ours + ['WP_CACHE_KEY_SALT' => 'resident:', 'BRINE_RESIDENT' => true]],
        ];
        $this->check->flush();
        foreach ($hosts as $name => [$php, $constants]) {
            $hosts[$name] = $this->check->host('measure-' . strtr($name, [' ' => '', ',' => '-']), $php, $constants, 1);
            $this->check->visit($hosts[$name], 2);
        }
        $this->entries($hosts['native']);
        $this->pages($hosts);
        array_map(static fn (Host $host) => $host->stop(), $hosts);
    }

    /** Bytes, time and memory of the entries that requests read from a host's cache. */
    private function entries(Host $host): void
    {
        $requests = [];
        foreach (self::PAGES as $path => $isAdministrator) {
            @unlink($host->counts());
            $this->check->pages->get($host, $path, $isAdministrator);
            // The request notes its keys at its end, which may be after the answer.
            for ($tries = 0; !is_file($host->counts() . '.keys') && $tries < 100; ++$tries) {
                usleep(10_000);
            }
            $requests[$path] = json_decode((string) file_get_contents($host->counts() . '.keys'), true);
            unlink($host->counts() . '.keys');
        }
        file_put_contents($this->check->work . "/requests.json", json_encode($requests, JSON_THROW_ON_ERROR));
        $reader = $this->check->site->host('measure-values');
        $reader->define(['WITHOUT_DROP_IN' => true] + $this->check->constants());
        $reader->prepare(new Php(brine: true));
        $results = json_decode($this->check->site->run($reader, 'measure.php', $this->check->work . "/requests.json", (string) $this->check->site->port, (string) $this->rounds), true, flags: JSON_THROW_ON_ERROR);
        echo "| entries | number | KB: native, igbinary, Brine | µs to decode: native, igbinary, Brine, resident | KB of the values: native, igbinary, Brine, resident |\n|---|--:|---|---|---|\n";
        foreach ($results as $name => $result) {
            printf(
                "| %s | %d | %s | %s | %s |\n",
                $name,
                $result['entries'],
                implode(', ', array_map(static fn (int $bytes): string => sprintf('%.1f', $bytes / 1024), array_slice($result['bytes'], 0, 3))),
                implode(', ', array_map(static fn (int $time): string => sprintf('%.0f', $time / 1000), $result['time'])),
                implode(', ', array_map(static fn (int $bytes): string => sprintf('%.0f', $bytes / 1024), $result['memory'])),
            );
        }
    }

    /** @param array<string, Host> $hosts */
    private function pages(array $hosts): void
    {
        $times = $cpu = [];
        for ($round = 0; $round < $this->rounds; ++$round) {
            foreach (self::PAGES as $path => $isAdministrator) {
                $names = array_keys($hosts);
                // Rotated, so that no format always follows the same other one.
                $names = [...array_slice($names, $round % count($names)), ...array_slice($names, 0, $round % count($names))];
                foreach ($names as $name) {
                    @unlink($hosts[$name]->counts() . '.cpu');
                    $start = hrtime(true);
                    $this->check->pages->get($hosts[$name], $path, $isAdministrator);
                    $times[$path][$name][] = (hrtime(true) - $start) / 1e6;
                    for ($tries = 0; !is_file($hosts[$name]->counts() . '.cpu') && $tries < 100; ++$tries) {
                        usleep(1_000);
                    }
                    $cpu[$path][$name][] = (int) @file_get_contents($hosts[$name]->counts() . '.cpu') / 1e3;
                }
            }
        }
        echo "\n| page, ms (processor's ms) | ", implode(' | ', array_keys($hosts)), " |\n|---|", str_repeat('--:|', count($hosts)), "\n";
        foreach (array_keys(self::PAGES) as $path) {
            echo "| `$path` |";
            foreach (array_keys($hosts) as $name) {
                printf(' %.1f (%.1f) |', self::median($times[$path][$name]), self::median($cpu[$path][$name]));
            }
            echo "\n";
        }
    }

    /** @param non-empty-list<int|float> $values */
    private static function median(array $values): float
    {
        sort($values);

        return (float) $values[intdiv(count($values), 2)];
    }
}
