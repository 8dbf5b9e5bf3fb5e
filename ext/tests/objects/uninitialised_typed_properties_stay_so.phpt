--TEST--
Uninitialised typed properties stay uninitialised; an unset one with a default gets it again, as with native
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Typed
{
    public int $i;
    public ?string $s;
    public array $a = ['default'];
    public $untyped = 'default';
    private object $o;
    public mixed $m;
}

$empty = new Typed();
$some = new Typed();
$some->s = null;
$unset = new Typed();
unset($unset->a, $unset->untyped);
$all = new Typed();
[$all->i, $all->s, $all->a, $all->m] = [1, 's', [], null];
// In this order the first shape is the one without properties, then each differs from the one before.
foreach (round_trip([$empty, $some, $unset, $all, $some, new Typed()]) as $decoded) {
    echo json_encode(array_keys((array) $decoded)), "\n";
}
echo thrown(static fn () => round_trip($empty)->i), "\n";
var_dump(round_trip($unset)->untyped, round_trip($unset)->a);
?>
--EXPECT--
["a","untyped"]
["s","a","untyped"]
["a","untyped"]
["i","s","a","untyped","m"]
["s","a","untyped"]
["a","untyped"]
Error: Typed property Typed::$i must not be accessed before initialization
string(7) "default"
array(1) {
  [0]=>
  string(7) "default"
}
