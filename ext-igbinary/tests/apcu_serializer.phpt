--TEST--
apc.serializer = igbinary: entries of both formats are read with each setting, and what a hook throws passes
--EXTENSIONS--
brine
igbinary
apcu
--INI--
apc.enable_cli=1
apc.serializer=igbinary
--FILE--
<?php
declare(strict_types=1);

final class Fragile
{
    public static bool $broken = true;

    public function __wakeup(): void
    {
        self::$broken && throw new LogicException('not today');
    }
}

$value = ['a' => [1, 2, ['b' => null]], 'c' => new ArrayObject([1])];
foreach (['igbinary', 'brine'] as $format) {
    ini_set('igbinary.format', $format);
    apcu_store($format, $value);
    apcu_store("$format-fragile", [new Fragile()]);
    $sizes[] = array_sum(array_column(apcu_cache_info()['cache_list'], 'mem_size'));
}
foreach (['igbinary', 'brine'] as $format) {
    ini_set('igbinary.format', $format);
    var_dump(serialize(apcu_fetch('igbinary')) === serialize($value), serialize(apcu_fetch('brine')) === serialize($value));
}
foreach (['igbinary', 'brine'] as $format) {
    try {
        apcu_fetch("$format-fragile");
    } catch (LogicException $exception) {
        echo $exception->getMessage(), "\n";
    }
}
Fragile::$broken = false;
var_dump(apcu_fetch('brine-fragile')[0] instanceof Fragile);
try {
    apcu_store('closure', [static fn () => 1]);
} catch (Exception $exception) {
    echo $exception->getMessage(), "\n";
}
var_dump(apcu_exists('closure'));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
not today
not today
bool(true)
Serialization of 'Closure' is not allowed at $value[0]
bool(false)
