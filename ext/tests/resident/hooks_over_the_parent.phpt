--TEST--
Resident values of a child that gives hooks to its parent's plain property: each hit has the child's values, and a copy of its own
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip PHP 8.4');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';
require __DIR__ . '/../objects/hooks_over_the_parent.inc';

$child = new Child();
$child->fill(5, 'five', [5]);
$values = [
    'one' => $child,
    'grandchild' => ['in' => new Grandchild()],
    'set only' => [new SetOnly()],
    'without a value' => [new Late()],
    'rows' => array_map(static function (int $i): Child {
        $child = new Child();
        $child->fill($i, "row $i", []);

        return $child;
    }, range(1, 20)),
];
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
    echo "$name:";
    for ($i = 0; $i < 4; $i++) {
        echo ' | ', changes(static function () use ($payload, &$decoded): void {
            $decoded = brine_unserialize($payload, RESIDENT);
        });
        if (serialize($decoded) !== serialize($value)) {
            echo ' (wrong: ', serialize($decoded), ')';
        }
        $object = is_array($decoded) ? reset($decoded) : $decoded;
        if ($object instanceof Base) {
            $object->fill(99, 'changed', ['changed']);
        } else {
            $object->late = 99;
        }
    }
    echo "\n";
}
?>
--EXPECT--
one: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
grandchild: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
set only: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
without a value: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
rows: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
