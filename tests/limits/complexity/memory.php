<?php

/*
 * Measures extra memory of calls, relative to the result (decode: with the payload). "emalloc" is PHP's peak, "system" the resident memory, in
 * pages. Limits: 2.2 (and 64 KB) for encode, 1 for decode.
 *
 *     php -n -d extension=ext/modules/brine.so tests/limits/complexity/memory.php [--only TEXT]
 */

declare(strict_types=1);

namespace Brine\Tests\Complexity;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/measure.php';

final class Row
{
    public function __construct(public int $id, public string $name, public float $price, public bool $active)
    {
    }
}

/** @return array<string, \Closure(): mixed> */
function kinds(): array
{
    mt_srand(3);
    $each = static fn (int $count, \Closure $element): array => array_map($element, range(0, $count - 1));
    $cells = static fn (int $i): array => ['id' => $i, 'name' => "name $i", 'price' => $i / 100, 'active' => $i % 2 === 0];
    $corpus = \Brine\Bench\Corpus::open();
    $file = $corpus?->find('views_data:en');

    return [
        'a string of 64 KB' => static fn (): string => random_bytes(65536),
        'a string of 10 MB' => static fn (): string => random_bytes(10 << 20),
        'strings of 64 KB, 1 MB' => static fn (): array => $each(16, static fn (): string => random_bytes(65536)),
        'strings of 100 bytes, 1 MB' => static fn (): array => $each(10_000, static fn (): string => random_bytes(100)),
        'strings of 8 bytes, 1,000,000' => static fn (): array => $each(1_000_000, static fn (int $i): string => sprintf('%08x', $i)),
        'integers, 1,000,000' => static fn (): array => $each(1_000_000, static fn (): int => mt_rand()),
        'doubles, 1,000,000' => static fn (): array => $each(1_000_000, static fn (): float => mt_rand() / 7),
        'mixed scalars, 1,000,000' => static fn (): array => $each(1_000_000, static fn (int $i): mixed => [$i, null, 'x', true, $i / 2][$i % 5]),
        'a range of 1,000,000' => static fn (): array => range(1, 1_000_000),
        'rows, 1,000' => static fn (): array => $each(1000, $cells),
        'rows, 100,000' => static fn (): array => $each(100_000, $cells),
        'rows by key, 100,000' => static fn (): array => array_combine($each(100_000, static fn (int $i): string => "k$i"), $each(100_000, $cells)),
        'rows, stdClass, 100,000' => static fn (): array => $each(100_000, static fn (int $i): object => (object) $cells($i)),
        'rows, DTOs, 100,000' => static fn (): array => $each(100_000, static fn (int $i): Row => new Row(...$cells($i))),
        'small lists, 100,000' => static fn (): array => $each(100_000, static fn (int $i): array => array_fill(0, 1 + $i % 5, $i)),
        'maps of other keys, 100,000' => static fn (): array => $each(100_000, static fn (int $i): array => ["k$i" => $i, 'x' => "s$i"]),
        'one map of 1,000,000' => static fn (): array => array_fill_keys($each(1_000_000, static fn (int $i): string => "k$i"), true),
        'one array, used 100,000 times' => static fn (): array => array_fill(0, 100_000, range(1, 100)),
        'nested 4,000 deep' => static function (): array {
            $value = [];
            for ($i = 0; $i < 4000; $i++) {
                $value = ['next' => $value, 'level' => $i];
            }

            return $value;
        },
        'tables 1,000 deep' => static function () use ($each): array {
            $value = [];
            for ($i = 0; $i < 1000; $i++) {
                $value = [...$each(8, static fn (int $k): array => ['id' => 9 * $i + $k, 'inner' => []]), ['id' => 0, 'inner' => $value]];
            }

            return $value;
        },
    ] + ($file === null ? [] : ['views_data' => static fn (): mixed => $corpus->load($file)]);
}

