--TEST--
__serialize() may return the property table of an object, whose elements point to slots: their values are written, and unset slots are no elements
--SKIPIF--
<?php if (!class_exists(Random\Randomizer::class)) die('skip Random\Randomizer is of PHP 8.2'); ?>
--FILE--
<?php
use Random\Randomizer;

class Engine implements Random\Engine
{
    public array $list = [1, 2];

    public function __construct(public int $number)
    {
    }

    public function generate(): string
    {
        return '12345678';
    }
}

class State
{
    public function __construct(public array $state)
    {
    }

    public function __serialize(): array
    {
        return $this->state;
    }

    public function __unserialize(array $state): void
    {
        $this->state = $state;
    }
}

class Early
{
    public static Randomizer $randomizer;

    public function __unserialize(array $data): void
    {
        self::$randomizer = $data[0];
    }
}

// Before PHP 8.3, these are tables of properties.
function table(Randomizer $randomizer): array
{
    return $randomizer->__serialize()[0];
}

try {
    unserialize('O:17:"Random\Randomizer":2:{i:0;N;i:1;O:5:"Early":1:{i:0;r:1;}}');
} catch (Exception) {
    // The randomizer has no engine.
}

$randomizers = array_map(fn (int $number): Randomizer => new Randomizer(new Engine($number)), range(0, 11));
$tables = array_map(table(...), $randomizers);
$plain = array_map(fn (Randomizer $randomizer): array => ['engine' => $randomizer->engine], $randomizers);
$unset = table(Early::$randomizer);
$behind = $tables[2];
$behindPlain = $plain[2];
$behindUnset = $unset;
$empty = [];
$around = fn (array $tables, array $unset, array &$behind, array &$behindUnset): array => [
    'the table' => $tables[0],
    'the table without elements' => $unset,
    'in a list' => [$tables[0]],
    'twice' => [$tables[0], $tables[0], [$tables[0]]],
    'without elements, twice' => [$unset, ['a' => $unset, 'b' => [$unset, $tables[1]]]],
    'as rows' => $tables,
    'as rows, keyed' => array_combine(range('a', 'l'), $tables),
    'as rows, some without elements' => [...$tables, $unset, 'x' => $unset],
    'as rows, the first without elements' => [$unset, ...$tables],
    'rows without elements' => array_fill(0, 12, $unset),
    'in rows that are maps' => array_map(fn (array $table): array => ['id' => 5, 'table' => $table, 'unset' => $unset], $tables),
    'in rows that are lists' => array_map(fn (array $table): array => [5, $table], $tables),
    'in equal rows' => array_fill(0, 20, ['id' => 5, 'table' => $tables[0]]),
    'the object before' => [$randomizers[3]->engine, $tables[3]],
    'the object after' => [$tables[3], $randomizers[3]->engine],
    'tables again, and objects' => [$tables, $tables, $randomizers[5]->engine],
    'behind references' => [&$behind, &$behind, $tables[2]],
    'without elements, behind references' => [&$behindUnset, &$behindUnset, $unset],
];
$packed = fn (array $value): string => brine_msgpack_pack($value, 0, fn (Engine $engine): string => "engine $engine->number");
$writers = ['brine_serialize' => brine_serialize(...), 'brine_igbinary_serialize' => brine_igbinary_serialize(...)];
$expected = $around($plain, $empty, $behindPlain, $empty);
$count = 0;
foreach ($around($tables, $unset, $behind, $behindUnset) as $name => $state) {
    foreach ($writers as $writer => $write) {
        $bytes = $write(new State($state));
        if ($bytes !== $write(new State($expected[$name]))) {
            echo "$name: other bytes of $writer()\n";
        }
        $count++;
        if ($write($state) !== $write($expected[$name])) {
            echo "$name: other bytes of $writer() without an object\n";
        }
    }
    if ($packed($state) !== $packed($expected[$name])) {
        echo "$name: other bytes of brine_msgpack_pack()\n";
    }
}
echo "$count values\n";
foreach ($writers as $writer => $write) {
    $read = $writer === 'brine_serialize' ? brine_unserialize(...) : brine_igbinary_unserialize(...);
    echo json_encode($read($write(new State(['state' => $tables[4], 'none' => $unset])))), "\n";
}
echo bin2hex(brine_msgpack_pack($unset)), ' ', bin2hex($packed($tables[4])), "\n";
?>
--EXPECT--
36 values
{"state":{"state":{"engine":{"list":[1,2],"number":4}},"none":[]}}
{"state":{"state":{"engine":{"list":[1,2],"number":4}},"none":[]}}
90 81a6656e67696e65656e67696e652034
