--TEST--
An entry that cannot be decoded gives an exception, never a value, and stays in the cache
--EXTENSIONS--
brine
apcu
--INI--
apc.enable_cli=1
apc.serializer=brine
--FILE--
<?php
declare(strict_types=1);

final class Fragile
{
    public static bool $broken = true;
    public int $value = 1;

    public function __wakeup(): void
    {
        if (self::$broken) {
            throw new LogicException('not today');
        }
    }
}

apcu_store('key', ['a' => 1, 'fragile' => new Fragile()]);
try {
    var_dump(apcu_fetch('key'));
} catch (LogicException $exception) {
    echo $exception->getMessage(), "\n";
}
Fragile::$broken = false;
var_dump(apcu_fetch('key')['fragile']->value);
?>
--EXPECT--
not today
int(1)
