<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;
use RuntimeException;

require_once __DIR__ . '/../tests/bootstrap.php';

/**
 * Values that are read again and again, as a worker reads them: what a read costs, and what memory it holds. Settings of PHP decide what APCu and OPcache
 * do, so that each way of reading has processes of its own, one of each in a round.
 *
 *     php bench/resident.php [ROUNDS [MILLISECONDS]]            the report
 *     php bench/resident.php CONFIGURATION MILLISECONDS     what such a process runs; prints JSON
 */
final class Resident
{
    /** Reads that are measured, by the process: what prepares a value (its payload, file or key), and what reads it. */
    private const READS = [
        'plain' => [
            'native' => ['serialize($value)', '\unserialize($argument)'],
            'igbinary' => ['igbinary_serialize($value)', '\igbinary_unserialize($argument)'],
            'brine' => ['brine_serialize($value)', '\brine_unserialize($argument)'],
            'hit' => ['brine_serialize($value)', '\brine_unserialize($argument, ["resident" => true])'],
            'signed' => [self::SIGN, '\brine_unserialize_signed($argument, "a key of this benchmark", ["context" => "bench"])'],
            'signed hit' => [self::SIGN, '\brine_unserialize_signed($argument, "a key of this benchmark", ["context" => "bench", "resident" => true])'],
            'compressed' => [self::COMPRESS, '\brine_unserialize(\gzuncompress($argument))'],
            'compressed hit' => [self::COMPRESS, '\brine_unserialize($argument, ["resident" => true, "open" => \gzuncompress(...)])'],
            'static' => ['$value', 'self::read($argument)'],
        ],
        'apcu php' => ['apcu php' => self::FETCH],
        'apcu igbinary' => ['apcu igbinary' => self::FETCH],
        'apcu brine, copied' => ['apcu brine, copied' => self::FETCH],
        'apcu brine' => ['apcu brine' => self::FETCH],
        'include' => ['include' => ['self::file($value)', '(include $argument)']],
    ];
    private const SIGN = 'brine_serialize_signed($value, "a key of this benchmark", ["context" => "bench"])';
    private const COMPRESS = 'gzcompress(brine_serialize($value))';
    private const FETCH = ['self::stored($value)', '\apcu_fetch($argument)'];

    /** Each value is decoded once in it: nothing is kept of it before. */
    private const ONCE = ['once', 'first sight', 'admission'];

    private const COLUMNS = [
        'native', 'igbinary', 'brine', 'first sight', 'admission', 'hit', 'signed', 'signed hit', 'compressed', 'compressed hit', 'apcu php', 'apcu igbinary', 'apcu brine, copied', 'apcu brine',
        'include', 'static',
    ];

    /** @var array<string, array{string, Closure(): list<mixed>}> */
    private array $groups = [];

    private function __construct(private readonly int $sample)
    {
        $corpus = Corpus::open();
        if ($corpus === null) {
            foreach (Shapes::all() as $name => $build) {
                $this->groups[$name] = static fn (): array => [$build()];
            }

            return;
        }
        foreach ($corpus->groups() as $name => $files) {
            $this->groups["$name, pure"] = static fn (): array => self::those($corpus, $files, true);
            $this->groups["$name, objects"] = static fn (): array => self::those($corpus, $files, false);
        }
    }

    /**
     * @param list<string> $files
     * @return list<mixed> the values without objects, or those with
     */
    private static function those(Corpus $corpus, array $files, bool $pure): array
    {
        $values = [];
        foreach ($files as $file) {
            $value = $corpus->load($file);
            if ((preg_match('/(?:^|[;{])[COE]:\d+:"/', serialize($value)) === 0) === $pure) {
                $values[] = $value;
            }
        }

        return $values;
    }

    /** The report: medians over the rounds. */
    public static function text(Method $options): string
    {
        $samples = [];
        for ($round = 0; $round < $options->rounds; ++$round) {
            foreach (self::READS as $configuration => $reads) {
                $options->progress("resident: round $round, $configuration");
                foreach (self::child($configuration, $options->sampleMs) as $group => $results) {
                    foreach ($results as $name => $result) {
                        $samples[$group][$name][] = $result;
                    }
                }
            }
        }
        $medians = array_map(static fn (array $results): array => array_map(self::median(...), $results), $samples);

        return self::times($medians) . self::costs($medians, $samples) . self::memory($medians);
    }