/** A little of everything, so that what the first call alone takes (pages of code, memory that is kept) is not counted. */
function warm(): void
{
    $rows = array_map(static fn (int $i): array => ['id' => $i, 'name' => "n$i", 'price' => $i / 10, 'list' => [1, 'x']], range(1, 200));
    $objects = array_map(static fn (int $i): object => $i % 2 ? (object) ['id' => $i] : new Row($i, 'x', 1.5, true), range(1, 100));
    $maps = array_map(static fn (int $i): array => ["k$i" => $i, 'same' => [null, true, 1.5, $i]], range(1, 300));
    for ($i = 0; $i < 3; $i++) {
        taken(static fn (): mixed => brine_unserialize(
            brine_serialize([$rows, $objects, $maps, range(1, 100), [1.1, 2.2], str_repeat('x', 20_000)]),
        ));
    }
}

/** A number of kilobytes that the system knows of this process. */
function status(string $field): int
{
    preg_match("/^$field:\s+(\d+) kB/m", (string) file_get_contents('/proc/self/status'), $matches);

    return (int) ($matches[1] ?? 0) * 1024;
}

/**
 * Runs the call and returns its result and what it took.
 *
 * @param \Closure(): mixed $call
 * @return array{mixed, array{emalloc: int, system: int, kept: int}} bytes
 */
function taken(\Closure $call): array
{
    gc_mem_caches();
    // Peaks begin here.
    @file_put_contents('/proc/self/clear_refs', '5');
    memory_reset_peak_usage();
    [$before, $resident] = [memory_get_usage(), status('VmRSS')];
    $result = $call();
    $peaks = ['emalloc' => memory_get_peak_usage() - $before, 'system' => status('VmHWM') - $resident];

    return [$result, $peaks + ['kept' => memory_get_usage() - $before]];
}

/** Runs this script once more, with the same extensions, and returns what it prints. */
function child(string ...$arguments): array
{
    $process = proc_open(command(__FILE__, ...$arguments), [1 => ['pipe', 'w']], $pipes);
    $answer = stream_get_contents($pipes[1]);
    proc_close($process);

    return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
}

function ratio(int $bytes, int $needed, float $most): string
{
    return sprintf('%.2f%s', $bytes / $needed, $bytes > $most ? ' !' : '  ');
}

if (($argv[1] ?? '') === '--child') {
    [, , $direction, $name, $file] = $argv;
    if ($direction === 'encode') {
        $value = kinds()[$name]();
        warm();
        [$payload, $taken] = taken(static fn (): string => brine_serialize($value));
        file_put_contents($file, $payload);
    } else {
        $payload = file_get_contents($file);
        warm();
        if ($name === 'views_data') {
            require_once \Brine\Bench\Corpus::directory() . '/stubs.php';
        }
        [$value, $taken] = taken(static fn (): mixed => brine_unserialize($payload));
    }
    echo json_encode($taken + ['payload' => strlen($payload)]);
    exit(0);
}

$options = options(array_slice($argv, 1), ['only' => '']);
$file = tempnam(sys_get_temp_dir(), 'brine');
row('', 'payload', 'encode', '', 'value', 'decode', '');
row('', 'bytes', 'emalloc', 'system', 'bytes', 'emalloc', 'system');
foreach (array_keys(kinds()) as $name) {
    if (str_contains($name, $options['only'])) {
        $encode = child('--child', 'encode', $name, $file);
        $decode = child('--child', 'decode', $name, $file);
        $size = $encode['payload'];
        $most = 2.2 * $size + 65536;
        $needed = $decode['kept'] + $size;
        row(
            $name,
            number_format($size),
            ratio($encode['emalloc'], $size, $most),
            ratio($encode['system'], $size, $most),
            number_format($decode['kept']),
            ratio($decode['emalloc'], $needed, $needed),
            ratio($decode['system'], $needed, $needed),
        );
    }
}
unlink($file);
