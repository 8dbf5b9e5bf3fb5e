--TEST--
Rows that are arrays, lists and objects of every kind come back as they were, in lists and under keys
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

class Base
{
    private int $own = 0;
    protected ?string $half = null;

    public function __construct(public int $id)
    {
        $this->own = -$id;
        $this->half = $id % 3 === 0 ? null : "half $id";
    }
}
final class Child extends Base
{
    private int $own = 7;
    public array $list = [1, 2];
    public float $late;
}
final class Fixed
{
    public function __construct(public readonly int $id, private readonly string $name)
    {
    }
}
#[AllowDynamicProperties]
final class Open
{
    public $declared = 1;
}
final class Magic
{
    public function __construct(private int $id)
    {
    }

    public function __serialize(): array
    {
        return ['id' => $this->id, 'twice' => 2 * $this->id];
    }

    public function __unserialize(array $data): void
    {
        $this->id = $data['id'];
    }
}

/** @return list<mixed> */
function rows(Closure $row): array
{
    return array_map($row, range(0, 19));
}

$open = static function (int $i): Open {
    $object = new Open();
    $object->added = $i;

    return $object;
};
$late = static function (int $i): Child {
    $object = new Child($i);
    $object->late = $i / 2;

    return $object;
};
$kinds = [
    'maps' => rows(static fn (int $i): array => ['id' => $i, 'name' => "n$i", 'price' => $i / 100]),
    'integer keys' => rows(static fn (int $i): array => [5 => $i, -1 => "n$i", 'x' => null]),
    'lists' => rows(static fn (int $i): array => [$i, "n$i", $i % 2 === 0]),
    'stdClass' => rows(static fn (int $i): object => (object) ['id' => $i, 'name' => "n$i"]),
    'typed, private and protected' => rows(static fn (int $i): object => new Base($i)),
    'child, not initialised' => rows(static fn (int $i): object => new Child($i)),
    'child, initialised' => rows($late),
    'child, both' => rows(static fn (int $i): object => $i === 11 ? $late($i) : new Child($i)),
    'readonly' => rows(static fn (int $i): object => new Fixed($i, "n$i")),
    'dynamic properties' => rows($open),
    'own array form' => rows(static fn (int $i): object => new Magic($i)),
    'one column' => rows(static fn (int $i): array => ['only' => $i * $i]),
    'all alike' => rows(static fn (int $i): array => ['a' => 1, 'b' => 'two']),
    'rows in rows' => rows(static fn (int $i): array => ['id' => $i, 'lines' => rows(static fn (int $k): array => ['n' => $k, 'of' => $i])]),
];
foreach ($kinds as $name => $rows) {
    $before = serialize($rows);
    $keys = [
        'list' => $rows,
        'strings' => array_combine(array_map(static fn (int $i): string => "key $i", range(0, 19)), $rows),
        'from 1' => array_combine(range(1, 20), $rows),
        'backwards' => array_reverse($rows, true),
        'increasing' => array_combine(array_map(static fn (int $i): int => $i * $i * 1000, range(0, 19)), $rows),
        'both' => ['x' => $rows[0], '05' => $rows[1], '-5' => $rows[2]] + $rows,
    ];
    foreach ($keys as $kind => $table) {
        $decoded = round_trip($table);
        if (array_keys($decoded) !== array_keys($table) || is_array($rows[0]) && $decoded !== $table) {
            echo "$name, $kind: not the same\n";
        }
    }
    var_dump(serialize($rows) === $before);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
