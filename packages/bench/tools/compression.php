<?php

declare(strict_types=1);

/*
 * Prints sizes and times of compression by size of values, for docs/internals/measurements.md: sums of bytes, and mean times with the fastest of
 * ROUNDS rounds (5).
 *
 *     php -d extension=brine -d extension=igbinary -d extension=ffi packages/bench/tools/compression.php [ROUNDS]
 */

namespace Brine\Bench;

use Brine\Bench\Drupal\Entries;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\IgbinarySerializer;
use Brine\NativeSerializer;
use Brine\Serializer as Codec;

require_once __DIR__ . '/callgrind.php';
require_once __DIR__ . '/../../../tests/codecs.php';

const WAYS = [[Algorithm::Zlib, 1], [Algorithm::Zlib, 6], [Algorithm::Zlib, 9], [Algorithm::Zstd, 1], [Algorithm::Zstd, 3], [Algorithm::Zstd, 9], [Algorithm::Lz4, 0], [Algorithm::Lz4, 9]];

/** Exclusive upper limit of payloads per class in bytes; the last class has none. */
const PAYLOADS = [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 65_536];

/** @return array<string, array{Codec, string}> with the name of the algorithm and its level */
function ways(): array
{
    $ways = [];
    foreach (['native' => new NativeSerializer(), 'igbinary' => new IgbinarySerializer(), 'Brine' => new BrineSerializer()] as $format => $codec) {
        $ways[$format] = [$codec, '–'];
        foreach (WAYS as [$algorithm, $level]) {
            if ($algorithm->isAvailable()) {
                // Kept even if it is longer.
                $ways["$format $algorithm->name $level"] = [new Compressed($codec, $algorithm, $level, 0, 0.0), \strtolower($algorithm->name) . " $level"];
            }
        }
    }

    return $ways;
}

/** @return array{float, mixed} the fastest of some rounds in microseconds, and the result */
function fastest(int $rounds, callable $call): array
{
    $times = [];
    for ($round = 0; $round < $rounds; ++$round) {
        $start = \hrtime(true);
        $result = $call();
        $times[] = (\hrtime(true) - $start) / 1000;
    }

    return [\min($times), $result];
}

/** @param non-empty-list<mixed> $values */
function size(array $values, int $rounds): void
{
    $rows = [['format', 'algorithm', 'bytes', 'of native', 'write µs', 'read µs']];
    $native = null;
    foreach (ways() as $name => [$codec, $algorithm]) {
        $bytes = $write = $read = 0;
        foreach ($values as $value) {
            [$time, $data] = fastest($rounds, static fn (): string => $codec->serialize($value));
            $bytes += \strlen($data);
            $write += $time;
            $read += fastest($rounds, static fn (): mixed => $codec->unserialize($data))[0];
        }
        $native ??= $bytes;
        $count = \count($values);
        $rows[] = [\explode(' ', $name)[0], $algorithm, \number_format($bytes), \sprintf('%.3f', $bytes / $native), \sprintf('%.1f', $write / $count), \sprintf('%.1f', $read / $count)];
    }
    echo markdown($rows), "\n";
}

/** Brine's payloads with zlib in the envelope, by size. Times are zlib's alone. */
function payloads(array $values, int $rounds): void
{
    $classes = [];
    foreach ($values as $value) {
        $payload = \brine_serialize($value);
        $class = \array_values(\array_filter(PAYLOADS, static fn (int $bytes): bool => \strlen($payload) < $bytes))[0] ?? 0;
        $classes[$class][] = $payload;
    }
    $rows = [['payload', 'entries', 'saved, zlib 1', '6', '9', 'fewer than 10 %', 'bytes saved each', 'compress µs, zlib 1', '6', '9', 'decompress µs']];
    foreach ([...PAYLOADS, 0] as $class) {
        $payloads = $classes[$class] ?? [];
        $count = \count($payloads);
        if ($count === 0) {
            continue;
        }
        $before = \array_sum(\array_map(strlen(...), $payloads));
        $few = $decompress = 0;
        $bytes = $times = [];
        foreach ([1, 6, 9] as $level) {
            foreach ($payloads as $payload) {
                [$time, $data] = fastest($rounds, static fn (): string => (string) \gzcompress($payload, $level));
                $length = Envelope::HEAD + \strlen($data);
                $bytes[$level] = ($bytes[$level] ?? 0) + $length;
                $times[$level] = ($times[$level] ?? 0) + $time;
                if ($level === 1) {
                    $few += $length > 0.9 * \strlen($payload) ? 1 : 0;
                    $decompress += fastest($rounds, static fn (): string => (string) \gzuncompress($data))[0];
                }
            }
        }
        $rows[] = [
            $class === 0 ? 'more' : 'under ' . \number_format($class), (string) $count,
            ...\array_map(static fn (int $sum): string => \sprintf('%.0f %%', 100 * (1 - $sum / $before)), \array_values($bytes)),
            (string) $few, \number_format(($before - $bytes[1]) / $count),
            ...\array_map(static fn (float $time): string => \sprintf('%.1f', $time / $count), [...\array_values($times), $decompress]),
        ];
    }
    echo markdown($rows);
}

$rounds = \max(1, (int) ($argv[1] ?? 5));
\ini_set('memory_limit', '-1');
$entries = Entries::of(Corpus::open(), \PHP_INT_MAX);
foreach ($entries as $name => $values) {
    echo "**$name** (", Entries::NAMES[$name], '): ', \count($values), " values\n\n";
    $values === [] || size($values, $rounds);
}
payloads(\array_merge(...\array_values($entries)), $rounds);
