--TEST--
A run or table takes at most the bytes of its cells and rows as values, and a head: also if cells that differ stand exactly where the writer samples
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/** Of a scalar or a new string, as a value. */
function size(null|bool|int|float|string $cell): int
{
    return strlen(brine_serialize($cell)) - 2;
}

/** Bytes that a list takes more than its elements one by one: the head of a run, if it is not written as that. */
function excess_of_list(array $cells): int
{
    return strlen(brine_serialize($cells)) - 2 - array_sum(array_map(size(...), $cells));
}

/** Bytes that a list of rows takes more than these one by one; each row after the first takes a byte besides its cells. */
function excess_of_rows(array $columns): int
{
    $rows = array_map(fn (mixed ...$row): array => array_combine(array_map(fn (int $i): string => "column $i", array_keys($row)), $row), ...$columns);
    $first = strlen(brine_serialize([$rows[0]])) - 2;
    $others = array_map(fn (array $row): int => 1 + array_sum(array_map(size(...), array_values($row))), array_slice($rows, 1));

    return strlen(brine_serialize($rows)) - 2 - $first - array_sum($others);
}

/** Cells that differ exactly where the writer looks at every s-th. */
function at_samples(int $count, callable $sampled, callable $other): array
{
    $stride = intdiv($count, 32) + 1;

    return array_map(fn (int $i): mixed => $i % $stride === 0 ? $sampled($i) : $other($i), range(0, $count - 1));
}

mt_srand(54);
// Tag and count; kind, exponent, start and step.
const HEAD = 4, HEAD_OF_COLUMN = 20;
$small = fn (int $i): int => mt_rand(0, 31);
$kinds = [
    'large integers' => [fn (int $i): int => 2 ** 60 + mt_rand(), $small],
    'integers of five bytes' => [fn (int $i): int => 2 ** 20 + mt_rand(0, 255), $small],
    'negative integers' => [fn (int $i): int => -mt_rand(2 ** 29, 2 ** 30), $small],
    'integers of both signs' => [fn (int $i): int => mt_rand(-40000, 70000), fn (int $i): int => mt_rand(-1, 31)],
    'integers that fall' => [fn (int $i): int => 10 ** 9 - $i * 70000, fn (int $i): int => max(0, 10000 - $i)],
    'integers, then small ones' => [fn (int $i): int => $i < 3 ? 2 ** 40 : 300, $small],
    'small integers and null' => [fn (int $i): int => $i, fn (int $i): ?int => $i === 7 ? null : mt_rand(0, 31)],
    'small integers and a boolean' => [$small, fn (int $i): int|bool => $i === 7 ? true : mt_rand(0, 31)],
    'integers of two bytes and null' => [fn (int $i): int => 200, fn (int $i): ?int => $i === 7 ? null : mt_rand(20, 60)],
    'doubles of decimals' => [fn (int $i): float => (2 ** 40 + $i) / 10, fn (int $i): float => 2.0 ** 45 + 2.0 ** 30 * $i],
    'doubles of five bytes' => [fn (int $i): float => 2.0 ** 46 + $i, fn (int $i): float => 2.0 ** 46 + 2.0 ** 30 * $i],
    'doubles of nine bytes' => [fn (int $i): float => M_PI * $i, fn (int $i): float => $i % 4 ? 0.5 + $i : M_PI + $i],
    'null' => [fn (int $i): ?int => null, $small],
];
foreach ($kinds as $name => [$sampled, $other]) {
    foreach ([33, 64, 257, 1000, 1001] as $count) {
        $cells = at_samples($count, $sampled, $other);
        $list = excess_of_list($cells);
        $rows = excess_of_rows([$cells, array_map(fn (int $i): string => "text $i", range(1, $count)), $cells, $cells]);
        if ($list > HEAD + HEAD_OF_COLUMN || $rows > HEAD + 4 * HEAD_OF_COLUMN) {
            echo "$name: $count cells take $list, $count rows $rows bytes too much\n";
        }
    }
}

/** Integers of all sizes, each as likely as its neighbours of other bits. */
function random_cell(int $kind): null|bool|int|float
{
    return match ($kind) {
        0 => mt_rand(0, 1) ? mt_rand() << mt_rand(0, 31) >> mt_rand(0, 62) : mt_rand(0, 40),
        1 => mt_rand(0, 9) ? mt_rand(0, 31) : mt_rand(0, 70000),
        2 => -1 << mt_rand(0, 62),
        3 => mt_rand(-200, 300),
        4 => mt_rand(0, 3) ? mt_rand(0, 255) / 4 : mt_rand() / 100,
        5 => mt_rand(0, 9) ? (float) (mt_rand(0, 2 ** 24) << 26) : mt_rand() / 7,
        6 => (bool) mt_rand(0, 1),
        7 => 7,
        default => null,
    };
}

$too_much = $checked = 0;
for ($round = 0; $round < 1500; $round++) {
    $count = mt_rand(8, 300);
    $columns = [];
    for ($i = mt_rand(1, 4); $i > 0; $i--) {
        [$one, $two, $share] = [mt_rand(0, 8), mt_rand(0, 8), [0, 0, 3, 30][mt_rand(0, 3)]];
        $cell = fn (int $of, int $i): null|bool|int|float => random_cell(mt_rand(1, 100) <= $share ? mt_rand(0, 8) : $of);
        $columns[] = at_samples($count, fn (int $i): mixed => $cell($one, $i), fn (int $i): mixed => $cell(mt_rand(0, 3) ? $two : $one, $i));
    }
    // No row repeats.
    $columns[] = array_map(fn (int $i): string => "text $i", range(1, $count));
    $list = excess_of_list($columns[0]);
    $rows = excess_of_rows($columns);
    $checked += 2;
    $too_much += ($list > HEAD + HEAD_OF_COLUMN) + ($rows > HEAD + HEAD_OF_COLUMN * count($columns));
}
echo "$checked lists, $too_much take too much\n";
?>
--EXPECT--
3000 lists, 0 take too much
