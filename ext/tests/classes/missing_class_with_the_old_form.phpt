--TEST--
An object in the old Serializable form whose class is missing or denied becomes an empty incomplete object with a warning, as with native
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

final class Old implements Serializable
{
    public function serialize(): string
    {
        return 'data';
    }

    public function unserialize(string $data): void
    {
        echo "must not be called\n";
    }
}

set_error_handler(static function (int $level, string $message) use (&$messages): bool {
    $messages[] = "$level $message";

    return true;
});
$old = [new Old(), 'after'];
foreach ([['Old', 'Gon', []], ['Old', 'Old', ['allowed_classes' => false]]] as [$from, $to, $options]) {
    $messages = [];
    $native = unserialize(str_replace($from, $to, serialize($old)), $options);
    $expected = $messages;
    $messages = [];
    $decoded = brine_unserialize(str_replace($from, $to, brine_serialize($old)), $options);
    var_dump(print_r($decoded, true) === print_r($native, true), $messages === $expected, $messages[0]);
}
?>
--EXPECT--
bool(true)
bool(true)
string(50) "2 Class __PHP_Incomplete_Class has no unserializer"
bool(true)
bool(true)
string(50) "2 Class __PHP_Incomplete_Class has no unserializer"
