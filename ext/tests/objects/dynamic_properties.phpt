--TEST--
Dynamic properties come back in their order, after the declared ones
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

#[AllowDynamicProperties]
final class Open
{
    public $declared = 1;
    public $second = 2;
}

$object = new Open();
$object->z = 'z';
$object->a = 'a';
unset($object->z, $object->declared);
$object->z = 'z again';
$object->{'7'} = 'numeric';
$object->{'with space'} = $object;
$object->declared = 'again';
$decoded = round_trip([$object, new Open(), $object]);
echo implode(',', array_keys((array) $decoded[0])), "\n";
var_dump($decoded[0]->{'7'}, $decoded[0]->{'with space'} === $decoded[0], $decoded[2] === $decoded[0]);

$standard = (object) ['b' => 1, 'a' => 2, '5' => 3, '' => 4, -3 => 5];
$decoded = round_trip($standard);
var_dump($decoded->{'5'}, $decoded->{'-3'}, ((array) $decoded)[5], ((array) $decoded)['']);
foreach ($decoded as $name => $value) {
    echo "$name=$value ";
}
?>
--EXPECT--
declared,second,a,z,7,with space
string(7) "numeric"
bool(true)
bool(true)
int(3)
int(5)
int(3)
int(4)
b=1 a=2 5=3 =4 -3=5 
