--TEST--
Encoding and decoding inside every kind of hook, autoloader, callback and destructor disturbs neither the inner nor the outer call
--EXTENSIONS--
brine
--INI--
unserialize_callback_func=on_missing_class
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

/** A value with strings, shapes, objects and references of its own, through both directions. */
function inner(string $where): void
{
    static $depth = 0;
    static $seen = [];
    if ($depth > 1) {
        return;
    }
    $depth++;
    $reference = "in $where";
    $value = [
        'where' => $where, 'list' => range(1, 30), 'rows' => [['a' => 1, 'b' => "$where!"], ['a' => 2, 'b' => "$where!"]],
        'one' => &$reference, 'two' => &$reference, 'object' => (object) ['where' => $where], 'floats' => array_fill(0, 9, 0.5),
        'hooked' => $depth === 1 ? new Magic('nested', "from $where") : null,
    ];
    $decoded = brine_unserialize(brine_serialize($value));
    if (print_r($decoded, true) !== print_r($value, true)) {
        echo "wrong inside $where\n";
    }
    // A failed call leaves no state either.
    $encode = static fn () => brine_serialize([1, 'x', static fn () => 1]);
    $decode = static fn () => brine_unserialize("\xC1\x10\xC4\x21ab\xFF");
    foreach ([$encode, $decode] as $failing) {
        try {
            $failing();
            echo "nothing is thrown inside $where\n";
        } catch (Brine\Exception) {
        }
    }
    $depth--;
    if (!isset($seen[$where])) {
        $seen[$where] = true;
        echo "$where\n";
    }
}

final class Magic
{
    public function __construct(public string $name = '', public mixed $value = null)
    {
    }

    public function __serialize(): array
    {
        inner('__serialize');

        return ['name' => $this->name, 'value' => $this->value];
    }

    public function __unserialize(array $data): void
    {
        inner('__unserialize');
        ['name' => $this->name, 'value' => $this->value] = $data;
    }
}
final class Sleeper
{
    public $list = ['a' => 1, 'b' => 2];

    public function __sleep(): array
    {
        inner('__sleep');

        return ['list'];
    }

    public function __wakeup(): void
    {
        inner('__wakeup');
    }
}
final class Old implements Serializable
{
    public function serialize(): string
    {
        inner('serialize');

        return brine_serialize(['old', new Magic('in old')]);
    }

    public function unserialize(string $data): void
    {
        inner('unserialize');
        if (brine_unserialize($data)[1]->name !== 'in old') {
            echo "wrong in the old form\n";
        }
    }
}
final class Destructed
{
    public function __destruct()
    {
        inner('__destruct');
    }
}
final class ForAutoload
{
    public $a = 1;
}
final class ForCallback
{
    public $b = 2;
}
final class Printed implements Stringable
{
    public function __toString(): string
    {
        inner('__toString');

        return 'stdClass';
    }
}

spl_autoload_register(static function (string $class): void {
    inner('autoloader');
    if ($class === 'ByAutoload!') {
        echo "not a class name\n";
    } elseif ($class === 'ByAutoload_') {
        eval('final class ByAutoload_ { public $a; }');
    }
});
function on_missing_class(string $class): void
{
    inner('callback');
    eval("final class $class { public \$b; }");
}

$value = [
    'first' => 'some text', new Magic('m', ['x' => ['a' => 1, 'b' => 'first']]), new Sleeper(), new Old(), new Destructed(),
    ['a' => 1, 'b' => 2], new ForAutoload(), new ForCallback(), 'some text', [['a' => 3, 'b' => 'some text']],
];
$payload = brine_serialize($value);
$expected = print_r($value, true);
$value = null;
$payload = str_replace(['ForAutoload', 'ForCallback'], ['ByAutoload_', 'ByCallback_'], $payload);
$expected = str_replace(['ForAutoload', 'ForCallback'], ['ByAutoload_', 'ByCallback_'], $expected);
$decoded = brine_unserialize($payload);
var_dump(print_r($decoded, true) === $expected);

// Destructors of what a failing call has built, and of values that decoding replaces.
try {
    brine_unserialize(brine_serialize([new Destructed(), 1]) . 'x');
} catch (Brine\DecodeException $exception) {
    echo $exception->getOffset() > 0 ? "failed\n" : '';
}
brine_unserialize(brine_serialize(new stdClass()), ['allowed_classes' => [new Printed()]]);
?>
--EXPECT--
__serialize
__unserialize
__sleep
serialize
__destruct
autoloader
callback
unserialize
__wakeup
bool(true)
failed
__toString
