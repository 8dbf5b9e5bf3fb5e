--TEST--
A hook drops the only place that holds what is being encoded around it: that is encoded to its end, as it was
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

final class Dropping
{
    public static ?Closure $drop = null;

    public function __serialize(): array
    {
        if (self::$drop) {
            (self::$drop)();
            // Reuses freed memory.
            $taken = array_map(static fn (int $i): string => str_repeat(chr(65 + $i % 26), 10 + $i), range(0, 100));
            gc_collect_cycles();
        }

        return ['dropped'];
    }

    public function __unserialize(array $data): void
    {
    }
}
#[AllowDynamicProperties]
final class Declared
{
    public $first = null;
    public $dropping = null;
    public $last = null;
}
final class Sleeping
{
    public $first = null;
    public $dropping = null;
    public $last = null;

    public function __sleep(): array
    {
        return ['first', 'dropping', 'last'];
    }
}
final class Holder
{
    public $held = null;
    public string $after = 'after';
}

function text(string $text): string
{
    return str_repeat("$text ", 5);
}

function filled(object $object): object
{
    [$object->first, $object->dropping, $object->last] = [text('first'), new Dropping(), [text('last'), 'k' => text('key')]];

    return $object;
}

$dynamic = filled(new Declared());
$dynamic->added = text('added');
$makers = [
    'declared properties' => static fn (): object => filled(new Declared()),
    'dynamic properties' => static fn (): object => filled(new stdClass()),
    'both' => static fn (): object => clone $dynamic,
    '__sleep()' => static fn (): object => filled(new Sleeping()),
    'class of PHP' => static fn (): object => new ArrayObject([text('first'), new Dropping(), text('last')]),
    'list' => static fn (): array => [text('first'), new Dropping(), text('last')],
    'map' => static fn (): array => [text('key') => text('first'), 'd' => new Dropping(), text('other') => text('last')],
    'rows' => static fn (): array => array_map(
        static fn (int $i): array => ['id' => $i, 'd' => $i === 3 ? new Dropping() : text("d$i"), 'text' => text("row $i")],
        range(0, 9),
    ),
    'nested' => static fn (): array => [[[text('deep'), [new Dropping()], text('in')], text('out')]],
    'reference' => static function (): array {
        $reference = [text('first'), new Dropping(), text('last')];

        return [&$reference, &$reference, text('end')];
    },
];
foreach ($makers as $name => $make) {
    foreach (['by a slot', 'by a reference'] as $way) {
        $holder = new Holder();
        $holder->held = $make();
        $expected = print_r(unserialize(serialize($holder)), true);
        if ($way === 'by a reference') {
            $alias = &$holder->held;
        }
        Dropping::$drop = static function () use ($holder): void {
            $holder->held = null;
        };
        $payload = brine_serialize([$holder, 'end']);
        Dropping::$drop = null;
        $decoded = brine_unserialize($payload);
        echo "$name, $way: ", print_r($decoded[0], true) === $expected && $decoded[1] === 'end' ? 'whole' : 'changed', "\n";
        unset($alias);
    }
}
?>
--EXPECT--
declared properties, by a slot: whole
declared properties, by a reference: whole
dynamic properties, by a slot: whole
dynamic properties, by a reference: whole
both, by a slot: whole
both, by a reference: whole
__sleep(), by a slot: whole
__sleep(), by a reference: whole
class of PHP, by a slot: whole
class of PHP, by a reference: whole
list, by a slot: whole
list, by a reference: whole
map, by a slot: whole
map, by a reference: whole
rows, by a slot: whole
rows, by a reference: whole
nested, by a slot: whole
nested, by a reference: whole
reference, by a slot: whole
reference, by a reference: whole
