--TEST--
A missing class that had hooks becomes an incomplete object with the contents of its array form
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Hooked
{
    public function __serialize(): array
    {
        return ['a' => 1, 7 => $this];
    }

    public function __unserialize(array $data): void
    {
        echo "must not be called\n";
    }
}

$object = new Hooked();
$text = str_replace('Hooked', 'Absent', serialize([$object, $object]));
$payload = str_replace('Hooked', 'Absent', brine_serialize([$object, $object]));
$native = unserialize($text);
$decoded = brine_unserialize($payload);
var_dump(print_r($decoded, true) === print_r($native, true), serialize($decoded) === serialize($native), $decoded[0] === $decoded[1]);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
