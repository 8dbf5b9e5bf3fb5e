--TEST--
A class may gain or lose hooks between encoding and decoding
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

final class Magic_
{
    public $a = 1;

    public function __serialize(): array
    {
        return ['a' => 2, 5 => 'five', "\0*\0half" => 'h'];
    }

    public function __unserialize(array $data): void
    {
    }
}
final class Plain_
{
    public $a = 0;
    public $half = 0;
}
final class Woken_
{
    public $a = 0;
    protected $half = 0;

    public function __wakeup(): void
    {
        $this->a .= ' woken';
    }
}
final class Other_
{
    public array $got = [];

    public function __unserialize(array $data): void
    {
        $this->got = $data;
    }
}
final class Typed_
{
    public string $a = '';
}
abstract class Abstr_
{
}

$value = [new Magic_(), [new Magic_()]];
foreach (['Plain_', 'Woken_', 'Other_', 'Absent'] as $class) {
    $native = unserialize(str_replace('Magic_', $class, serialize($value)));
    $decoded = brine_unserialize(str_replace('Magic_', $class, brine_serialize($value)));
    echo $class, ': ', print_r($decoded, true) === print_r($native, true) ? 'as native' : print_r($decoded, true), "\n";
}
foreach (['Typed_', 'Abstr_'] as $class) {
    try {
        brine_unserialize(str_replace('Magic_', $class, brine_serialize($value)));
    } catch (Brine\DecodeException $exception) {
        echo $class, ': ', get_debug_type($exception->getPrevious()), ' ', $exception->getPrevious()?->getMessage(), "\n";
    }
}
?>
--EXPECTF--
Plain_: as native
Woken_: as native
Other_: as native
Absent: as native
Typed_: TypeError Cannot assign int to property Typed_::$a of type string
Abstr_: %s
