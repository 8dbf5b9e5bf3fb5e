<?php

declare(strict_types=1);

/*
 * Measures MessagePack, packing and unpacking, case by case; see README.md. Every column has processes of its own: each
 * round runs one for each, in rotated order, and ratios are formed within a round. The exit status is 0, or 1 where Brine
 * does not give a value back, or 2 for a wrong command line or environment.
 */

namespace Brine\Bench;

use InvalidArgumentException;
use RuntimeException;

require_once __DIR__ . '/../tests/bootstrap.php';
require_once __DIR__ . '/msgpack_cases.php';
require_once __DIR__ . '/msgpack_report.php';

const MESSAGEPACK_HELP = <<<'TEXT'
    usage: php -n bench/msgpack.php [option ...]

      --only NAME[,NAME...]      only these rows or sections; globs allowed
      --columns NAME[,NAME...]   only these; without "pecl" or "C" no ratios are shown
      --list                     names of all columns, sections and rows
      --rounds N                 processes of each column (9)
      --sample-ms N              least duration of one sample (5)
      --quick                    same as --rounds 3 --sample-ms 2
      --markdown                 tables as in docs/msgpack.md
      --json FILE                also write all samples as JSON
      --help                     this text

    TEXT;

/** Extension, serializer, and whether PHP compiles just in time, by column. */
const MESSAGEPACK_COLUMNS = [
    'native' => ['standard', 'native', false],
    'igbinary' => ['igbinary', 'igbinary', false],
    'pecl' => ['msgpack', 'msgpack', false],
    'C' => ['brine', 'brine-msgpack', false],
    'C classes' => ['brine', 'brine-msgpack-classes', false],
    'PHP' => ['standard', 'brine-msgpack-php', false],
    'PHP JIT' => ['standard', 'brine-msgpack-php', true],
];

/** @return list<Workload> */
function messagepack_workloads(array $only): array
{
    return Workloads::select([...messagepack_cases(), ...messagepack_values(Corpus::open())], $only);
}

/** @return list<string> the command that runs PHP for a column */
function messagepack_command(string $column, array $arguments): array
{
    [$extension, , $isJit] = MESSAGEPACK_COLUMNS[$column];
    $extensions = Builds::extensions($extension);
    $options = $isJit ? [
        ...(extension_loaded('Zend OPcache') ? [] : ['-d', 'zend_extension=opcache']),
        '-d', 'opcache.enable_cli=1', '-d', 'opcache.jit=tracing', '-d', 'opcache.jit_buffer_size=64M',
    ] : [];

    return Builds::php($extensions, [...$options, ...$arguments]);
}

function messagepack_has(string $column): bool
{
    [$extension, , $isJit] = MESSAGEPACK_COLUMNS[$column];
    // PHP would complain of a missing one, whatever it is told.
    $isThere = extension_loaded($extension) || is_file(ini_get('extension_dir') . "/$extension." . PHP_SHLIB_SUFFIX);
    if (in_array($extension, ['igbinary', 'msgpack'], true) && !$isThere) {
        return false;
    }
    $code = $isJit ? 'echo opcache_get_status(false)["jit"]["on"] ? "yes" : "no";'
        : "echo extension_loaded('$extension') ? 'yes' : 'no';";
    try {
        $output = Builds::run(messagepack_command($column, ['-d', 'display_startup_errors=0', '-r', $code]));
    } catch (RuntimeException) {
        return false;
    }

    return str_ends_with($output, 'yes');
}

/**
 * Runs in a column's process.
 *
 * @return list<array> results as Measure::workload() has them; those of a case only where the message has the head that it is to have
 */
function messagepack_measure(string $serializer, int $sampleMs, array $only): array
{
    ini_set('memory_limit', '-1');
    gc_disable();
    $heads = messagepack_heads();
    $results = [];
    foreach (messagepack_workloads($only) as $workload) {
        $variant = $serializer . strtr($workload->section, ['msgpack_' => '-']);
        $name = in_array($variant, Serializer::names(), true) ? $variant : $serializer;
        $loaded = Serializer::load($name) ?? throw new RuntimeException("$name is not loaded");
        $failure = messagepack_failure($loaded, $workload, $heads[$workload->name] ?? '');
        $result = ['section' => $workload->section, 'name' => $workload->name, 'failed' => [], 'serializers' => []];
        if ($failure === null) {
            $row = (new Measure([$name => $loaded], new Method(1, $sampleMs)))->workload($workload);
            $result = ['failed' => array_values($row->failed), 'serializers' => array_values($row->results)] + $result;
        } else {
            $result['failed'] = [$failure];
        }
        $results[] = $result;
    }

    return $results;
}

/** Why a serializer is not measured with a case, or null. */
function messagepack_failure(Serializer $serializer, Workload $workload, string $head): ?string
{
    if (in_array($serializer->name, ['igbinary', 'native'], true)) {
        return in_array($workload->section, ['msgpack_bin', 'msgpack_ext'], true) ? 'has no such type' : null;
    }
    try {
        $payload = $serializer->payloads($workload->values(), array_map(serialize(...), $workload->values()))[0];
    } catch (RuntimeException $e) {
        return $e->getMessage();
    }

    return str_starts_with(bin2hex($payload), $head) ? null : 'packed in another form';
}

