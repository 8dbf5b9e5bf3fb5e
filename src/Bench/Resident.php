<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\Result\Row;
use Closure;
use RuntimeException;

/**
 * What a process of the table of resident values runs: values that are read again and again, as a worker of FPM reads them. Settings of PHP decide what APCu
 * and OPcache do, so that each way to read has processes of its own.
 */
final class Resident
{
    public const PLAIN = 'plain';

    /** Reads that are measured, by process: what prepares a value (its payload, file or key), and what reads it. */
    private const READS = [
        self::PLAIN => [
            'native' => ['serialize($value)', '\unserialize($argument)'],
            'igbinary' => ['igbinary_serialize($value)', '\igbinary_unserialize($argument)'],
            'brine' => ['brine_serialize($value)', '\brine_unserialize($argument)'],
            'brine-hit' => ['brine_serialize($value)', '\brine_unserialize($argument, ["resident" => true])'],
            'brine-signed' => [self::SIGN, '\brine_unserialize_signed($argument, "a key of this benchmark", ["context" => "bench"])'],
            'brine-signed-hit' => [self::SIGN, '\brine_unserialize_signed($argument, "a key of this benchmark", ["context" => "bench", "resident" => true])'],
            'brine-zlib' => [self::COMPRESS, '\brine_unserialize(\gzuncompress($argument))'],
            'brine-zlib-hit' => [self::COMPRESS, '\brine_unserialize($argument, ["resident" => true, "open" => \gzuncompress(...)])'],
            'static' => ['$value', 'self::kept($argument)'],
        ],
        'apcu-php' => ['apcu-php' => self::FETCH],
        'apcu-igbinary' => ['apcu-igbinary' => self::FETCH],
        'apcu-brine-copied' => ['apcu-brine-copied' => self::FETCH],
        'apcu-brine' => ['apcu-brine' => self::FETCH],
        'include' => ['include' => ['self::file($value)', '(include $argument)']],
    ];
    private const SIGN = 'brine_serialize_signed($value, "a key of this benchmark", ["context" => "bench"])';
    private const COMPRESS = 'gzcompress(brine_serialize($value))';
    private const FETCH = ['self::stored($value)', '\apcu_fetch($argument)'];

    /** Each value is decoded once in them: nothing is kept of it before. */
    private const ONCE = ['brine-once', 'brine-first-sight', 'brine-admission'];

    /** All ways to read, in the order of the report. */
    public const WAYS = [
        'native', 'igbinary', 'brine', ...self::ONCE, 'brine-hit', 'brine-signed', 'brine-signed-hit', 'brine-zlib', 'brine-zlib-hit', 'apcu-php', 'apcu-igbinary',
        'apcu-brine-copied', 'apcu-brine', 'include', 'static',
    ];

    private static int $stored = 0;

    /** @var list<string> */
    private static array $files = [];

    /** @return array<string, Worker> by what it measures */
    public static function workers(): array
    {
        $settings = ['brine.resident_memory' => '256M'];
        $apcu = ['apc.enable_cli' => '1', 'apc.shm_size' => '256M'];

        return [
            self::PLAIN => new Worker(['brine'], $settings, ['igbinary']),
            'apcu-php' => new Worker(['brine', 'apcu'], $settings + $apcu + ['apc.serializer' => 'php'], ['igbinary']),
            'apcu-igbinary' => new Worker(['igbinary', 'brine', 'apcu'], $settings + $apcu + ['apc.serializer' => 'igbinary']),
            'apcu-brine-copied' => new Worker(['brine', 'apcu'], ['brine.resident_memory' => '0'] + $apcu + ['apc.serializer' => 'brine'], ['igbinary']),
            'apcu-brine' => new Worker(['brine', 'apcu'], $settings + $apcu + ['apc.serializer' => 'brine'], ['igbinary']),
            'include' => new Worker(['brine', 'opcache'], $settings + [
                'opcache.enable_cli' => '1', 'opcache.file_update_protection' => '0', 'opcache.memory_consumption' => '512', 'opcache.interned_strings_buffer' => '64',
                'opcache.max_accelerated_files' => '10000',
            ], ['igbinary']),
        ];
    }

    /** @return array<string, Closure(): list<mixed>> values by row: of the corpus those without objects and those with, or shapes */
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
     * @return list<mixed> the values without objects, or those with
     */
    private static function those(array $builders, bool $pure): array
    {
        $values = array_map(static fn (Closure $build): mixed => $build(), $builders);

        return array_values(array_filter($values, static fn (mixed $value): bool => (preg_match('/(?:^|[;{])[COE]:\d+:"/', serialize($value)) === 0) === $pure));
    }

