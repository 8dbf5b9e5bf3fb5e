<?php

declare(strict_types=1);

namespace Brine\Tests\Codec;

use Brine\EncodeException;
use Brine\Format\Encoder;

/** Strings that look alike to a writer, or are packed, or stand at a limit of a form. */
function checkStrings(Comparison $comparison): void
{
    $alike = static fn (int $size, int $i): string => \substr_replace(\str_repeat('-abcdefg', 50), (string) $i, 10, 1);
    foreach ([20, 40, 256, 257, 300] as $size) {
        $strings = [];
        for ($i = 0; $i < 7; ++$i) {
            $strings[] = \substr($alike($size, $i), 0, $size);
        }
        $comparison->check("alike strings of $size bytes", [...$strings, ...$strings, ...\array_reverse($strings)]);
        $comparison->check("alike keys of $size bytes", [\array_flip($strings), $strings, \array_flip(\array_reverse($strings))]);
    }
    foreach ([1, 2, 63, 64, 65, 191, 192, 255, 256, 257, 8383, 8384, 100_000, 991_424] as $size) {
        $string = \str_repeat('s', $size);
        $comparison->check("string of $size bytes", [$string, $string, "x$string", "x$string"]);
    }
    foreach (['0123456789', '-:. T+', '0123456789abcdef', '123e4567-e89b-12d3-a456-426614174000', '123E4567-e89b-12d3-a456-426614174000',
        '2024-02-29T12:00:00.000+00:00', 'deadbeef', 'deadbeeg', '12345678', '1234567', '00000000-0000-0000-0000-000000000000',
        \str_repeat('7', 127), \str_repeat('7', 128), \str_repeat('7', 129), \str_repeat('f', 127), \str_repeat('f', 128), \str_repeat('f', 129),
        "deadbeef\n", "123e4567-e89b-12d3-a456-426614174000\n"] as $string) {
        $comparison->check("packed $string", [$string, 'x' => $string, "key $string" => 0, 'again' => [$string => $string]]);
    }
    $many = \array_map(static fn (int $i): string => "s$i", \range(0, 40_000));
    $comparison->check('many strings', [...$many, 's1', 's39999', ...\array_slice($many, 0, 10), 'other']);
    $comparison->check('many strings, some again', [...$many, ...$many, ...$many, 'new', 'new']);
    $comparison->check('many arrays', [...\array_map(static fn (int $i): array => [$i, "$i"], \range(0, 20_000)), [19_999, '19999'], [5, '5']]);
}

/** Cases that random values rarely reach: the thresholds of rules in docs/reference/writer.md. */
function checkBoundaries(Comparison $comparison): void
{
    foreach ([60, 100, 200] as $count) {
        for ($others = 1; $others < 10; ++$others) {
            foreach (['s', 'same', 7, [1]] as $sample) {
                $cells = \array_fill(0, $count, $sample);
                for ($i = 1; $i <= $others; ++$i) {
                    $cells[$i] = "other $i";
                }
                $rows = \array_map(static fn (mixed $cell, int $i): array => ['cell' => $cell, 'id' => $i], $cells, \array_keys($cells));
                $comparison->check("$others others among $count", [$cells, $rows]);
            }
        }
    }
    for ($levels = 30; $levels < 36; ++$levels) {
        $cell = 5;
        for ($i = 0; $i < $levels; ++$i) {
            $cell = [$cell];
        }
        $comparison->check("$levels levels in objects", \array_map(static fn (int $i): object => (object) ['id' => $i, 'x' => $cell, 'y' => [$i]], \range(1, 20)));
    }
    checkKeysOfShapes($comparison);
    checkRepeatedRows($comparison);
    checkLargeTables($comparison);
    foreach ([31, 32, 33, 765, 766, 767, 768, 769, 770] as $size) {
        // 16 · (rows + 16) · (columns + 1) is 768 for 8 rows of one column, only one with elements.
        foreach ([1, 2] as $columns) {
            $objects = [];
            for ($i = 0; $i < 8; ++$i) {
                $objects[] = (object) \array_slice(['x' => $i === 3 ? \range(1, $size) : [], 'y' => 1.5], 0, $columns);
            }
            $comparison->check("$size elements in objects", $objects);
        }
    }
}

