<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Illuminate\Cache\Repository;

/**
 * Workers of different kinds on one store: with the extension, without it, and with igbinary only. Each writes values that show whether they are
 * complete, reads all workers' values, and counts.
 */
final class RollingDeployment
{
    /** Extensions that the worker lacks, and the client for Redis, where Debian's needs igbinary. */
    public const WORKERS = ['brine' => [], 'igbinary' => ['brine'], 'none' => ['brine', 'igbinary', 'msgpack', 'redis', 'memcached']];

    private const KEYS = 50;

    /**
     * The code of a worker: its arguments are the directory of the application, its settings as JSON, the seconds, a seed, and whether it counts.
     */
    public const WORKER = <<<'PHP'
        require $argv[1] . '/vendor/autoload.php';
        $app = Brine\Laravel\Tests\Host::start($argv[1], json_decode($argv[2], true));
        echo "ready\n";
        fgets(STDIN);
        echo json_encode(Brine\Laravel\Tests\RollingDeployment::work($app->make('cache')->store(), (float) $argv[3], (int) $argv[4], (bool) $argv[5]));
        PHP;

    /** @return array<string, mixed> a value whose parts determine each other */
    public static function value(int $n): array
    {
        return [
            'n' => $n,
            'check' => \sha1((string) $n),
            'thing' => new Thing("thing $n", \range(0, $n % 20), new Thing()),
            'rows' => \array_fill(0, $n % 30, ['id' => $n, 'name' => "name $n", 'price' => $n / 8]),
        ];
    }

    /**
     * @return array{writes: int, hits: int, misses: int, counted: int}
     * @throws \RuntimeException if a value was never written
     */
    public static function work(Repository $cache, float $seconds, int $seed, bool $counts): array
    {
        \mt_srand($seed);
        $done = ['writes' => 0, 'hits' => 0, 'misses' => 0, 'counted' => 0];
        $end = \microtime(true) + $seconds;
        while (\microtime(true) < $end) {
            $key = 'rolling-' . \mt_rand(1, self::KEYS);
            if (\mt_rand(0, 3) === 0) {
                self::write($cache, $key, \mt_rand(0, 1 << 30));
                $done['writes']++;
            }
            if ($counts && \mt_rand(0, 9) === 0 && $cache->increment('rolling-count') !== false) {
                $done['counted']++;
            }
            $value = $cache->get($key);
            if ($value === null) {
                $done['misses']++;
                continue;
            }
            if (!\is_array($value) || !\is_int($value['n'] ?? null) || \serialize($value) !== \serialize(self::value($value['n']))) {
                throw new \RuntimeException("A wrong value under $key: " . \var_export($value, true));
            }
            $done['hits']++;
        }

        return $done;
    }

    private static function write(Repository $cache, string $key, int $n): void
    {
        match ($n % 3) {
            0 => $cache->put($key, self::value($n), 1000),
            1 => $cache->putMany([$key => self::value($n)], 1000),
            default => $cache->forever($key, self::value($n)),
        };
    }
}
