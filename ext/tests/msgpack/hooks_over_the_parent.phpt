--TEST--
MessagePack has no form for a child that gives hooks to its parent's plain property; a callable's array has what the hooks return
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

require __DIR__ . '/helpers.inc';
require __DIR__ . '/../objects/hooks_over_the_parent.inc';

$child = new Child();
$child->fill(5, 'five', [5]);
thrown(static fn () => brine_msgpack_pack(['in' => $child]));
echo json_encode(brine_msgpack_unpack(brine_msgpack_pack([$child], 0, static fn (Child $child): string => brine_msgpack_pack(get_object_vars($child))))), "\n";
?>
--EXPECT--
Brine\MessagePack\Exception\PackingFailedException: an object of class Child cannot be packed
[{"number":50,"text":"<five>","last":"last"}]
