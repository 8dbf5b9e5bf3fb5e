--TEST--
What is written to a value from memory of the process is written to a copy
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';

final class Bag
{
    public array $list = [1, 2, 3];
    public array $objects = [];
    public ?string $text = 'some text';
}

$bag = new Bag();
$bag->objects = ['other' => new Bag(), 'plain' => [5]];
$value = ['list' => [3, 1, 2], 'map' => ['a' => 'text', 'b' => ['c' => 1.5, 7 => 'seven']], 'bag' => $bag, 'std' => (object) ['p' => ['q' => 1], 'r' => 'text']];
$payload = brine_serialize($value);
$pure = brine_serialize(['list' => [3, 1, 2], 'map' => $value['map'], 'text' => 'some text']);
admit($payload);
admit($pure);

$changes = [
    static function (array &$v): void { $v['list'][] = 4; },
    static function (array &$v): void { sort($v['list']); },
    static function (array &$v): void { unset($v['map']['a'], $v['map']['b'][7]); },
    static function (array &$v): void { foreach ($v['map'] as &$element) { $element = 1; } },
    static function (array &$v): void { foreach ($v['list'] as $i => $element) { $v['list'][$i + 3] = $element; } },
    static function (array &$v): void { array_walk_recursive($v, static function (mixed &$leaf): void { $leaf = is_object($leaf) ? $leaf : 0; }); },
    static function (array &$v): void { array_splice($v['list'], 1, 1, ['x', 'y']); },
    static function (array &$v): void { $reference = &$v['map']['b']['c']; $reference++; },
    static function (array &$v): void { $v['map']['a'][0] = 'T'; },
    static function (array &$v): void { $v['map']['a'] .= ' and more'; },
    static function (array &$v): void { end($v['list']); next($v['list']); $v['list'][] = key($v['list']); },
    static function (array &$v): void { $o = new ArrayObject($v['map']); $o['n'] = 1; unset($o['a']); $o->uasort(static fn (): int => 1); },
    static function (array &$v): void { $i = new ArrayIterator($v['list']); foreach ($i as $key => $element) { $i[$key] = 0; } },
    static function (array &$v): void { settype($v['list'], 'object'); },
    static function (array &$v): void { $o = (object) $v['map']; $o->a = 'other'; $o->new = [1]; },
    static function (array &$v): void { extract($v['map'], EXTR_REFS); $a = 9; $b[] = 3; },
    static function (array &$v): void { if (isset($v['bag'])) { $v['bag']->list[] = 5; $v['bag']->objects['plain'][] = 5; $v['bag']->objects['other']->text = null; } },
    static function (array &$v): void { if (isset($v['std'])) { $v['std']->p['q']++; $v['std']->new = 1; unset($v['std']->r); } },
    static function (array &$v): void { array_multisort($v['list']); shuffle($v['list']); array_pop($v['list']); },
    static function (array &$v): void { $v['map']['b'] += ['d' => $v]; $v['self'] = &$v; unset($v['self']); },
    static function (array &$v): void { $f = static function (array &...$a): void { $a[0]['x'] = 1; }; $f($v['map']); },
];
foreach ([$payload, $pure] as $bytes) {
    $expected = serialize(brine_unserialize($bytes));
    foreach ($changes as $number => $change) {
        $resident = brine_unserialize($bytes, RESIDENT);
        $plain = brine_unserialize($bytes);
        mt_srand(1);
        $change($resident);
        mt_srand(1);
        $change($plain);
        if (serialize($resident) !== serialize($plain)) {
            echo "change $number is another one: ", serialize($resident), ' and ', serialize($plain), "\n";
        }
        if (serialize(brine_unserialize($bytes, RESIDENT)) !== $expected) {
            echo "change $number stays\n";
        }
    }
}
unset($resident, $plain);
gc_collect_cycles();
echo 'hits ', brine_resident_status()['hits'], "\n";
?>
--EXPECT--
hits 84
