--TEST--
A child that gives hooks to a plain property of its parent: the child's value is written and read, in both formats, in rows and by __sleep()
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

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/hooks_over_the_parent.inc';

/** The value that both formats give, if it is the one of native serialization. */
function both_formats(mixed $value): mixed
{
    $decoded = round_trip($value);
    $other = brine_igbinary_unserialize(brine_igbinary_serialize($value));
    if (serialize($other) !== serialize($decoded)) {
        echo 'igbinary gives ', serialize($other), "\n";
    }

    return $decoded;
}

$child = new Child();
$child->fill(5, 'five', [5]);
foreach ([$child, new Child(), new Grandchild(), new SetOnly(), new Untyped(), new Widened(), new Inherits()] as $object) {
    $decoded = both_formats($object);
    echo $object::class, ': ', json_encode(array_values(get_mangled_object_vars($decoded))), ' reads ', json_encode($decoded), "\n";
}

// A default stays where the payload has no value, and a property that was never set stays so.
$late = both_formats(new Late());
echo thrown(static fn () => $late->late), "\n";
$late->late = 3;
echo both_formats($late)->late, "\n";

// Rows.
$rows = [];
for ($i = 0; $i < 20; $i++) {
    $rows[] = new Child();
    $rows[$i]->fill($i, "row $i", [$i]);
}
$decoded = both_formats($rows);
echo $decoded[19]->number, ' ', $decoded[19]->text, ' ', count($decoded), "\n";

// __sleep() names it, alone, among others and in a row.
$sleeper = new Sleeper();
$sleeper->fill(7, 'seven', []);
$decoded = both_formats([$sleeper, new Sleeper(), $sleeper]);
echo $decoded[0]->number, ' ', $decoded[0]->text, ' ', $decoded[1]->number, "\n";

// __sleep() names a property without a value of its own: it has none, as natively.
$sleeper = new SleepsOfVirtual();
set_error_handler(static function (int $level, string $message): bool {
    echo "$level $message\n";

    return true;
});
foreach (['serialize', 'brine_serialize', 'brine_igbinary_serialize'] as $serialize) {
    $serialize([$sleeper]);
}
restore_error_handler();
echo @brine_unserialize(brine_serialize([new SleepsOfVirtual()]))[0]->plain, "\n";

// A PHP reference between the child's property and the parent's other one.
$object = new Referring();
$object->refer();
$decoded = both_formats($object);
$decoded->other = 9;
echo $decoded->text, "\n";

// The array form and the hooks of serialization.
$decoded = both_formats([new Custom(4), new Custom(6)]);
echo $decoded[1]->number, "\n";
?>
--EXPECT--
Child: [5,"five",[5],3,"last"] reads {"number":50,"text":"<five>","last":"last"}
Child: [2,"child",["child"],3,"last"] reads {"number":20,"text":"<child>","last":"last"}
Grandchild: [4,"child",["child"],3,"last","own",6] reads {"number":5,"text":"<child>","last":"last","own":"own"}
SetOnly: [1,"base",["base"],3,8] reads {"number":1,"text":"base","last":8}
Untyped: [1,null,["base"],3,"last"] reads {"number":1,"text":"!","last":"last"}
Widened: [1,"base",[1],3,"last",5] reads {"number":1,"text":"base","list":[1,2],"last":"last"}
Inherits: [7,"child",["child"],3,"last"] reads {"number":70,"text":"<child>","last":"last"}
Error: Typed property Late::$late must not be accessed before initialization
3
190 <row 19> 20
70 <seven> 20
2 serialize(): "virtual" returned as member variable from __sleep() but does not exist
2 brine_serialize(): "virtual" returned as member variable from __sleep() but does not exist
2 brine_igbinary_serialize(): "virtual" returned as member variable from __sleep() but does not exist
6
9
60
