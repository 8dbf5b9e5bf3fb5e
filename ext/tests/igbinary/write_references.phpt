--TEST--
igbinary's format: a PHP reference is marked each time, and one with a single holder is its value
--EXTENSIONS--
brine
--FILE--
<?php
function show(string $what, mixed $value): void
{
    echo "$what: ", bin2hex(substr(brine_igbinary_serialize($value), 4)), "\n";
}

$number = 5;
show('scalar', [&$number, &$number, $number]);
$array = [1, [2]];
show('array', [&$array, &$array, $array, $array]);
$object = new stdClass();
$object->self = &$object;
show('object', [&$object, $object, &$object]);
function lone(): array
{
    $local = [1];

    return [&$local];
}
show('one holder', lone());
$self = [[1]];
$self[1] = &$self;
show('an array inside of itself', $self);
$holder = new stdClass();
$holder->list = &$array;
$holder->copy = $array;
show('in properties', [$holder, $holder]);
?>
--EXPECT--
scalar: 14030600250605060125010106020605
array: 14040600251402060006010601140106000602060125010106021402060006010601010206030103
object: 14030600251708737464436c6173731401110473656c66252201060122010602252201
one holder: 14010600140106000601
an array inside of itself: 140206001401060006010601251402060001010601250102
in properties: 140206001708737464436c617373140211046c6973742514020600060106011401060006021104636f70791402060006010601010306012201
