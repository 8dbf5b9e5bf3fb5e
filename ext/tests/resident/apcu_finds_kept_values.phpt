--TEST--
With apc.serializer=brine a fetch finds what it has decoded twice; entries that change are other bytes
--EXTENSIONS--
brine
apcu
--INI--
apc.enable_cli=1
apc.serializer=brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';

final class Point
{
    public ?Point $next = null;

    public function __construct(public int $x = 0)
    {
    }
}

$point = new Point(1);
$point->next = new Point(2);
foreach (['pure' => ['a' => [1, 2], 'b' => 'text'], 'object' => $point, 'mixed' => [1, $point, 'x' => ['y' => 'z']]] as $key => $value) {
    apcu_store($key, $value);
    for ($i = 0; $i < 4; $i++) {
        echo changes(static function () use ($key, &$fetched): void {
            $fetched = apcu_fetch($key);
        }), $i === 3 ? '' : ' | ';
        echo serialize($fetched) === serialize($value) ? '' : 'wrong';
    }
    echo "\n";
}
$fetched = apcu_fetch('pure');
$fetched['a'][] = 3;
var_dump(apcu_fetch('pure')['a'] === [1, 2]);
apcu_store('pure', $fetched);
var_dump(apcu_fetch('pure')['a'] === [1, 2, 3]);
$object = apcu_fetch('object');
$object->next->x = 9;
var_dump(apcu_fetch('object')->next->x, apcu_fetch('object') === apcu_fetch('object'));
?>
--EXPECT--
misses 1 | misses 1, admitted 1, entries 1 | hits 1 | hits 1
misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
bool(true)
bool(true)
int(2)
bool(false)
