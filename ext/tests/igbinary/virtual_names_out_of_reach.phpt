--TEST--
igbinary's format: null for a virtual property, which __sleep() names in vain, becomes a dynamic property; any other value is refused
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip property hooks came with PHP 8.4');
}
?>
--FILE--
<?php
class Base
{
    private int $hooked = 1 { get => $this->hooked; }
    private int $alsoVirtual { get => 2; }
}
#[AllowDynamicProperties]
class Child extends Base
{
    public int $virtual { get => 3; }
    public static array $names = [];
    public function __sleep()
    {
        return self::$names;
    }
}
set_error_handler(static fn (): bool => true, E_WARNING);

Child::$names = ['hooked', 'alsoVirtual', 'virtual'];
$bytes = brine_igbinary_serialize(new Child());
$child = brine_igbinary_unserialize($bytes);
echo strtr(json_encode(get_mangled_object_vars($child)), ['\u0000' => '~']), ' ', $child->virtual, "\n";
// The value of alsoVirtual, then that of virtual.
foreach (["alsoVirtual\0" => "alsoVirtual\6\7", "virtual\0" => "virtual\6\7"] as $null => $number) {
    try {
        $child = brine_igbinary_unserialize(str_replace($null, $number, $bytes));
        echo strtr(json_encode(get_mangled_object_vars($child)), ['\u0000' => '~']), "\n";
    } catch (Brine\DecodeException $exception) {
        echo $exception->getReason(), ': ', $exception->getMessage(), "\n";
    }
}
?>
--EXPECT--
{"~Base~hooked":1,"hooked":null,"alsoVirtual":null,"virtual":null} 3
{"~Base~hooked":1,"hooked":null,"alsoVirtual":7,"virtual":null}
bad_property: Cannot unserialize value for virtual property Child::$virtual at byte 4, in $value->virtual