    /** @param list<int|float|null> $samples */
    private static function median(array $samples): ?float
    {
        $samples = array_filter($samples, static fn (mixed $sample): bool => $sample !== null);

        return $samples === [] ? null : Statistics::of(array_map(floatval(...), $samples))->median;
    }

    private static function times(array $medians): string
    {
        $rows = [['Microseconds a read', 'values', ...self::COLUMNS]];
        foreach ($medians as $group => $results) {
            $row = [$group, (string) (int) $results['values']];
            foreach (self::COLUMNS as $name) {
                $row[] = isset($results[$name]) ? sprintf('%.3f', $results[$name] / 1e3) : '-';
            }
            $rows[] = $row;
        }

        return "\n" . Columns::render($rows) . "\n";
    }

    /** Ratios within a process; of those to APCu, between the medians. */
    private static function costs(array $medians, array $samples): string
    {
        $rows = [['Ratios', 'hit/brine', 'signed hit/signed', 'compressed hit/compressed', 'first sight', 'admission', 'apcu brine/php', 'apcu brine/copied', 'hit/include', 'kept']];
        foreach ($medians as $group => $results) {
            $within = static fn (string $name, string $to): string => isset($samples[$group][$name], $samples[$group][$to])
                ? sprintf('%.3f', Statistics::ofRatios($samples[$group][$name], $samples[$group][$to])->median) : '-';
            $between = static fn (string $name, string $to): string => isset($results[$name], $results[$to]) ? sprintf('%.3f', $results[$name] / $results[$to]) : '-';
            $rows[] = [
                $group, $within('hit', 'brine'), $within('signed hit', 'signed'), $within('compressed hit', 'compressed'), $within('first sight', 'once'), $within('admission', 'once'),
                $between('apcu brine', 'apcu php'), $between('apcu brine', 'apcu brine, copied'), $between('hit', 'include'),
                sprintf('%d of %d', $results['kept'], $results['values']),
            ];
        }

        return "\n" . Columns::render($rows) . "\n";
    }

    private static function memory(array $medians): string
    {
        $rows = [['Bytes', 'of a request: igbinary', 'brine', 'resident', 'of the worker']];
        foreach ($medians as $group => $results) {
            $rows[] = [$group, ...array_map(
                static fn (string $name): string => isset($results[$name]) ? number_format($results[$name]) : '-',
                ['memory igbinary', 'memory brine', 'memory hit', 'worker'],
            )];
        }

        return "\n" . Columns::render($rows) . "\n";
    }

    /** @return array<string, array<string, ?float>> results by group, empty where PHP lacks what it takes */
    private static function child(string $configuration, int $sample): array
    {
        $directory = (string) ini_get('extension_dir');
        $settings = ['memory_limit=-1', 'brine.resident_memory=256M'];
        if (str_starts_with($configuration, 'apcu')) {
            if (!is_file("$directory/apcu.so")) {
                return [];
            }
            $settings = [...$settings, "extension=apcu", 'apc.enable_cli=1', 'apc.shm_size=256M', 'apc.serializer=' . rtrim(explode(' ', $configuration)[1], ',')];
        }
        if ($configuration === 'apcu brine, copied') {
            $settings[] = 'brine.resident_memory=0';
        }
        if ($configuration === 'include') {
            if (PHP_VERSION_ID < 80500 && !is_file("$directory/opcache.so")) {
                return [];
            }
            $settings = [
                ...$settings, ...(PHP_VERSION_ID < 80500 ? ["zend_extension=$directory/opcache.so"] : []), 'opcache.enable_cli=1',
                'opcache.file_update_protection=0', 'opcache.memory_consumption=512', 'opcache.interned_strings_buffer=64', 'opcache.max_accelerated_files=10000',
            ];
        }
        $arguments = [];
        foreach ($settings as $setting) {
            array_push($arguments, '-d', $setting);
        }
        $json = Builds::run(Builds::php([...(extension_loaded('igbinary') ? ['igbinary'] : []), Builds::current()], [...$arguments, __FILE__, $configuration, (string) $sample]));

        return json_decode($json, true, flags: JSON_THROW_ON_ERROR);
    }