/** Shapes whose keys are alike when they are joined, or long. */
function checkKeysOfShapes(Comparison $comparison): void
{
    $long = [\str_repeat('x', 256), \str_repeat('x', 257), \str_repeat('y', 257)];
    $keys = [['a', 'b', 'c'], ["a\0b", 'c'], ['a', "b\0c"], ["a\0b\0c"], [1, 'c'], ['#0', 'a'], [$long[1], 'a'], ['a', $long[1]], [$long[2], 'a'], [$long[0], 'a']];
    $maps = \array_map(static fn (array $list): array => \array_fill_keys($list, 1), [...$keys, ...\array_reverse($keys)]);
    $comparison->check('maps of keys alike', $maps);
    $comparison->check('objects of names alike', \array_map(static fn (array $map): object => (object) $map, $maps));
    $comparison->check('both', [$maps, \array_map(static fn (array $map): object => (object) $map, $maps), \array_reverse($maps)]);
}

/** Rows of which about a quarter repeat others, with all kinds of cells; and lookalikes. */
function checkRepeatedRows(Comparison $comparison): void
{
    $deep = static function (int $levels, mixed $inner): mixed {
        for ($i = 0; $i < $levels; ++$i) {
            $inner = [$inner];
        }

        return $inner;
    };
    $long = static fn (int $i, int $at): string => \substr_replace(\str_repeat('long text ', 40), (string) ($i % 10), $at, 1);
    $cells = [
        'integers' => static fn (int $i): int => $i,
        'texts' => static fn (int $i): string => "text $i",
        'ends alike' => static fn (int $i): string => $long($i, 100),
        'ends differ' => static fn (int $i): string => $long($i, 399),
        'doubles' => static fn (int $i): float => $i / 3,
        'zeros' => static fn (int $i): float => $i % 2 === 0 ? 0.0 : -0.0,
        'small lists' => static fn (int $i): array => [$i, "in $i"],
        'long lists' => static fn (int $i): array => \range($i, $i + 9),
        'maps' => static fn (int $i): array => ["key $i" => $i, 'empty' => []],
        '7 levels' => static fn (int $i): array => $deep(7, $i),
        '8 levels' => static fn (int $i): array => $deep(8, $i),
        '1,024 elements' => static fn (int $i): array => [$i, \array_fill(0, 1022, 'again')],
        '1,025 elements' => static fn (int $i): array => [$i, \array_fill(0, 1023, 'again')],
        'objects' => static fn (int $i): array => [new \ArrayObject([$i])],
        'one object' => static fn (int $i): array => [Kept::one()],
    ];
    foreach ($cells as $name => $cell) {
        foreach ([8, 13, 31, 32, 33, 80] as $count) {
            foreach ([$count >> 2, ($count >> 1) - 1, $count >> 1, ($count >> 1) + 1, $count - 3] as $repeated) {
                $build = static function (int $i) use ($count, $repeated, $cell): array {
                    $i = $i < $repeated ? $count - 1 - $i % 3 : $i;

                    return ['cell' => $cell($i), 'tag' => "same $i", 'kept' => true];
                };
                $rows = \array_map($build, \range(0, $count - 1));
                $what = "$repeated of $count rows repeat $name";
                $comparison->check($what, $rows);
                $comparison->check("$what, by name", ['rows' => \array_combine(\array_map(static fn (int $i): string => "row $i", \array_keys($rows)), $rows)]);
                $comparison->check("$what, one column", [\array_map(static fn (array $row): array => \array_slice($row, 0, 1), $rows), $rows[0]]);
                $comparison->check("$what, not all rows", [null, ...$rows, 5, 'end']);
                $comparison->check("$what, one array", \array_map(static fn (int $i): array => $rows[$i < $repeated ? $count - 1 : $i], \range(0, $count - 1)));
            }
        }
    }
    foreach ([0, 2, 5] as $held) {
        $rows = \array_map(static fn (int $i): array => ['id' => \intdiv($i, 100) + 60_017, 'name' => null, 'kept' => true], \range(0, 11));
        $reference = &$rows[$held]['id'];
        unset($reference);
        $comparison->check("12 equal rows, a lone reference in row $held", $rows);
    }
    foreach ([32 => 40_000, 33 => 40_000, 1200 => 1200] as $columns => $count) {
        $wide = [(object) \array_map(static fn (int $i): bool => $i % 2 === 0, \range(1, $columns)), (object) \array_fill(0, $columns, null)];
        $comparison->check("an object of $columns properties in $count places", \array_fill(0, $count, $wide[0]));
        $other = Kept::one();
        $comparison->check("an object of $columns properties in $count places, between others", [$other, [$other, ...\array_fill(0, $count, $wide[0]), $other]]);
        $comparison->check("two objects of $columns properties in $count places", \array_map(static fn (int $i): object => $wide[$i % 2], \range(1, $count)));
    }
    $narrow = (object) ['one' => 1];
    $comparison->check('a wide object among narrow ones', \array_map(static fn (int $i): object => $i % 4 === 3 ? $wide[0] : $narrow, \range(1, 4000)));
    $wide = static fn (int $i): object => (object) \array_map(static fn (int $column): bool => ($i + $column) % 2 === 0, \range(1, 40));
    $met = \array_map($wide, \range(1, 16));
    $comparison->check('lists of wide objects that were met, before a table', [$met, ...\array_fill(0, 2000, [...$met, 0]), [$met[0], ...\array_map($wide, \range(1, 15))]]);
}

