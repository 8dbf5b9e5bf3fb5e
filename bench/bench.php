<?php

declare(strict_types=1);

/*
 * Measures serializers side by side; see README.md. A benchmark reports and does not judge: the exit status is 0, or 1
 * where a value does not survive Brine, or 2 for a wrong command line or environment.
 */

namespace Brine\Bench;

use InvalidArgumentException;
use RuntimeException;

require_once __DIR__ . '/options.php';
require_once __DIR__ . '/measure.php';
require_once __DIR__ . '/report.php';
require_once __DIR__ . '/builds.php';
require_once __DIR__ . '/resident.php';

/**
 * @param  list<Workload> $workloads
 * @return array{list<array>, string, list<string>} results, baseline, the other serializers
 */
function measure_serializers(Options $options, array $workloads): array
{
    $names = array_combine($options->serializers, $options->serializers);
    $loaded = array_filter(array_map(Serializer::load(...), $names));
    if ($loaded === []) {
        throw new RuntimeException('none of the serializers is loaded');
    }
    foreach (array_diff($options->serializers, array_keys($loaded)) as $name) {
        note("$name: skipped: not installed");
    }
    $baseline = isset($loaded[$options->baseline]) ? $options->baseline : array_key_first($loaded);
    gc_disable();
    $measure = new Measure(array_values($loaded), $options->rounds, $options->sampleMs * 1_000_000, $options->fresh);
    $results = [];
    // Cold calls come first: until then no serializer was called in this process, whose copies measure them.
    foreach ([true, false] as $areCold) {
        foreach ($workloads as $i => $workload) {
            if ($workload->calls->areCold() === $areCold) {
                progress($workload->name);
                $results[$i] = $measure->workload($workload);
            }
        }
    }
    progress('');
    ksort($results);

    return [$results, $baseline, array_values(array_diff(array_keys($loaded), [$baseline]))];
}

/**
 * One process holds only one build of the extension, so every round runs a process of each build, in turn first and
 * second. A build's sample of one round is the median over the rounds within its process.
 *
 * @param  list<Workload> $workloads
 * @return array{list<array>, string, list<string>} results, baseline, the other builds
 */
function measure_builds(Options $options, array $workloads): array
{
    $commit = Builds::commit($options->against);
    $baseline = substr($commit, 0, 10);
    progress("building $baseline");
    $modules = [$baseline => Builds::of($commit), 'this' => Builds::current()];
    $arguments = [
        __FILE__, '--json', '-', '--serializers', 'brine', '--rounds', '3', '--sample-ms', (string) $options->sampleMs,
        '--only', implode(',', array_column($workloads, 'name')),
        ...($options->fresh === null ? [] : ['--encode', $options->fresh ? 'fresh' : 'warm']),
    ];
    $results = [];
    for ($round = 0; $round < $options->rounds; ++$round) {
        foreach ($round % 2 === 0 ? $modules : array_reverse($modules) as $build => $module) {
            progress("round $round, $build");
            $json = Builds::run(Builds::php([$module], $arguments), accepted: 1);
            $report = json_decode($json, true, flags: JSON_THROW_ON_ERROR);
            foreach ($report['results'] as $i => $result) {
                $results[$i] ??= ['failed' => [], 'serializers' => []] + $result;
                if (isset($result['failed']['brine'])) {
                    $results[$i]['failed'][$build] = $result['failed']['brine'];
                    continue;
                }
                $measured = $result['serializers']['brine'];
                $merged = &$results[$i]['serializers'][$build];
                $merged ??= ['encode' => [], 'decode' => []] + $measured;
                $merged['encode'][] = Statistics::of($measured['encode'])->median;
                $merged['decode'][] = Statistics::of($measured['decode'])->median;
                unset($merged);
            }
        }
    }
    progress('');

    return [$results, $baseline, ['this']];
}

/**
 * @param  list<Workload> $workloads
 * @return list<Workload>
 */
