<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\Result\Row;
use Closure;
use RuntimeException;

/**
 * The processes of the table of resident values, which read values repeatedly like an FPM worker. PHP settings control APCu and OPcache, so each
 * way to read has its own processes.
 */
final class Resident
{
    public const PLAIN = 'plain';
    public const SHARED = 'brine-shared-hit';
    public const APCU = ['apcu-php', 'apcu-igbinary', 'apcu-brine-copied', 'apcu-brine', self::APCU_SHARED];
    public const APCU_SHARED = 'apcu-brine-shared';

    /** Code that reads the result of prepared(), by process and way. */
    private const READS = [
        self::PLAIN => [
            'native' => '\unserialize($argument)',
            'igbinary' => '\igbinary_unserialize($argument)',
            'brine' => '\brine_unserialize($argument)',
            'brine-hit' => '\brine_unserialize($argument, ["resident" => true])',
            'brine-signed' => '\brine_unserialize_signed($argument, "a key of this benchmark", ["context" => "bench"])',
            'brine-signed-hit' => '\brine_unserialize_signed($argument, "a key of this benchmark", ["context" => "bench", "resident" => true])',
            'brine-zlib' => '\brine_unserialize(\gzuncompress($argument))',
            'brine-zlib-hit' => '\brine_unserialize($argument, ["resident" => true, "open" => \gzuncompress(...)])',
            'static' => '\Brine\Bench\Resident::kept($argument)',
        ],
        self::SHARED => [self::SHARED => '\brine_unserialize($argument, ["resident" => true])'],
        'apcu-php' => ['apcu-php' => self::FETCH],
        'apcu-igbinary' => ['apcu-igbinary' => self::FETCH],
        'apcu-brine-copied' => ['apcu-brine-copied' => self::FETCH],
        'apcu-brine' => ['apcu-brine' => self::FETCH],
        self::APCU_SHARED => [self::APCU_SHARED => self::FETCH],
        'include' => ['include' => '(include $argument)'],
    ];
    private const FETCH = '\apcu_fetch($argument)';

    /** Ways of APCu that find decoded values. */
    private const FETCHED_DECODED = ['apcu-brine', self::APCU_SHARED];

    /** Decodes each value once, with nothing cached. */
    private const ONCE = ['brine-once', 'brine-first-sight', 'brine-admission'];

    /** All ways to read, in the order of the report. */
    public const WAYS = [
        'native', 'igbinary', 'brine', ...self::ONCE, 'brine-hit', self::SHARED, 'brine-signed', 'brine-signed-hit', 'brine-zlib', 'brine-zlib-hit', ...self::APCU, 'include',
        'static',
    ];

    /** Measurements of first sights. */
    private const FIRST_SIGHTS = 5;
    /** Ten times as many as the extension remembers. */
    private const OTHERS = 80_000;
    /** Values kept before admissions are measured, so that one-time costs of a process do not count. */
    private const ALIKE = 8;

    private static int $stored = 0;
    private static int $others = 0;

    /** @var list<string> */
    private static array $files = [];

    /** @return array<string, Worker> by what it measures */
    public static function workers(): array
    {
        $settings = ['brine.resident_memory' => '64M'];
        $apcu = ['apc.enable_cli' => '1', 'apc.shm_size' => '256M'];

        return [
            self::PLAIN => new Worker(['brine'], $settings, ['igbinary']),
            self::SHARED => new Worker(['brine'], ['brine.resident_shared' => '256M'], isServed: true),
            'apcu-php' => new Worker(['brine', 'apcu'], $settings + $apcu + ['apc.serializer' => 'php'], ['igbinary']),
            'apcu-igbinary' => new Worker(['igbinary', 'brine', 'apcu'], $settings + $apcu + ['apc.serializer' => 'igbinary']),
            'apcu-brine-copied' => new Worker(['brine', 'apcu'], ['brine.resident_memory' => '0'] + $apcu + ['apc.serializer' => 'brine'], ['igbinary']),
            'apcu-brine' => new Worker(['brine', 'apcu'], $settings + $apcu + ['apc.serializer' => 'brine'], ['igbinary']),
            self::APCU_SHARED => new Worker(['brine', 'apcu'], ['brine.resident_shared' => '256M'] + $apcu + ['apc.serializer' => 'brine'], isServed: true),
            'include' => new Worker(['brine', 'opcache'], $settings + [
                'opcache.enable_cli' => '1', 'opcache.file_update_protection' => '0', 'opcache.memory_consumption' => '512', 'opcache.interned_strings_buffer' => '64',
                'opcache.max_accelerated_files' => '10000',
            ], ['igbinary']),
        ];
    }