/** Tables that are looked at and written block by block: rows from 4,096 on, 256 in a block. */
function checkLargeTables(Comparison $comparison): void
{
    $cells = static fn (int $i): array => [
        'id' => $i, 'name' => "name $i", 'price' => $i % 997 / 100, 'parent' => $i % 5 === 0 ? null : $i, 'state' => ['a', 'new', 'paid'][$i % 3],
        'other' => $i % 50 === 0 ? "other $i" : 7, 'on' => $i % 3 === 0,
    ];
    $forms = [
        'maps' => $cells,
        'lists' => static fn (int $i): array => \array_values($cells($i)),
        'objects' => static fn (int $i): object => (object) $cells($i),
        'numbers' => static fn (int $i): array => ['id' => 3 * $i, 'square' => $i * $i],
        'equal integers at first' => static fn (int $i): array => ['id' => \min($i, 4000), 'name' => "name $i"],
        'gaps' => static fn (int $i): array => ['id' => $i + \intdiv($i, 1000), 'name' => "name $i"],
        'arrays in cells' => static fn (int $i): object => (object) ['id' => $i, 'tags' => ["tag $i", 'same']],
        'enums in cells' => static fn (int $i): object => (object) ['id' => $i, 'case' => \Brine\Tests\Differential\Suit::cases()[$i % 2], 'name' => "name $i"],
        'a few strings' => static fn (int $i): array => ['id' => $i, 'name' => 'name ' . $i % 20],
    ];
    foreach ($forms as $name => $element) {
        foreach ([4095, 4096, 4097, 4352] as $count) {
            $rows = \array_map($element, \range(0, $count - 1));
            $comparison->check("$count $name", $rows);
            $comparison->check("$count $name, with others", [...\array_slice($rows, 0, 300), null, 5, ...\array_slice($rows, 300)]);
            $comparison->check("$count $name, by key", \array_combine(\array_map(static fn (int $i): string => "key $i", \array_keys($rows)), $rows));
        }
        $comparison->check("$name in an array, twice", [$rows, 'between' => 1, 'copy' => \array_map($element, \range(0, $count - 1))]);
        $comparison->check("$name, and the same again", [...$rows, ...\array_reverse($rows)]);
        $reference = &$rows[4100];
        unset($reference);
        $comparison->check("$name, a lone reference", $rows);
        $reference = &$rows[17];
        $comparison->check("$name, a reference", $rows);
        unset($reference);
    }
    // The first element has another form than most.
    $rows = \array_map($cells, \range(0, 4999));
    $comparison->check('another form first', [['id' => 1], ...$rows]);
    $comparison->check('another form for so long that blocks of it were looked at', [...\array_fill(0, 600, ['id' => 1]), ...$rows]);
}

