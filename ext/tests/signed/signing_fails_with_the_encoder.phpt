--TEST--
A value that cannot be encoded is not signed, and what a hook throws comes through
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Thrower
{
    public function __serialize(): array
    {
        throw new LogicException('not now');
    }
}

foreach ([['a' => [fn () => 1]], new Thrower(), str_repeat('x', 20000) . 'y', [str_repeat('x', 20000), fn () => 1]] as $value) {
    try {
        var_dump(strlen(brine_serialize_signed($value, 'key of this test')));
    } catch (Exception $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value['a'][0]
LogicException: not now
int(20045)
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[1]