    /** Runs in a process of its own: why its values are not shared with others; null if they are. */
    public static function whyNotShared(): ?string
    {
        $shared = \brine_resident_status()['shared'] ?? null;
        $state = \is_array($shared) ? $shared['state'] ?? null : null;

        return $state === 'on' ? null : 'workers do not share values here' . (\is_string($state) ? " ($state)" : '');
    }

    /** @return array<string, Closure(): list<mixed>> values by row: of the corpus, rows without and with objects; otherwise shapes */
    public static function groups(?Corpus $corpus): array
    {
        $groups = [];
        foreach ($corpus?->byGroup() ?? [] as $name => $builders) {
            $groups["pure/$name"] = static fn (): array => self::those($builders, true);
            $groups["objects/$name"] = static fn (): array => self::those($builders, false);
        }
        foreach ($corpus === null ? Shapes::all() : [] as $name => $build) {
            $groups["shapes/$name"] = static fn (): array => [$build()];
        }

        return $groups;
    }

    /**
     * @param array<string, Closure(): mixed> $builders
     * @return list<mixed> the values without objects, or those with objects
     */
    private static function those(array $builders, bool $pure): array
    {
        $values = \array_map(static fn (Closure $build): mixed => $build(), $builders);

        return \array_values(\array_filter($values, static fn (mixed $value): bool => (\preg_match('/(?:^|[;{])[COE]:\d+:"/', \serialize($value)) === 0) === $pure));
    }

    /**
     * Runs in a process of its own.
     *
     * @param list<string> $names of groups
     * @return list<Row> groups that have values, each with one sample per way that can read them: "decode" is nanoseconds per value
     */
    public static function measured(string $process, array $names, int $milliseconds): array
    {
        \gc_disable();
        $rows = [];
        $groups = self::groups(Corpus::open()) + \array_map(static fn (Closure $build): Closure => static fn (): array => [$build()], ApcuValues::all());
        foreach ($names as $name) {
            $values = $groups[$name]();
            if ($values === []) {
                continue;
            }
            $rows[] = $row = new Row($name, values: \count($values));
            if ($process === self::PLAIN) {
                self::once($row, $values);
            }
            foreach (self::READS[$process] as $way => $read) {
                if ($way !== 'igbinary' || \function_exists('igbinary_serialize')) {
                    self::time($row, $way, $values, $read, $milliseconds);
                }
            }
            if ($process === self::PLAIN) {
                self::held($row, $values);
            }
        }
        \array_map(unlink(...), self::$files);

        return $rows;
    }

    /**
     * Measured before anything else: the first decodes of each value, in turn.
     *
     * @param non-empty-list<mixed> $values
     */
    private static function once(Row $row, array $values): void
    {
        $payloads = \array_values(\array_unique(\array_map(\brine_serialize(...), $values)));
        foreach ($payloads as $payload) {
            // Warms the caches of keys and shapes.
            \brine_unserialize($payload);
            \brine_unserialize($payload);
        }
        $plain = $first = \INF;
        for ($round = 0; $round < self::FIRST_SIGHTS; ++$round) {
            $plain = \min($plain, self::timePlain(self::prepare($payloads)));
            $turn = self::prepare($payloads);
            $admitted = self::status('admitted');
            $first = \min($first, self::timeResident($turn));
            if (self::status('admitted') !== $admitted) {
                throw new RuntimeException('A payload was taken for one that was seen before');
            }
        }
        $row->set('brine-once', 'decode', $plain);
        $row->set('brine-first-sight', 'decode', $first);
        $alike = \array_map(static fn (mixed $value): string => \brine_serialize([$value, 'alike']), \array_slice($values, 0, self::ALIKE));
        self::timeResident([...$alike, ...$alike]);
        $admitted = self::status('admitted');
        $bytes = self::status('bytes');
        $row->set('brine-admission', 'decode', self::timeResident($payloads));
        $row->set('brine-hit', 'kept', self::status('admitted') - $admitted);
        $row->set('brine-hit', 'worker', self::status('bytes') - $bytes);
    }

    /**
     * Reads many other bytes, so that payloads seen once are forgotten, then these in random order: plain decodes and first sights start with the
     * same processor caches, and branch prediction learns no order.
     *
     * @param non-empty-list<string> $payloads
     * @return non-empty-list<string> in the order of reading
     */
    private static function prepare(array $payloads): array
    {
        for ($i = 0; $i < self::OTHERS; $i += 1000) {
            self::timeResident(self::others(1000));
        }
        \shuffle($payloads);
        self::timePlain($payloads);
        self::timeResident(self::others(1));
        self::timePlain(self::others(1));
        \shuffle($payloads);

        return $payloads;
    }