/** An object that several values hold. */
final class Kept
{
    private static ?\stdClass $object = null;

    public static function one(): \stdClass
    {
        return self::$object ??= (object) ['kept' => true];
    }
}

final class RefusesText implements \Serializable
{
    public function __construct(private mixed $result)
    {
    }

    public function serialize()
    {
        return $this->result;
    }

    public function unserialize(string $data)
    {
    }

    public function __unserialize(array $data): void
    {
    }
}

final class ReturnsAnything
{
    public function __construct(private mixed $result)
    {
    }

    public function __serialize()
    {
        return $this->result;
    }
}

class SleepsParent
{
    private $hidden = 'of the parent';
    protected $half = 'protected';
}

#[\AllowDynamicProperties]
final class Sleeps extends SleepsParent
{
    public $open = 1;
    public int $typed;
    public $gone = 2;
    private $own = 3;

    public function __construct(private mixed $names)
    {
        unset($this->gone);
        $this->{'7'} = 'seven';
    }

    public function __sleep()
    {
        return $this->names;
    }
}

final class Throws
{
    public function __serialize(): array
    {
        throw new \DomainException('from the hook');
    }
}

final class NamesItself
{
    public function __toString(): string
    {
        return 'open';
    }
}

/** @return array<string, mixed> values that are refused, and others that cause warnings */
function oddValues(): array
{
    $closure = static fn (): int => 1;
    $nested = static function (int $levels, mixed $value, \Closure $around): mixed {
        for ($i = 0; $i < $levels; ++$i) {
            $value = $around($value);
        }

        return $value;
    };
    $list = static fn (mixed $value): array => [$value];
    $object = static fn (mixed $value): object => (object) ['p' => $value];
    $rows = static fn (mixed $value): array => \array_map(static fn (int $i): array => ['i' => $i, 'v' => $value], \range(1, 9));

    return [
        'closure' => $closure,
        'path' => ['a' => [3 => (object) ['prop' => [-5 => ['' => [\PHP_INT_MAX => $closure]]]]]],
        'odd path' => ["it's" => ["a\0b" => ['back\slash' => (object) ["line\nbreak" => $closure]]]],
        'path of bytes' => ["\xFFx\xC3" => ["\xE2\x82" => ["\xE2\x82\xAC\x7F" => (object) ["\xED\xA0\x80\xF0\x9F\x98\x80\xF4\x90\x80\x80" => $closure]]]],
        'long path' => $nested(30, $nested(30, $closure, $object), static fn (mixed $value): array => [1, 'key' => $value]),
        'path of long names' => [\str_repeat('é', 50) => [\str_repeat('é', 51) => (object) [\str_repeat("\n", 26) => $closure]]],
        'path of one long name' => [\str_repeat("\x80", 26) => $nested(40, $closure, $list)],
        'anonymous' => [new class () {
            public $a = 1;
        }],
        'anonymous child' => [new class () extends \ArrayObject {
        }],
        'generator' => (static fn () => yield 1)(),
        'reflection' => [new \ReflectionClass(\stdClass::class)],
        'file' => new \SplFileInfo(__FILE__),
        'in rows' => $rows($closure),
        'in one row' => [...$rows(1), ['i' => 1, 'v' => $closure]],
        'in keyed rows' => \array_combine(\range('a', 'i'), \array_map($object, $rows([$closure]))),
        'deepest' => $nested(4095, [], $list),
        'deepest object' => $nested(4096, 1, $object),
        'too deep' => $nested(4097, 1, $list),
        'too deep object' => $nested(5000, 1, $object),
        'far too deep' => $nested(100_000, 1, $list),
        'rows at the limit' => $nested(4095, $rows(1), $list),
        'rows of arrays at the limit' => $nested(4094, $rows([1]), $list),
        'rows of arrays beyond it' => $nested(4094, $rows([[1]]), $list),
        'table beyond the limit' => $nested(4096, $rows(1), $list),
        'no array' => new ReturnsAnything(5),
        'null for an array' => [new ReturnsAnything(null)],
        'any array' => new ReturnsAnything([1, 'a' => [2]]),
        'text' => [new RefusesText('some text'), new RefusesText('')],
        'no text' => [$none = new RefusesText(null), $none, 5],
        'number for text' => [1, new RefusesText(5)],
        'throws' => [[new Throws()]],
        'sleeps' => new Sleeps(['open', 'own', 'half', "\0*\0half", "\0Brine\\Tests\\Codec\\SleepsParent\0hidden", 'typed', '7']),
        'sleeps twice' => new Sleeps(['open', 'open', 'half', "\0*\0half"]),
        'sleeps on nothing' => [new Sleeps([]), new Sleeps(['hidden', 'gone', 'never', 'open'])],
        'sleeps on odd names' => new Sleeps([7, new NamesItself(), 1.5, null]),
        'does not sleep' => [$awake = new Sleeps('open'), $awake, new Sleeps(null)],
        'resource' => [\STDIN, [\STDIN, \STDIN]],
        'resources' => \array_fill(0, 9, \STDIN),
        'resource in rows' => $rows(\STDIN),
    ];
}

