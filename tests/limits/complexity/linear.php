<?php

/*
 * Prints nanoseconds per element for values of growing size, and the ratio of the extremes. Processor caches alone cause 2 to 5 (compare --codec
 * native); a ratio that grows with the size is not linear.
 *
 *     php -n -d extension=ext/modules/brine.so tests/limits/complexity/linear.php [--largest N] [--rounds N] [--codec NAME,…] [--only WORD,…]
 *     NAME: brine, native or igbinary. WORD: part of a kind's name.
 */

declare(strict_types=1);

namespace Brine\Tests\Complexity;

require __DIR__ . '/measure.php';

final class Dto
{
    public function __construct(
        public int $id,
        public string $name,
        public float $price,
        public bool $active,
        public ?int $parent,
        public string $status,
    ) {
    }
}

/** @return array<string, mixed> 6 columns */
function cells(int $i): array
{
    return [
        'id' => $i, 'name' => "name of $i", 'price' => $i % 9973 / 100, 'active' => $i % 3 === 0,
        'parent' => $i % 5 === 0 ? null : intdiv($i, 5), 'status' => ['new', 'paid', 'sent', 'returned'][$i % 4],
    ];
}

/** @return array<string, mixed> arrays of four shapes, in one another */
function node(int $i): array
{
    return [
        'id' => $i, 'title' => "node $i", 'tags' => ['t' . $i % 50, 'u' . $i % 7],
        'meta' => ['width' => $i % 100, 'height' => $i % 37, 'path' => "/files/$i"],
        'children' => $i % 3 === 0 ? [] : [['key' => $i, 'text' => "text $i"], ['key' => $i + 1, 'text' => 'other ' . $i % 11]],
    ];
}

/** @return array<string, \Closure(int): mixed> what builds a value of so many elements */
function kinds(): array
{
    mt_srand(1);
    $each = static fn (\Closure $element): \Closure => static fn (int $count): array => array_map($element, range(0, $count - 1));

    return [
        'integers, range' => static fn (int $count): array => range(0, $count - 1),
        'integers, random' => $each(static fn (): int => mt_rand(PHP_INT_MIN, PHP_INT_MAX)),
        'integers, below 1,000' => $each(static fn (): int => mt_rand(0, 999)),
        'doubles, random' => $each(static fn (): float => mt_rand() / 7),
        'doubles, two decimals' => $each(static fn (): float => mt_rand(0, 99999) / 100),
        'strings, unique' => $each(static fn (int $i): string => "string number $i"),
        'map, string keys' => static function (int $count): array {
            $map = [];
            for ($i = 0; $i < $count; $i++) {
                $map["key $i"] = $i % 7;
            }

            return $map;
        },
        'map, integer keys' => static function (int $count): array {
            $map = [];
            for ($i = 0; $i < $count; $i++) {
                $map[7 * $i + 3] = $i % 7;
            }

            return $map;
        },
        'mixed scalars' => $each(static fn (int $i): mixed => [$i, "s$i", null, $i / 3, true][$i % 5]),
        'rows, arrays' => $each(cells(...)),
        'rows, stdClass' => $each(static fn (int $i): object => (object) cells($i)),
        'rows, DTOs' => $each(static fn (int $i): object => new Dto(...cells($i))),
        'rows, by key' => static function (int $count): array {
            $rows = [];
            for ($i = 0; $i < $count; $i++) {
                $rows["row $i"] = cells($i);
            }

            return $rows;
        },
        'graphs, nested arrays' => $each(node(...)),
        'small lists' => $each(static fn (int $i): array => [$i, $i + 1, $i + 2]),
        'small lists of other lengths' => $each(static fn (int $i): array => array_slice([$i, 5, $i + 2, 7], 0, 1 + $i % 4)),
        'small maps of other keys' => $each(static fn (int $i): array => ["k$i" => $i, 'k' => 1]),
    ];
}

$options = options(array_slice($argv, 1), ['largest' => '1000000', 'rounds' => '7', 'codec' => 'brine', 'only' => '']);
$codecs = array_intersect_key([
    'brine' => [brine_serialize(...), brine_unserialize(...)],
    'native' => [serialize(...), unserialize(...)],
] + (extension_loaded('igbinary') ? ['igbinary' => [igbinary_serialize(...), igbinary_unserialize(...)]] : []), array_flip(explode(',', $options['codec'])));
$sizes = array_filter([100, 1000, 10_000, 100_000, 1_000_000], static fn (int $size): bool => $size <= (int) $options['largest']);
$words = explode(',', $options['only']);

echo "Nanoseconds for each element, median of $options[rounds] rounds\n\n";
row(str_repeat(' ', 52), ...array_map(number_format(...), $sizes), ...['max/min']);
foreach (kinds() as $name => $build) {
    if (array_filter($words, static fn (string $word): bool => str_contains($name, $word)) === []) {
        continue;
    }
    $figures = [];
    foreach ($sizes as $size) {
        $value = $build($size);
        $payloads = array_map(static fn (array $codec): string => $codec[0]($value), $codecs);
        $calls = max(1, intdiv(200_000, $size));
        for ($round = 0; $round < (int) $options['rounds']; $round++) {
            foreach ($codecs as $codec => [$encode, $decode]) {
                $figures["$codec, encode"][$size][] = timed(static fn (): string => $encode($value), $calls) / $size;
                $figures["$codec, decode"][$size][] = timed(static fn (): mixed => $decode($payloads[$codec]), $calls) / $size;
            }
        }
        unset($value, $payloads);
    }
    foreach ($figures as $direction => $samples) {
        $medians = array_map(median(...), array_values($samples));
        row(sprintf('%-34s%-18s', $name, $direction), ...$medians, ...[max($medians) / min($medians)]);
    }
}
