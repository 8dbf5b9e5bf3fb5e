--TEST--
A hook that changes the list or its rows while these are encoded changes no memory that is still read, and the payload is a value
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Changer
{
    public static ?Closure $change = null;
    public static int $calls = 0;

    public function __serialize(): array
    {
        self::$calls++;
        (self::$change)();

        return ['kept' => 1];
    }

    public function __unserialize(array $data): void
    {
    }
}
#[AllowDynamicProperties]
final class Row
{
    public ?Row $next = null;
    public $cell = null;

    public function __construct(public ?int $id, public ?string $name)
    {
    }
}

function fresh(int $i): string
{
    return str_repeat('x', 20 + $i) . uniqid();
}

/** @return list<mixed> rows, of which some have a Changer in a cell */
function table(string $kind): array
{
    return array_map(static function (int $i) use ($kind): mixed {
        $cells = ['id' => $i, 'name' => fresh($i), 'cell' => $i % 5 === 2 ? new Changer() : [fresh($i)], 'price' => $i / 100];
        switch ($kind) {
            case 'arrays':
                return $cells;
            case 'lists':
                return array_values($cells);
            case 'stdClass':
                return (object) $cells;
            case 'objects':
                $row = new Row($i, $cells['name']);
                $row->cell = $cells['cell'];
                return $row;
        }
    }, range(0, 19));
}

$changes = [
    'empty the list' => static function () use (&$list): void {
        $list = [];
    },
    'list becomes a string' => static function () use (&$list): void {
        $list = fresh(3);
    },
    'unset every second row' => static function () use (&$list): void {
        for ($i = 0; $i < 20; $i += 2) {
            unset($list[$i]);
        }
    },
    'add rows' => static function () use (&$list): void {
        for ($i = 0; $i < 100; $i++) {
            $list[] = ['id' => $i, 'name' => fresh(1)];
        }
    },
    'change keys and cells' => static function () use (&$list): void {
        foreach ($list as &$row) {
            if (is_array($row)) {
                $row = ['name' => fresh(1), 'other' => fresh(2)];
            } else {
                $row->id = -7;
                $row->name = fresh(2);
            }
        }
    },
    'grow the rows' => static function () use (&$list): void {
        foreach ($list as &$row) {
            for ($i = 0; $i < 50; $i++) {
                if (is_array($row)) {
                    $row["more $i"] = fresh($i);
                } else {
                    $row->{"more$i"} = fresh($i);
                }
            }
        }
    },
    'empty the rows' => static function () use (&$list): void {
        foreach ($list as &$row) {
            if (is_array($row)) {
                $row = [];
            } else {
                foreach (array_keys(get_object_vars($row)) as $name) {
                    unset($row->$name);
                }
            }
        }
    },
    'turn cells into references' => static function () use (&$list): void {
        foreach ($list as $i => &$row) {
            if (is_array($row)) {
                foreach ($row as &$cell) {
                    $cell = &$list[0];
                }
                unset($cell);
            } else {
                $row->name = &$list[($i + 1) % 20]->name;
            }
        }
    },
    'drop the list and collect cycles' => static function () use (&$list): void {
        unset($list);
        $cycle = new stdClass();
        $cycle->self = $cycle;
        unset($cycle);
        gc_collect_cycles();
    },
];
foreach (['arrays', 'lists', 'stdClass', 'objects'] as $kind) {
    $once = 0;
    foreach ($changes as $name => $change) {
        foreach (['by value', 'by reference', 'inside', 'keyed'] as $place) {
            $list = table($kind);
            if ($place === 'keyed') {
                $list = array_combine(range(10, 29), $list);
            }
            $before = Changer::$calls;
            Changer::$change = static function () use ($change): void {
                // Values already changed may have another type.
                try {
                    $change();
                } catch (Error) {
                }
            };
            $payload = match ($place) {
                'by value', 'keyed' => brine_serialize($list),
                'by reference' => brine_serialize([&$list, &$list]),
                'inside' => brine_serialize(['x' => [$list, 1], 'y' => &$list]),
            };
            Changer::$change = static function (): void {
            };
            $decoded = brine_unserialize($payload);
            // What exactly is encoded is not defined, but it is a value; and a list that was given by value has all its rows.
            $once += (int) (($place !== 'by value' || count($decoded) === 20) && Changer::$calls > $before
                && serialize(brine_unserialize(brine_serialize($decoded))) === serialize($decoded));
        }
    }
    echo "$kind: $once\n";
}
?>
--EXPECT--
arrays: 36
lists: 36
stdClass: 36
objects: 36
