--TEST--
An array that holds a reference to itself stays a cycle
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$array = ['n' => 1];
$array['self'] = &$array;
$decoded = round_trip($array);
$decoded['self']['n'] = 'changed';
var_dump($decoded['n'], $decoded['self']['n'], $decoded['self']['self']['self']['n']);

$first = ['name' => 'first'];
$second = ['name' => 'second', 'other' => &$first];
$first['other'] = &$second;
$decoded = round_trip([&$first, &$second]);
$decoded[1]['name'] = 'changed';
var_dump($decoded[0]['other']['name'], $decoded[0]['other']['other']['other']['name']);
unset($decoded);
var_dump(gc_collect_cycles() > 0);
?>
--EXPECT--
int(1)
string(7) "changed"
string(7) "changed"
string(7) "changed"
string(7) "changed"
bool(true)
