<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use PHPUnit\Framework\Attributes\DataProvider;

/**
 * A rolling deployment. BRINE_SECONDS is how long each one takes: 2 by default.
 */
final class RollingDeploymentTest extends TestCase
{
    /** @return array<string, array{string, array<string, mixed>}> */
    public static function stores(): array
    {
        $cases = [];
        foreach (['redis', 'database', 'file', 'memcached'] as $store) {
            $cases[$store] = [$store, []];
            $cases["$store signed and compressed"] = [$store, ['brine.keys' => 'secret of a test', 'brine.compression' => 'zlib']];
        }

        return $cases;
    }

    /** @param array<string, mixed> $config */
    #[DataProvider('stores')]
    public function testWorkersReadEachOther(string $store, array $config): void
    {
        $kind = $store === 'redis' ? 'phpredis' : $store;
        $config += [
            'brine.on_corrupt' => 'throw',
            'database.connections.sqlite.busy_timeout' => 30000,
            'database.connections.sqlite.journal_mode' => 'wal',
        ];
        $app = $this->app($kind, $config);
        $cache = self::store($app);
        $cache->flush();
        $cache->forever('rolling-count', 0);
        $seconds = (string) (float) (\getenv('BRINE_SECONDS') !== false ? \getenv('BRINE_SECONDS') : 2);
        // SQLite refuses transactions that begin to write at the same time, and increments of files are not atomic: both are Laravel's own.
        $counts = $store === 'redis' || $store === 'memcached';
        $workers = [];
        foreach ([...\array_keys(RollingDeployment::WORKERS), 'brine'] as $i => $worker) {
            if ($store === 'memcached' && $worker === 'none') {
                // Debian's client needs igbinary.
                continue;
            }
            $client = $store === 'redis' && $worker === 'none' ? 'predis' : $kind;
            $settings = (string) \json_encode($config + Host::store($client, $this->servers())[1]);
            $arguments = [$app->basePath(), $settings, $seconds, (string) $i, $counts ? '1' : ''];
            $workers["$worker $i"] = self::startPhp(RollingDeployment::WORKER, $arguments, [], RollingDeployment::WORKERS[$worker]);
        }
        foreach ($workers as $name => $worker) {
            self::assertSame("ready\n", \fgets($worker['output']), $name);
        }
        foreach ($workers as $worker) {
            \fwrite($worker['input'], "\n");
        }
        $counted = 0;
        foreach ($workers as $name => $worker) {
            $output = (string) \stream_get_contents($worker['output']);
            self::assertSame(0, \proc_close($worker['process']), "$name: $output");
            /** @var array{writes: int, hits: int, misses: int, counted: int} $done */
            $done = \json_decode($output, true, flags: \JSON_THROW_ON_ERROR);
            self::assertGreaterThan(0, $done['writes'], $name);
            self::assertGreaterThan(0, $done['hits'], $name);
            $counted += $done['counted'];
            if (\getenv('BRINE_SECONDS') !== false) {
                echo "{$this->dataName()}, $name: ", \json_encode($done), "\n";
            }
        }
        self::assertEquals($counted, $cache->get('rolling-count'));
        self::assertSame($counts, $counted > 0);
    }
}
