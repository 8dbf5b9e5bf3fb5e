--TEST--
Where a class has __unserialize(), raw properties become its argument and never the object's, in every form and also for children of PHP's classes
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

class Account
{
    public int $balance = 0;
    private bool $isAdmin = false;
    protected array $rights = ['read'];

    public function __unserialize(array $data): void
    {
        echo '  ', strtr(json_encode($data), ['\u0000' => '|']), "\n";
    }
}
final class Child extends Account
{
    public $own = 'default';
}
final class ChildOfStorage extends SplObjectStorage
{
    private $secret = 'default';

    public function secret(): string
    {
        return $this->secret;
    }
}

$names = hex_string('balance') . '01' . hex_string('rights') . '03' . hex_string('Account') . hex_string('isAdmin');
$keys = hex_string('balance') . hex_string("\0*\0rights") . hex_string("\0Account\0isAdmin");
$values = '05 c0 06 da';
$forms = [
    'object' => "f0 %s 03 $names $values",
    'of a shape' => "c1 f0 %s 03 $names d8 d8 d8 b0 $values",
    'rows' => "ed 01 00 f0 %s 03 $names 01 05 00 01 da c0 06",
    'own array form' => "f1 %s e9 03 $keys $values",
    'number as a name' => 'f0 %s 02' . hex_string('5') . hex_string('05') . '07 08',
];
foreach (['Account', 'Child'] as $class) {
    foreach ($forms as $title => $form) {
        echo "$class, $title:\n";
        $decoded = brine_unserialize(payload(sprintf($form, hex_string($class))));
        foreach (is_array($decoded) ? $decoded : [$decoded] as $object) {
            echo '  ', strtr(json_encode((array) $object), ['\u0000' => '|']), "\n";
        }
    }
}

// PHP's own classes have theirs: what is inside them does not come from names.
foreach (['f0', 'f1'] as $form) {
    foreach (['ArrayObject' => "\0ArrayObject\0storage", 'SplObjectStorage' => "\0SplObjectStorage\0storage", 'SplDoublyLinkedList' => "\0SplDoublyLinkedList\0dllist",
        'DateTime' => 'date', 'DateTimeZone' => 'timezone', 'ChildOfStorage' => "\0ChildOfStorage\0secret"] as $class => $name) {
        $map = $form === 'f1' ? 'e9' : '';
        echo $class, ': ', thrown(static function () use ($form, $class, $map, $name): void {
            $decoded = brine_unserialize(payload("$form " . hex_string($class) . "$map 01" . hex_string($name) . 'c0 05'));
            echo $decoded::class, ', ';
        }), "\n";
    }
}
?>
--EXPECT--
Account, object:
  {"balance":5,"|*|rights":[6],"|Account|isAdmin":true}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"]}
Account, of a shape:
  {"balance":null,"|*|rights":null,"|Account|isAdmin":null}
  {"balance":5,"|*|rights":[6],"|Account|isAdmin":true}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"]}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"]}
Account, rows:
  {"balance":5,"|*|rights":[6],"|Account|isAdmin":true}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"]}
Account, own array form:
  {"balance":5,"|*|rights":[6],"|Account|isAdmin":true}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"]}
Account, number as a name:
  {"5":7,"05":8}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"]}
Child, object:
  {"balance":5,"|*|rights":[6],"|Account|isAdmin":true}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"],"own":"default"}
Child, of a shape:
  {"balance":null,"|*|rights":null,"|Account|isAdmin":null}
  {"balance":5,"|*|rights":[6],"|Account|isAdmin":true}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"],"own":"default"}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"],"own":"default"}
Child, rows:
  {"balance":5,"|*|rights":[6],"|Account|isAdmin":true}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"],"own":"default"}
Child, own array form:
  {"balance":5,"|*|rights":[6],"|Account|isAdmin":true}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"],"own":"default"}
Child, number as a name:
  {"5":7,"05":8}
  {"balance":0,"|Account|isAdmin":false,"|*|rights":["read"],"own":"default"}
ArrayObject: Brine\DecodeException: ArrayObject refuses its data: Incomplete or ill-typed serialization data at byte 2
SplObjectStorage: Brine\DecodeException: SplObjectStorage refuses its data: Incomplete or ill-typed serialization data at byte 2
SplDoublyLinkedList: Brine\DecodeException: SplDoublyLinkedList refuses its data: Incomplete or ill-typed serialization data at byte 2
DateTime: Brine\DecodeException: DateTime refuses its data: Invalid serialization data for DateTime object at byte 2
DateTimeZone: Brine\DecodeException: DateTimeZone refuses its data: Invalid serialization data for DateTimeZone object at byte 2
ChildOfStorage: Brine\DecodeException: ChildOfStorage refuses its data: Incomplete or ill-typed serialization data at byte 2
ArrayObject: Brine\DecodeException: ArrayObject refuses its data: Incomplete or ill-typed serialization data at byte 2
SplObjectStorage: Brine\DecodeException: SplObjectStorage refuses its data: Incomplete or ill-typed serialization data at byte 2
SplDoublyLinkedList: Brine\DecodeException: SplDoublyLinkedList refuses its data: Incomplete or ill-typed serialization data at byte 2
DateTime: Brine\DecodeException: DateTime refuses its data: Invalid serialization data for DateTime object at byte 2
DateTimeZone: Brine\DecodeException: DateTimeZone refuses its data: Invalid serialization data for DateTimeZone object at byte 2
ChildOfStorage: Brine\DecodeException: ChildOfStorage refuses its data: Incomplete or ill-typed serialization data at byte 2