/** PHP references, and what of them the encoder in PHP cannot see. */
function checkReferences(Comparison $comparison): void
{
    $own = static function (): array {
        $array = ['x' => 1];
        $array['self'] = &$array;

        return $array;
    };
    $inner = static function (): array {
        $array = ['x' => 1];
        $array['inner']['self'] = &$array;

        return $array;
    };
    $object = static function (): array {
        $object = new \stdClass();
        $array = [$object, 1];
        $object->list = &$array;

        return $array;
    };
    $comparison->check('element of itself', $own());
    $array = ['x' => 1];
    $array['inner']['self'] = &$array;
    $comparison->check('element of an element, held', $array);
    $comparison->check('element of an element, twice', [&$array, &$array['inner']]);
    unset($array);
    $outside = 5;
    $comparison->check('held outside', [&$outside, [&$outside], [$outside]]);
    $rows = \array_map(static fn (int $i): array => ['a' => $i, 'b' => "x$i"], \range(1, 20));
    foreach ($rows as &$row) {
        foreach ($row as &$cell) {
            // References with only one holder left.
        }
    }
    $comparison->check('left by loops', $rows);
    $comparison->check('left by loops, apart', [$rows, $row, $cell]);
    unset($row, $cell);
    $comparison->check('left by loops and not held', $rows);

    $refused = null;
    try {
        Encoder::encode($inner());
    } catch (EncodeException $exception) {
        $refused = $exception->getMessage();
    }
    $path = '$value' . \str_repeat("['inner']['self']", 6) . "['inner'][…]['self']" . \str_repeat("['inner']['self']", 4);
    $comparison->expect('element of an element', "the value is nested deeper than 4096 levels at $path", $refused);
    $value = \brine_unserialize(Encoder::encode($object()));
    $comparison->expect('array of an object in it', [true, 1], [$value[0] === $value[0]->list[0], $value[0]->list[1]]);
}

function checkErrors(Comparison $comparison): void
{
    foreach (oddValues() as $name => $value) {
        $comparison->check($name, $value);
    }
}

final class State
{
    /** @param array<mixed> $state */
    public function __construct(private readonly array $state)
    {
    }

    public function __serialize(): array
    {
        return $this->state;
    }
}

