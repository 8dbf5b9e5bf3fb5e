--TEST--
An array with holes that many rows are is copied once for all of them, so that encoding it takes no memory for each place
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

// Of 32 elements, as many as a row may have wherever it comes again.
function map(int $first): array
{
    $map = ['gone' => null];
    for ($i = 0; $i < 32; $i++) {
        $map["key $i"] = $first + $i;
    }
    unset($map['gone']);

    return $map;
}

function packed(int $first): array
{
    $packed = range($first, $first + 32);
    unset($packed[0]);

    return $packed;
}

function in_turn(array $first, array $second, int $places): array
{
    $list = [];
    for ($i = 0; $i < $places; $i++) {
        $list[] = $i % 2 ? $first : $second;
    }

    return $list;
}

function peak(array $value): int
{
    memory_reset_peak_usage();
    $before = memory_get_usage();
    brine_serialize($value);

    return memory_get_peak_usage() - $before;
}

foreach (['map', 'packed'] as $kind) {
    $first = $kind(1);
    $second = $kind(100);
    $list = in_turn($first, $second, 4000);
    $tables = array_fill(0, 400, 0);
    foreach ($tables as $i => $_) {
        $tables[$i] = [$i, ...in_turn($first, $second, 10)];
    }
    foreach (['a list' => $list, 'lists' => $tables] as $name => $value) {
        $peak = peak($value);
        // Copies would take 5 MB or more.
        echo "$kind, $name: ", $peak < 256 * 1024 ? 'no copy for each place' : "$peak bytes", ', ';
        $payload = brine_serialize($value);
        echo brine_unserialize($payload) === $value ? 'equal, ' : 'not equal, ';
        echo brine_serialize(brine_unserialize($payload)) === $payload ? 'the same bytes' : 'other bytes', "\n";
    }
}
?>
--EXPECT--
map, a list: no copy for each place, equal, the same bytes
map, lists: no copy for each place, equal, the same bytes
packed, a list: no copy for each place, equal, the same bytes
packed, lists: no copy for each place, equal, the same bytes