    /** Prints what a process of a configuration has measured. */
    public static function measure(string $configuration, int $milliseconds): void
    {
        gc_disable();
        $results = [];
        $self = new self($milliseconds * 1_000_000);
        foreach ($self->groups as $group => $build) {
            $values = $build();
            if ($values === []) {
                continue;
            }
            $results[$group] = $configuration === 'plain' ? ['values' => count($values)] + self::once($values) : [];
            foreach (self::READS[$configuration] as $name => [$prepare, $read]) {
                if ($name === 'igbinary' && !function_exists('igbinary_serialize') || $name === 'apcu igbinary' && !extension_loaded('igbinary')) {
                    continue;
                }
                $results[$group][$name] = $self->time($values, $prepare, $read);
            }
            if ($configuration === 'plain') {
                $results[$group] += self::held($values);
            }
        }
        array_map(unlink(...), self::$files);
        echo json_encode($results, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
    }

    /**
     * What has to be measured before anything else is: each value's first decodes.
     *
     * @param list<mixed> $values
     * @return array<string, float> nanoseconds a value
     */
    private static function once(array $values): array
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
                $name === 'once' ? brine_unserialize($payload) : brine_unserialize($payload, ['resident' => true]);
                $times[$name] += hrtime(true) - $start;
            }
        }
        $after = brine_resident_status();

        return array_map(static fn (float $time): float => $time / count($values), $times)
            + ['kept' => $after['admitted'] - $before['admitted'], 'worker' => $after['bytes'] - $before['bytes']];
    }

    /**
     * Nanoseconds a read, freeing included.
     *
     * @param list<mixed> $values
     */
    private function time(array $values, string $prepare, string $read): ?float
    {
        $prepared = eval("return array_map(static fn (mixed \$value): mixed => $prepare, \$values);");
        if (in_array(null, $prepared, true)) {
            return null;
        }
        $loop = eval("return static function (array \$arguments, int \$passes): int|float {
            \$start = hrtime(true);
            for (\$pass = 0; \$pass < \$passes; ++\$pass) {
                foreach (\$arguments as \$argument) {
                    $read;
                }
            }

            return hrtime(true) - \$start;
        };");
        $loop($prepared, 3);
        $passes = 1;
        while (($elapsed = $loop($prepared, $passes)) < $this->sample / 2) {
            $passes *= 2;
        }

        return min($elapsed, $loop($prepared, $passes), $loop($prepared, $passes)) / $passes / count($values);
    }

    /**
     * @param list<mixed> $values
     * @return array<string, int> bytes of a request that holds all of them
     */
    private static function held(array $values): array
    {
        $memory = [];
        foreach (['igbinary' => null, 'brine' => [], 'hit' => ['resident' => true]] as $name => $options) {
            if ($name === 'igbinary' && !function_exists('igbinary_serialize')) {
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
                $memory["memory $name"] = memory_get_usage() - $before;
                unset($held);
                gc_collect_cycles();
            }
        }

        return $memory;
    }

    /** A function with a static variable, as an application that caches by itself has it. */
    private static function read(mixed $value): mixed
    {
        static $kept;

        return $kept ??= $value;
    }

    private static int $stored = 0;

    private static function stored(mixed $value): string
    {
        $key = 'value ' . self::$stored++;

        return apcu_store($key, $value) ? $key : throw new RuntimeException('APCu is full');
    }

    /** @var list<string> */
    private static array $files = [];

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

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    ini_set('memory_limit', '-1');
    if (is_numeric($argv[1] ?? 11)) {
        echo Resident::text(new Method((int) ($argv[1] ?? 11), (int) ($argv[2] ?? 10)));
    } else {
        Resident::measure($argv[1], (int) $argv[2]);
    }
}
