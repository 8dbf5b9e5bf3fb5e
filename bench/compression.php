<?php

/*
 * What compression does to real cached values: bytes, and the time to write and to read, for native text, igbinary and Brine,
 * without and with each algorithm that PHP has. The second table is what the defaults of Brine\Compressed are chosen from: payloads of
 * Brine by size, what zlib saves of them, and what it costs.
 *
 *     scripts/php.sh release -d extension=ffi bench/compression.php [--rounds N]
 *
 * A cell is the mean over all values of its group; each value counts with the fastest of its rounds. Values are written as they
 * come out of unserialize(), and what is read is freed inside of the measured time.
 */

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\Serializer;

require __DIR__ . '/../tests/bootstrap.php';
require __DIR__ . '/../tests/codecs.php';

/** Groups by the size of the native text; pages are entries of Drupal's page caches, nearly all of them one HTML string. */
const GROUPS = ['small' => 'under 1 KB', 'medium' => '1 to 10 KB', 'large' => '10 KB and more', 'page' => 'rendered pages'];

const SIZES = [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536, 1 << 30];

/** @return array<string, list<mixed>> values by group */
function groups(Corpus $corpus): array
{
    $groups = \array_fill_keys(\array_keys(GROUPS), []);
    foreach ($corpus->groups() as $name => $files) {
        foreach ($files as $file) {
            $value = $corpus->load($file);
            $bytes = \strlen(\serialize($value));
            $group = match (true) {
                \in_array($name, ['drupal/page', 'drupal/dynamic_page_cache'], true) => 'page',
                $bytes < 1024 => 'small',
                $bytes < 10240 => 'medium',
                default => 'large',
            };
            $groups[$group][] = $value;
        }
    }

    return $groups;
}

/** @return array<string, \Closure(Serializer): Serializer> what is put around a serializer, by name */
function layers(): array
{
    $layers = ['–' => static fn (Serializer $inner): Serializer => $inner];
    foreach ([[Algorithm::Zlib, [1, 6, 9]], [Algorithm::Zstd, [1, 3, 9]], [Algorithm::Lz4, [0, 9]]] as [$algorithm, $levels]) {
        foreach ($algorithm->isAvailable() ? $levels : [] as $level) {
            $layers[\strtolower($algorithm->name) . " $level"] = static fn (Serializer $inner): Serializer => new Compressed(
                $inner,
                $algorithm,
                $level,
                minBytes: 0,
                minGain: 0.0,
            );
        }
    }

    return $layers;
}

/**
 * @param list<mixed> $values
 * @return array{int, float, float} bytes; microseconds to write and to read one value
 */
function measure(Serializer $serializer, array $values, int $rounds): array
{
    $payloads = \array_map($serializer->serialize(...), $values);
    foreach ($payloads as $i => $payload) {
        if (\serialize($serializer->unserialize($payload)) !== \serialize($values[$i])) {
            throw new \RuntimeException('A value does not come back');
        }
    }
    $write = fastest($values, $serializer->serialize(...), $rounds);
    $read = fastest($payloads, $serializer->unserialize(...), $rounds);

    return [\array_sum(\array_map(\strlen(...), $payloads)), $write, $read];
}

/**
 * @param list<mixed> $arguments
 * @return float microseconds of a call, the mean over all arguments; each counts with the fastest of its rounds, which other
 *     processes have not interrupted
 */
function fastest(array $arguments, \Closure $call, int $rounds): float
{
    $best = \array_fill(0, \count($arguments), \INF);
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($arguments as $i => $argument) {
            $start = \hrtime(true);
            $call($argument);
            $best[$i] = \min($best[$i], \hrtime(true) - $start);
        }
    }

    return \array_sum($best) / \count($best) / 1000;
}

