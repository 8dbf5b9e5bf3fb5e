--TEST--
An object whose __sleep() returns no array becomes null, with native's warning
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Sleeper
{
    public $open = 1;

    public function __construct(private mixed $return)
    {
    }

    public function __sleep()
    {
        return $this->return;
    }
}

set_error_handler(static function (int $level, string $message): bool {
    echo "$level $message\n";

    return true;
});
foreach ([null, 'open', 0, new ArrayObject(['open'])] as $return) {
    $object = new Sleeper($return);
    var_dump(brine_unserialize(brine_serialize($object)));
    // The array and its other elements are not touched by it, nor is a later occurrence of the object.
    echo json_encode(brine_unserialize(brine_serialize(['before', $object, 'after', [$object], (object) ['p' => $object]]))), "\n";
}
?>
--EXPECTREGEX--
(2 brine_serialize\(\): Sleeper::__sleep\(\) should return an array only containing the names of instance-variables to serialize
NULL
(2 brine_serialize\(\): Sleeper::__sleep\(\) should return an array only containing the names of instance-variables to serialize
){1,3}\["before",null,"after",\[null\],\{"p":null\}\]
?){4}
