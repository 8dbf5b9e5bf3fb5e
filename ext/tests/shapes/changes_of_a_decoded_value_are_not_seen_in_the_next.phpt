--TEST--
What is done to decoded arrays and objects is not seen in what later payloads of the same shapes give
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Row
{
    public $id = 0;
    public $list = [];
}
#[AllowDynamicProperties]
final class Loose
{
}

$loose = new Loose();
$loose->id = 1;
$loose->list = ['a' => 1];
$row = new Row();
$row->list = ['id' => 1, 'list' => ['id' => 2, 'x' => 3]];
$wide = array_fill_keys(array_map(static fn (int $i): string => "key$i", range(1, 20)), 1);
$values = [
    'map' => ['id' => 1, 'list' => [1], 'x' => null], 'wide' => $wide, 'numbers' => [5 => 'a', 9 => 'b', 'k' => 'c'], 'row' => $row, 'loose' => $loose,
    'standard' => (object) ['id' => 1, 'list' => [2]], 'maps' => [['id' => 1, 'x' => 2], ['id' => 3, 'x' => 4]],
    'table' => array_map(static fn (int $i): array => ['id' => $i, 'same' => ['a' => 1], 'x' => "x$i"], range(0, 9)),
];
$changes = [
    'append' => static function (array &$a): void {
        $a[] = 'new';
        $a['new'] = 'new';
    },
    'remove' => static function (array &$a): void {
        array_shift($a);
        array_pop($a);
    },
    'unset' => static function (array &$a): void {
        unset($a['id'], $a['key3'], $a['x'], $a[5]);
    },
    'empty' => static function (array &$a): void {
        foreach (array_keys($a) as $key) {
            unset($a[$key]);
        }
        $a['id'] = 'only';
    },
    'values' => static function (array &$a): void {
        foreach ($a as &$value) {
            $value = ['changed'];
        }
    },
    'order' => static function (array &$a): void {
        krsort($a);
        $a = array_reverse($a, true);
    },
    'sort' => static function (array &$a): void {
        sort($a);
    },
    'pointer' => static function (array &$a): void {
        end($a);
        next($a);
    },
    'grow' => static function (array &$a): void {
        for ($i = 0; $i < 100; $i++) {
            $a["more $i"] = $i;
        }
    },
    'references' => static function (array &$a): void {
        foreach (array_keys($a) as $key) {
            $GLOBALS['references'][] = &$a[$key];
        }
    },
];
/** Does a change to every array in a value, the innermost first. */
function change(mixed &$value, Closure $change): void
{
    if (is_object($value)) {
        foreach (array_keys(get_object_vars($value)) as $name) {
            change($value->$name, $change);
        }
        if ($value instanceof Row) {
            unset($value->id);
            $value->list['new'] = 1;
        } else {
            $value->{'new'} = 1;
            unset($value->id);
        }
    } elseif (is_array($value)) {
        foreach (array_keys($value) as $key) {
            change($value[$key], $change);
        }
        $change($value);
    }
}
$wrong = 0;
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
    $expected = serialize($value);
    foreach ($changes as $what => $change) {
        for ($time = 0; $time < 4; $time++) {
            $decoded = brine_unserialize($payload);
            $kept = brine_unserialize($payload);
            change($decoded, $change);
            $next = brine_unserialize($payload);
            if (serialize($next) !== $expected || serialize($kept) !== $expected || (is_array($next) && key($next) !== array_key_first($value))) {
                $wrong++;
                echo "$name after $what: ", serialize($next), "\n";
            }
        }
        $kept = null;
        $GLOBALS['references'] = [];
    }
}
echo count($values) * count($changes), " changes, $wrong seen\n";
$numbers = brine_unserialize(brine_serialize($values['numbers']));
$numbers[] = 'next';
echo implode(' ', array_keys($numbers)), "\n";
?>
--EXPECT--
80 changes, 0 seen
5 9 k 10
