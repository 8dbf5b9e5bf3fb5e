--TEST--
Hooks that unset, reassign or grow the value while it is encoded change no memory that the encoder still reads
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Changer
{
    public static ?Closure $change = null;
    public string $name = 'changer';

    public function __sleep(): array
    {
        (self::$change)($this);

        return ['name'];
    }
}
final class MagicChanger
{
    public static ?Closure $change = null;

    public function __serialize(): array
    {
        (self::$change)($this);

        return ['magic'];
    }

    public function __unserialize(array $data): void
    {
    }
}
#[AllowDynamicProperties]
final class Holder
{
    public $first = null;
    public $changer = null;
    public $list = [];
    public $last = null;
}

function fresh(): string
{
    return str_repeat('x', random_int(20, 30)) . uniqid();
}

foreach ([Changer::class, MagicChanger::class] as $class) {
    $changes = [
        'empty the array' => static function () use (&$array): void {
            $array = [];
            $array[] = fresh();
        },
        'unset each element' => static function () use (&$array): void {
            foreach (array_keys($array) as $key) {
                unset($array[$key]);
            }
        },
        'grow the array' => static function () use (&$array): void {
            for ($i = 0; $i < 1000; $i++) {
                $array["grown $i"] = fresh();
            }
        },
        'array becomes a string' => static function () use (&$array): void {
            $array = fresh();
        },
        'unset the properties' => static function () use (&$holder): void {
            unset($holder->first, $holder->changer, $holder->list, $holder->last);
        },
        'reassign the properties' => static function () use (&$holder): void {
            $holder->first = $holder->changer = $holder->list = $holder->last = fresh();
        },
        'add dynamic properties' => static function () use (&$holder): void {
            for ($i = 0; $i < 1000; $i++) {
                $holder->{"dynamic$i"} = fresh();
            }
        },
        'turn properties into references' => static function () use (&$holder, &$array): void {
            $holder->last = &$array;
            $holder->list[] = &$holder->first;
        },
        'drop the holder' => static function () use (&$holder): void {
            $holder = null;
            gc_collect_cycles();
        },
        'collect cycles' => static function () use (&$holder): void {
            $cycle = new stdClass();
            $cycle->self = $cycle;
            $cycle = null;
            gc_collect_cycles();
        },
    ];
    foreach ($changes as $name => $change) {
        $class::$change = $change;
        $holder = new Holder();
        $holder->first = fresh();
        $holder->changer = new $class();
        $holder->list = [fresh(), new $class(), fresh()];
        $holder->last = ['k' => fresh()];
        $array = [fresh(), 'c' => new $class(), [fresh(), new $class()], 'h' => &$holder, fresh()];
        foreach ([[&$array], [$array, &$holder], $holder, ['deep' => [&$holder, &$array, 'end']]] as $value) {
            // What exactly is encoded is not defined, but it is a value, and it decodes.
            brine_unserialize(brine_serialize($value));
        }
        unset($value);
        echo "$class: $name\n";
    }
}
?>
--EXPECT--
Changer: empty the array
Changer: unset each element
Changer: grow the array
Changer: array becomes a string
Changer: unset the properties
Changer: reassign the properties
Changer: add dynamic properties
Changer: turn properties into references
Changer: drop the holder
Changer: collect cycles
MagicChanger: empty the array
MagicChanger: unset each element
MagicChanger: grow the array
MagicChanger: array becomes a string
MagicChanger: unset the properties
MagicChanger: reassign the properties
MagicChanger: add dynamic properties
MagicChanger: turn properties into references
MagicChanger: drop the holder
MagicChanger: collect cycles
