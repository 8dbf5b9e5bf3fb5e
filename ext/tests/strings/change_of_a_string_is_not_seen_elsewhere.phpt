--TEST--
Changing a decoded string in place changes no other use of it, be it value, key, property name or class name
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Subject
{
    public $property = 'property';
}

$decoded = brine_unserialize(brine_serialize([['property' => 'property'], new Subject(), 'property', 'Subject', ['Subject' => 1]]));
$decoded[2][0] = 'P';
$decoded[2] .= '!';
$decoded[3][0] = 'X';
$decoded[1]->property[1] = 'R';
echo json_encode($decoded), "\n";
var_dump($decoded[1]::class, new Subject());
?>
--EXPECTF--
[{"property":"property"},{"property":"pRoperty"},"Property!","Xubject",{"Subject":1}]
string(7) "Subject"
object(Subject)#%d (1) {
  ["property"]=>
  string(8) "property"
}
