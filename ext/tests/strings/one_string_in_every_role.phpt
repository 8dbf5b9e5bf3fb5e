--TEST--
One string may be value, key, class name, property name and enum case in one payload
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

enum Open
{
    case Name;
}
final class Name
{
    public $Name = 'Name';
    protected $Open = 'Open';
}

foreach ([['Name', new Name(), Open::Name], [Open::Name, ['Name' => 'Open', 'Open' => 'Name'], new Name(), 'Open']] as $value) {
    $payload = brine_serialize($value);
    var_dump(substr_count($payload, 'Name'), substr_count($payload, 'Open'), round_trip($value) == $value);
}
?>
--EXPECT--
int(1)
int(1)
bool(true)
int(1)
int(1)
bool(true)