/**
 * @param  list<string> $columns
 * @return list<array> section and name; in "columns" bytes, and samples of encoding and decoding by round, by column; in
 *     "failed" reasons by column
 */
function messagepack_rounds(array $columns, array $options): array
{
    $rows = [];
    for ($round = 0; $round < $options['rounds']; ++$round) {
        $by = intdiv($round, 2) % count($columns);
        $order = [...array_slice($columns, $by), ...array_slice($columns, 0, $by)];
        foreach ($round % 2 === 0 ? $order : array_reverse($order) as $column) {
            fwrite(STDERR, stream_isatty(STDERR) ? "\r\e[Kround $round, $column" : '');
            $arguments = [__FILE__, '--run', MESSAGEPACK_COLUMNS[$column][1], (string) $options['sample-ms'], implode(',', $options['only'])];
            $results = json_decode(Builds::run(messagepack_command($column, $arguments)), true, flags: JSON_THROW_ON_ERROR);
            foreach ($results as $i => $result) {
                $rows[$i] ??= ['section' => $result['section'], 'name' => $result['name'], 'columns' => [], 'failed' => []];
                if ($result['failed'] !== []) {
                    $rows[$i]['failed'][$column] = $result['failed'][0];
                    continue;
                }
                $measured = $result['serializers'][0];
                $rows[$i]['columns'][$column]['bytes'] = $measured['bytes'];
                $rows[$i]['columns'][$column]['encode'][] = $measured['encode'][0];
                $rows[$i]['columns'][$column]['decode'][] = $measured['decode'][0];
            }
        }
    }
    fwrite(STDERR, stream_isatty(STDERR) ? "\r\e[K" : '');

    return $rows;
}

/** @return array<string, mixed> */
function messagepack_options(array $arguments): array
{
    $options = [
        'only' => [], 'columns' => array_keys(MESSAGEPACK_COLUMNS), 'rounds' => 9, 'sample-ms' => 5, 'json' => null,
        'list' => false, 'markdown' => false, 'help' => false,
    ];
    while (($argument = array_shift($arguments)) !== null) {
        [$name, $inline] = explode('=', $argument, 2) + [1 => null];
        $next = static function () use (&$arguments, $name, $inline): string {
            return $inline ?? array_shift($arguments) ?? throw new InvalidArgumentException("$name needs a value");
        };
        $positive = static fn (string $number): int => filter_var($number, FILTER_VALIDATE_INT, ['options' => ['min_range' => 1]])
            ?: throw new InvalidArgumentException("$name needs a positive number");
        match ($name) {
            '--only' => $options['only'] = explode(',', $next()),
            '--columns' => $options['columns'] = array_keys(array_intersect_key(MESSAGEPACK_COLUMNS, array_flip(explode(',', $next())))),
            '--rounds' => $options['rounds'] = $positive($next()),
            '--sample-ms' => $options['sample-ms'] = $positive($next()),
            '--quick' => [$options['rounds'], $options['sample-ms']] = [3, 2],
            '--json' => $options['json'] = $next(),
            '--list', '--markdown', '--help' => $options[substr($name, 2)] = true,
            default => throw new InvalidArgumentException("unknown option $name\n\n" . MESSAGEPACK_HELP),
        };
    }

    return $options;
}

/** @return int exit status */
function main(array $arguments): int
{
    if (($arguments[0] ?? '') === '--run') {
        [, $serializer, $sampleMs, $only] = $arguments;
        $results = messagepack_measure($serializer, (int) $sampleMs, $only === '' ? [] : explode(',', $only));
        echo json_encode($results, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);

        return 0;
    }
    $options = messagepack_options($arguments);
    if ($options['help']) {
        echo MESSAGEPACK_HELP;

        return 0;
    }
    if ($options['list']) {
        echo 'columns: ', implode('; ', array_keys(MESSAGEPACK_COLUMNS)), "\n";
        foreach (messagepack_workloads($options['only']) as $workload) {
            echo "$workload->section\t$workload->name\n";
        }

        return 0;
    }
    $columns = array_values(array_filter($options['columns'], messagepack_has(...)));
    foreach (array_diff($options['columns'], $columns) as $column) {
        fwrite(STDERR, "$column: skipped: not installed\n");
    }
    if ($columns === [] || messagepack_workloads($options['only']) === []) {
        throw new InvalidArgumentException('nothing is selected; --list shows the names');
    }
    $load = sys_getloadavg()[0];
    $rows = messagepack_rounds($columns, $options);
    if ($options['json'] !== null) {
        file_put_contents($options['json'], json_encode($rows, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR));
    }
    printf(
        "PHP %s, %s; %d rounds, samples of at least %d ms; load %.1f before, %.1f after\n\n",
        PHP_VERSION,
        php_uname('m'),
        $options['rounds'],
        $options['sample-ms'],
        $load,
        sys_getloadavg()[0],
    );
    echo (new MessagePackReport($rows, $columns, $options['markdown']))->text();
    $failed = array_merge(...array_map(static fn (array $row) => array_keys($row['failed']), $rows));

    return in_array('C classes', $failed, true) || in_array('PHP', $failed, true) ? 1 : 0;
}

try {
    exit(main(array_slice($argv, 1)));
} catch (InvalidArgumentException | RuntimeException $e) {
    fwrite(STDERR, 'msgpack: ' . $e->getMessage() . "\n");
    exit(2);
}