    /**
     * Runs in a process of its own.
     *
     * @param list<string> $names of groups
     * @return list<Row> of those that have values, each with one sample of every way that can read them: "decode" is nanoseconds a value
     */
    public static function measured(string $process, array $names, int $milliseconds): array
    {
        gc_disable();
        $rows = [];
        $groups = self::groups(Corpus::open());
        foreach ($names as $name) {
            $values = $groups[$name]();
            if ($values === []) {
                continue;
            }
            $rows[] = $row = new Row($name, values: count($values));
            if ($process === self::PLAIN) {
                self::once($row, $values);
            }
            foreach (self::READS[$process] as $way => [$prepare, $read]) {
                if ($way !== 'igbinary' || function_exists('igbinary_serialize')) {
                    self::time($row, $way, $values, $prepare, $read, $milliseconds);
                }
            }
            if ($process === self::PLAIN) {
                self::held($row, $values);
            }
        }
        array_map(unlink(...), self::$files);

        return $rows;
    }

    /**
     * What has to be measured before anything else is: each value's first decodes.
     *
     * @param non-empty-list<mixed> $values
     */
    private static function once(Row $row, array $values): void
    {
        $times = array_fill_keys(self::ONCE, 0.0);
        $before = brine_resident_status();
        foreach ($values as $value) {
            $payload = brine_serialize($value);
            // The caches of keys and shapes know it.
            brine_unserialize($payload);
            brine_unserialize($payload);
            foreach (self::ONCE as $name) {
                // One after the other, so that what each finds in the processor's caches is the same.
                $start = hrtime(true);
                $name === 'brine-once' ? brine_unserialize($payload) : brine_unserialize($payload, ['resident' => true]);
                $times[$name] += hrtime(true) - $start;
            }
        }
        $after = brine_resident_status();
        foreach ($times as $name => $time) {
            $row->set($name, 'decode', $time / count($values));
        }
        $row->set('brine-hit', 'kept', $after['admitted'] - $before['admitted']);
        $row->set('brine-hit', 'worker', $after['bytes'] - $before['bytes']);
    }

    /**
     * Sets nanoseconds a read, freeing included.
     *
     * @param non-empty-list<mixed> $values
     */
    private static function time(Row $row, string $way, array $values, string $prepare, string $read, int $milliseconds): void
    {
        $prepared = eval("return array_map(static fn (mixed \$value): mixed => $prepare, \$values);");
        if ($way === 'include' && in_array(null, $prepared, true)) {
            $row->fail($way, 'a file has arrays and scalars only');

            return;
        }
        $loop = eval("return static function (int \$passes) use (\$prepared): int|float {
            \$start = hrtime(true);
            for (\$pass = 0; \$pass < \$passes; ++\$pass) {
                foreach (\$prepared as \$argument) {
                    $read;
                }
            }

            return hrtime(true) - \$start;
        };");
        $loop(3);
        $row->set($way, 'decode', (new Method(1, $milliseconds))->sampler($loop, count($values))());
    }

    /**
     * Sets bytes of a request that holds all values.
     *
     * @param non-empty-list<mixed> $values
     */
    private static function held(Row $row, array $values): void
    {
        foreach (['igbinary' => null, 'brine' => [], 'brine-hit' => ['resident' => true]] as $way => $options) {
            if ($way === 'igbinary' && !function_exists('igbinary_serialize')) {
                continue;
            }
            $payloads = array_map($options === null ? igbinary_serialize(...) : brine_serialize(...), $values);
            // The first time, what is allocated once for all is too.
            for ($pass = 0; $pass < 2; ++$pass) {
                $held = array_fill(0, count($payloads), null);
                $before = memory_get_usage();
                foreach ($payloads as $i => $payload) {
                    $held[$i] = $options === null ? igbinary_unserialize($payload) : brine_unserialize($payload, $options);
                }
                $row->set($way, 'memory', memory_get_usage() - $before);
                unset($held);
                gc_collect_cycles();
            }
        }
    }

    /** A function with a static variable, as an application that caches by itself has it. */
    private static function kept(mixed $value): mixed
    {
        static $kept;

        return $kept ??= $value;
    }

    private static function stored(mixed $value): string
    {
        $key = 'value ' . self::$stored++;

        return apcu_store($key, $value) ? $key : throw new RuntimeException('APCu is full');
    }

    /** @return string|null a file of PHP that returns the value; null for what it cannot have as a constant */
    private static function file(mixed $value): ?string
    {
        if (preg_match('/(?:^|[;{])[COEr]:\d+/i', serialize($value)) === 1) {
            return null;
        }
        $file = sys_get_temp_dir() . '/brine_bench_' . getmypid() . '_' . count(self::$files) . '.php';
        file_put_contents($file, '<?php return ' . var_export($value, true) . ';');

        return self::$files[] = $file;
    }
}