/** @param array<string, list<mixed>> $groups */
function printFormats(array $groups, int $rounds): void
{
    $serializers = ['native' => new \Brine\NativeSerializer()];
    if (\Brine\IgbinarySerializer::canWrite()) {
        $serializers['igbinary'] = new \Brine\IgbinarySerializer();
    }
    $serializers['Brine'] = new \Brine\BrineSerializer();
    foreach ($groups as $group => $values) {
        \printf("\n**%s** (%s): %d values\n\n", $group, GROUPS[$group], \count($values));
        echo "| format | algorithm | bytes | of native | write µs | read µs |\n|---|---|---:|---:|---:|---:|\n";
        $native = null;
        foreach ($serializers as $name => $serializer) {
            foreach (layers() as $layer => $around) {
                [$bytes, $write, $read] = measure($around($serializer), $values, $rounds);
                $native ??= $bytes;
                \printf("| %s | %s | %s | %.3f | %.1f | %.1f |\n", $name, $layer, \number_format($bytes), $bytes / $native, $write, $read);
            }
        }
    }
}

/** @param array<string, list<mixed>> $groups */
function printSizes(array $groups, int $rounds): void
{
    $payloads = [];
    foreach (\array_merge(...\array_values($groups)) as $value) {
        $payload = \brine_serialize($value);
        foreach (SIZES as $size) {
            if (\strlen($payload) < $size) {
                $payloads[$size][] = $payload;
                break;
            }
        }
    }
    \ksort($payloads);
    echo "\n| payload | entries | saved, zlib 1 | 6 | 9 | fewer than 10 % | bytes saved each | compress µs, zlib 1 | 6 | 9 | decompress µs |\n";
    echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    foreach ($payloads as $size => $all) {
        $cells = [];
        foreach ([1, 6, 9] as $level) {
            $cells[$level] = compressing($all, $level, $rounds);
        }
        $plain = \array_sum(\array_map(\strlen(...), $all));
        $saved = static fn (int $level): string => \sprintf('%.0f %%', 100 * (1 - $cells[$level]['bytes'] / $plain));
        \printf(
            "| %s | %d | %s | %s | %s | %d | %.0f | %.1f | %.1f | %.1f | %.1f |\n",
            $size === 1 << 30 ? 'more' : 'under ' . \number_format($size),
            \count($all),
            $saved(1),
            $saved(6),
            $saved(9),
            $cells[1]['few'],
            ($plain - $cells[1]['bytes']) / \count($all),
            $cells[1]['compress'],
            $cells[6]['compress'],
            $cells[9]['compress'],
            $cells[1]['decompress'],
        );
    }
}

/**
 * @param list<string> $payloads
 * @return array{bytes: int, few: int, compress: float, decompress: float} the size of all; how many save less than a tenth;
 *     microseconds for each
 */
function compressing(array $payloads, int $level, int $rounds): array
{
    $seal = static fn (string $payload): string => Envelope::seal(
        Algorithm::Zlib,
        \strlen($payload),
        Algorithm::Zlib->compress($payload, $level),
    );
    $sealed = \array_map($seal, $payloads);
    $few = 0;
    foreach ($sealed as $i => $envelope) {
        $few += \strlen($envelope) > 0.9 * \strlen($payloads[$i]) ? 1 : 0;
    }

    return [
        'bytes' => \array_sum(\array_map(\strlen(...), $sealed)),
        'few' => $few,
        'compress' => fastest($payloads, $seal, $rounds),
        'decompress' => fastest($sealed, static fn (string $envelope): string => Envelope::open($envelope, 1 << 26), $rounds),
    ];
}

$corpus = Corpus::open();
if ($corpus === null) {
    echo "skipped: there is no corpus in ", Corpus::directory(), "\n";
    exit(0);
}
$rounds = \max(1, (int) (\getopt('', ['rounds:'])['rounds'] ?? 5));
\printf("PHP %s, zlib %s, %s\n", \PHP_VERSION, \ZLIB_VERSION, \php_uname('m'));
$groups = groups($corpus);
printFormats($groups, $rounds);
printSizes($groups, $rounds);