    /** @return non-empty-list<string> payloads that were never read */
    private static function others(int $count): array
    {
        $others = [];
        do {
            $others[] = \brine_serialize('other bytes ' . self::$others++);
        } while (\count($others) < $count);

        return $others;
    }

    /**
     * @param non-empty-list<string> $payloads
     * @return float nanoseconds per value
     */
    private static function timePlain(array $payloads): float
    {
        $start = \hrtime(true);
        foreach ($payloads as $payload) {
            \brine_unserialize($payload);
        }

        return (\hrtime(true) - $start) / \count($payloads);
    }

    /**
     * @param non-empty-list<string> $payloads
     * @return float nanoseconds per value
     */
    private static function timeResident(array $payloads): float
    {
        $start = \hrtime(true);
        foreach ($payloads as $payload) {
            \brine_unserialize($payload, ['resident' => true]);
        }

        return (\hrtime(true) - $start) / \count($payloads);
    }

    private static function status(string $name): int
    {
        $number = \brine_resident_status()[$name];

        return \is_int($number) ? $number : throw new RuntimeException("brine_resident_status() has no number $name");
    }

    /**
     * Sets nanoseconds per read, including freeing.
     *
     * @param non-empty-list<mixed> $values
     */
    private static function time(Row $row, string $way, array $values, string $read, int $milliseconds): void
    {
        $prepared = \array_map(static fn (mixed $value): mixed => self::prepared($way, $value), $values);
        if ($way === 'include' && \in_array(null, $prepared, true)) {
            $row->fail($way, 'a file has arrays and scalars only');

            return;
        }
        $reader = Serializer::of($way, $read, '$argument');
        // These reads make the value resident, and put the file into OPcache.
        $reader->timeEncode($prepared, 3);
        $hits = self::status('hits');
        $row->set($way, 'decode', (new Method(1, $milliseconds))->sampler(static fn (int $passes): int|float => $reader->timeEncode($prepared, $passes), \count($values))());
        if (isset(ApcuValues::all()[$row->name]) && \in_array($way, self::FETCHED_DECODED, true) && self::status('hits') === $hits) {
            throw new RuntimeException("No read of $way found a decoded value");
        }
    }

    /** The input of a way: payload, key or file of the value; null if the way cannot hold the value. */
    private static function prepared(string $way, mixed $value): mixed
    {
        return match ($way) {
            'native' => \serialize($value),
            'igbinary' => \igbinary_serialize($value),
            'brine', 'brine-hit', self::SHARED => \brine_serialize($value),
            'brine-signed', 'brine-signed-hit' => \brine_serialize_signed($value, 'a key of this benchmark', ['context' => 'bench']),
            'brine-zlib', 'brine-zlib-hit' => \gzcompress(\brine_serialize($value)),
            'include' => self::file($value),
            'static' => $value,
            default => self::stored($value),
        };
    }

    /**
     * Sets bytes of a request that holds all values.
     *
     * @param non-empty-list<mixed> $values
     */
    private static function held(Row $row, array $values): void
    {
        foreach (['igbinary', 'brine', 'brine-hit'] as $way) {
            if ($way === 'igbinary' && !\function_exists('igbinary_serialize')) {
                continue;
            }
            $reader = Serializer::of($way, '$argument', self::READS[self::PLAIN][$way]);
            $payloads = \array_map(static fn (mixed $value): string => (string) ($way === 'igbinary' ? \igbinary_serialize($value) : \brine_serialize($value)), $values);
            // The first call also makes one-time allocations.
            for ($pass = 0; $pass < 2; ++$pass) {
                $held = \array_fill(0, \count($payloads), null);
                $before = \memory_get_usage();
                foreach ($payloads as $i => $payload) {
                    $held[$i] = $reader->decode($payload);
                }
                $row->set($way, 'memory', \memory_get_usage() - $before);
                unset($held);
                \gc_collect_cycles();
            }
        }
    }

    /** A function with a static variable, like a hand-made cache of an application. */
    public static function kept(mixed $value): mixed
    {
        static $kept;

        return $kept ??= $value;
    }

    private static function stored(mixed $value): string
    {
        $key = 'value ' . self::$stored++;

        return \apcu_store($key, $value) ? $key : throw new RuntimeException('APCu is full');
    }

    /** @return string|null a PHP file that returns the value; null if the value cannot be a constant */
    private static function file(mixed $value): ?string
    {
        if (\preg_match('/(?:^|[;{])[COEr]:\d+/i', \serialize($value)) === 1) {
            return null;
        }
        $file = \sys_get_temp_dir() . '/brine_bench_' . \getmypid() . '_' . \count(self::$files) . '.php';
        \file_put_contents($file, '<?php return ' . \var_export($value, true) . ';');

        return self::$files[] = $file;
    }
}