function without_children(array $workloads): array
{
    $possible = [];
    foreach ($workloads as $workload) {
        if ($workload->calls->needChildren()) {
            note("$workload->name: skipped: PHP has no extension pcntl");
        } else {
            $possible[] = $workload;
        }
    }

    return $possible;
}

function note(string $text): void
{
    fwrite(STDERR, "$text\n");
}

/** Shows on a terminal what is being done now. */
function progress(string $text): void
{
    if (stream_isatty(STDERR)) {
        fwrite(STDERR, "\r\e[K$text");
    }
}

function environment(Options $options): array
{
    $versions = [];
    foreach (['igbinary', 'phpser', 'msgpack', 'brine'] as $extension) {
        if (extension_loaded($extension)) {
            $versions[$extension] = phpversion($extension);
        }
    }

    return [
        'php' => PHP_VERSION . (PHP_ZTS ? ' ZTS' : ' NTS') . (PHP_DEBUG ? ' debug' : ''),
        'system' => php_uname('s') . ' ' . php_uname('m'),
        'extensions' => $versions,
        'load' => round(sys_getloadavg()[0], 2),
        'rounds' => $options->rounds,
        'sample_ms' => $options->sampleMs,
        'encode' => match ($options->fresh) {
            null => 'fresh values of the corpus, warm shapes',
            true => 'fresh values',
            false => 'warm values',
        },
    ];
}

function heading(array $environment): string
{
    $versions = array_map(
        static fn (string $name, string $version) => "$name $version",
        array_keys($environment['extensions']),
        $environment['extensions'],
    );

    return sprintf(
        "PHP %s, %s, %s; load %s\n%d rounds, samples of at least %d ms; encoding %s\n\n",
        $environment['php'],
        $environment['system'],
        implode(', ', $versions) ?: 'no serializer but its own',
        $environment['load'],
        $environment['rounds'],
        $environment['sample_ms'],
        $environment['encode'],
    );
}

/** @return int exit status */
function main(array $arguments): int
{
    ini_set('memory_limit', '-1');
    $options = new Options($arguments);
    if ($options->help) {
        echo Options::HELP;

        return 0;
    }
    $corpus = Corpus::open();
    if ($corpus === null) {
        note('corpus: skipped: not found in ' . Corpus::directory() . '; bench/README.md says how to measure a cache of your own');
    }
    $workloads = Workload::all($corpus);
    if ($options->list) {
        foreach (Workload::select($workloads, $options->only) as $workload) {
            echo "$workload->section\t$workload->name\n";
        }

        return 0;
    }
    if ($options->only === ['resident']) {
        echo heading(environment($options)), Resident::text($options);

        return 0;
    }
    $workloads = Workload::select($workloads, $options->only);
    if ($workloads === []) {
        throw new InvalidArgumentException('--only selects nothing; --list shows the names');
    }
    if (!Child::isPossible()) {
        $workloads = without_children($workloads);
    }
    $environment = environment($options);
    [$results, $baseline, $others] = $options->against === null
        ? measure_serializers($options, $workloads) : measure_builds($options, $workloads);
    if ($options->json !== null) {
        $json = json_encode(
            ['environment' => $environment, 'baseline' => $baseline, 'results' => $results],
            JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR,
        );
        file_put_contents($options->json === '-' ? 'php://stdout' : $options->json, "$json\n");
    }
    if ($options->json !== '-') {
        $asTargets = $baseline === 'igbinary' && end($others) === 'brine' && $options->fresh === null;
        $targets = $asTargets ? require __DIR__ . '/targets.php' : [];
        echo heading($environment), (new Report($results, $baseline, $others, $targets))->text();
        if ($options->only === [] && $options->against === null && extension_loaded('brine')) {
            echo Resident::text($options);
        }
    }
    $failed = array_merge(...array_column($results, 'failed'));

    return isset($failed['brine']) || isset($failed['this']) ? 1 : 0;
}

try {
    exit(main(array_slice($argv, 1)));
} catch (InvalidArgumentException | RuntimeException $e) {
    note('bench: ' . $e->getMessage());
    exit(2);
}