/** What Random\Randomizer::__serialize() returns, in what a user's __serialize() returns: before PHP 8.3, it is a property table. */
function checkPropertyTables(Comparison $comparison): void
{
    $randomizers = \array_map(static fn (int $seed): object => new \Random\Randomizer(new \Random\Engine\Mt19937($seed)), \range(1, 12));
    $tables = \array_map(static fn (object $randomizer): array => $randomizer->__serialize()[0], $randomizers);
    $behind = $tables[1];
    $states = [
        'the table' => $tables[0],
        'again' => [$tables[0], $tables[0], $randomizers[0]->engine, $randomizers[0]],
        'rows' => $tables,
        'in rows' => \array_map(static fn (array $table): array => ['id' => 5, 'table' => $table], $tables),
        'in lists' => \array_map(static fn (array $table): array => [5, [$table]], $tables),
        'behind references' => [&$behind, [&$behind], $tables[1]],
    ];
    foreach ($states as $name => $state) {
        $custom = new State($state);
        $comparison->check("property tables: $name", [$custom, $custom]);
    }
}

/** Objects of the classes of PHP and its extensions, and of classes that extend them. */
function checkClasses(Comparison $comparison): void
{
    foreach (\get_declared_classes() as $class) {
        $reflection = new \ReflectionClass($class);
        if (!$reflection->isInternal() || $reflection->isAbstract() || $reflection->isEnum()) {
            continue;
        }
        $classes = [$class];
        if (!$reflection->isFinal()) {
            $child = 'Child' . \str_replace('\\', '', $class);
            eval("#[\\AllowDynamicProperties] class $child extends \\$class { public \$own = 1; private \$hidden = 2; }");
            $classes[] = __NAMESPACE__ . "\\$child";
        }
        foreach ($classes as $name) {
            $objects = \array_map(static fn (): ?object => made($name), \range(1, 9));
            // Not by their truth, which some cannot tell.
            $objects = \array_filter($objects, static fn (?object $object): bool => $object !== null);
            $comparison->check("objects of $name", $objects);
            foreach ($objects as $i => $object) {
                try {
                    $object->added = $i;
                } catch (\Throwable) {
                    // Some have none but their own.
                }
            }
            $comparison->check("objects of $name with a dynamic property", $objects);
        }
    }
    $comparison->check('names of all kinds in what PHP returns', new \ArrayObject(['' => 1, ' ' => 2, '  x' => 3]));
    $comparison->check('an engine in what PHP returns', new \Random\Randomizer(new \Random\Engine\Mt19937(1)));
    checkPropertyTables($comparison);
}

final class Lazy
{
    public ?int $set;

    public function __construct(public int $id = 7, private string $hidden = 'hidden')
    {
        $this->set = $id;
    }
}

/** Lazy objects, alone and where rows are expected, initialised by either encoder or before. */
function checkLazy(Comparison $comparison): void
{
    $class = new \ReflectionClass(Lazy::class);
    if (!\method_exists($class, 'newLazyGhost')) {
        return;
    }
    $ghost = static fn (): object => $class->newLazyGhost(static fn (Lazy $object) => $object->__construct());
    $proxy = static fn (): object => $class->newLazyProxy(static fn (): Lazy => new Lazy());
    foreach (['ghost' => $ghost, 'proxy' => $proxy] as $name => $make) {
        foreach ([1, 12] as $count) {
            $objects = static fn (): array => \array_map($make, \range(1, $count));
            // Not the same objects, which the first encoder initialises.
            $comparison->expect("$count of lazy $name", \brine_serialize($objects()), Encoder::encode($objects()));
            $initialised = $objects();
            \array_map(static fn (Lazy $object): int => $object->id, $initialised);
            $comparison->check("$count of initialised $name", $initialised);
            $comparison->check("$count of both with $name", [...$initialised, ...\array_map(static fn (int $i): Lazy => new Lazy($i), \range(1, 30))]);
        }
    }
}

/** An object as it comes, initialised if that needs no arguments; null where there can be none. */
function made(string $class): ?object
{
    try {
        return new $class();
    } catch (\Throwable) {
        try {
            return (new \ReflectionClass($class))->newInstanceWithoutConstructor();
        } catch (\Throwable) {
            return null;
        }
    }
}
