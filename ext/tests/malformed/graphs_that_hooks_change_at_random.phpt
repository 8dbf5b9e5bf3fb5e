--TEST--
Hooks, destructors and error handlers that change the graph at random while it is encoded or decoded: what is encoded decodes, and nothing breaks
--EXTENSIONS--
brine
--INI--
memory_limit=1G
--FILE--
<?php
declare(strict_types=1);

// Handlers are called all the same, but not inside of each other: what is said there would be shown.
error_reporting(0);

const GRAPHS = 150;

/** What hooks can reach: arrays by reference, and objects; and how often they may still do something. */
final class Reach
{
    public static array $arrays = [];
    public static array $objects = [];
    public static int $left = 0;
    public static int $changes = 0;

    public static function forget(): void
    {
        self::$left = 0;
        self::$arrays = self::$objects = [];
        gc_collect_cycles();
    }
}

function fresh(): mixed
{
    return match (mt_rand(0, 6)) {
        0 => mt_rand(),
        1 => str_repeat('x', mt_rand(0, 40)) . mt_rand(),
        2 => null,
        3 => ['a' => 1, 'b' => ['c' => 2]],
        4 => range(1, mt_rand(1, 20)),
        5 => new Magic(),
        6 => (object) ['p' => mt_rand()],
    };
}

function change_array(mixed &$array): void
{
    $key = is_array($array) && $array !== [] ? array_rand($array) : null;
    switch (mt_rand(0, 8)) {
        case 0:
            $array = [];
            break;
        case 1:
            $array = fresh();
            break;
        case 2:
            for ($i = 0; is_array($array) && $i < 300; $i++) {
                $array["grown $i"] = $i;
            }
            break;
        case 3:
            $array = Reach::$arrays[array_rand(Reach::$arrays)];
            break;
        case 4:
            if ($key !== null) {
                $element = &$array[$key];
                Reach::$arrays[] = &$element;
            }
            break;
        case 5:
            if ($key !== null) {
                $array[$key] = fresh();
            }
            break;
        case 6:
            if ($key !== null) {
                unset($array[$key]);
            }
            break;
        case 7:
            if ($key !== null) {
                $array = array_reverse($array, (bool) mt_rand(0, 1));
            }
            break;
        case 8:
            if ($key !== null && is_array($array[$key])) {
                $array[$key]['id'] = 'changed';
            }
    }
}

function change_object(object $object): void
{
    switch (mt_rand(0, 6)) {
        case 0:
            foreach (array_keys(get_object_vars($object)) as $name) {
                unset($object->$name);
            }
            break;
        case 1:
            for ($i = 0; $i < 100; $i++) {
                $object->{"dynamic$i"} = $i;
            }
            break;
        case 2:
            $object->a = fresh();
            break;
        case 3:
            $object->b = Reach::$objects[array_rand(Reach::$objects)];
            break;
        case 4:
            unset($object->a);
            break;
        case 5:
            $object->c = (array) $object;
            Reach::$arrays[] = &$object->c;
            break;
        case 6:
            unset(Reach::$objects[array_search($object, Reach::$objects, true)]);
    }
}

function change(): void
{
    if (Reach::$left-- <= 0) {
        return;
    }
    Reach::$changes++;
    for ($i = mt_rand(1, 3); $i > 0; $i--) {
        if (mt_rand(0, 1) === 1 && Reach::$arrays !== []) {
            change_array(Reach::$arrays[array_rand(Reach::$arrays)]);
        } elseif (Reach::$objects !== []) {
            change_object(Reach::$objects[array_rand(Reach::$objects)]);
        }
    }
    match (mt_rand(0, 20)) {
        0, 1, 2 => gc_collect_cycles(),
        3, 4 => Reach::$arrays === [] ? null : brine_serialize(Reach::$arrays[array_rand(Reach::$arrays)]),
        5 => throw new DomainException('by a hook'),
        default => null,
    };
}

#[AllowDynamicProperties]
class Plain
{
    public $a = null;
    public $b = null;
    public $list = [];

    public function remember(): void
    {
        Reach::$objects[] = $this;
        Reach::$arrays[] = &$this->list;
        change();
    }
}
final class Magic extends Plain
{
    public function __serialize(): array
    {
        change();

        return ['a' => $this->a ?? null, 'list' => $this->list ?? null, 'reference' => &$this->b];
    }

    public function __unserialize(array $data): void
    {
        Reach::$arrays[] = &$data['reference'];
        [$this->a, $this->list] = [$data['a'], $data['list']];
        $this->remember();
    }

    public function __destruct()
    {
        try {
            change();
        } catch (DomainException | Brine\EncodeException) {
        }
    }
}
final class Sleeper extends Plain
{
    private $own = 1;

    public function __sleep(): array
    {
        change();

        return mt_rand(0, 9) > 0 ? ['a', 'list', 'b'] : ['a', 'missing', 'a', 'list', 'own'];
    }

    public function __wakeup(): void
    {
        Reach::$arrays[] = &$this->a;
        $this->remember();
    }
}
final class Old extends Plain implements Serializable
{
    public function serialize(): ?string
    {
        change();

        return mt_rand(0, 9) > 0 ? serialize([1, 'text']) : null;
    }

    public function unserialize(string $data): void
    {
        $this->remember();
        unserialize($data);
    }
}
final class Row
{
    public int $id = 0;
    public ?string $name = null;
    public $value = null;
}
enum Suit
{
    case Hearts;
}

function filled(Plain $object, int $depth): Plain
{
    Reach::$objects[] = $object;
    $object->a = graph($depth + 1);
    $object->list = [graph($depth + 1)];
    if (mt_rand(0, 1) === 1) {
        $object->dynamic = graph($depth + 1);
    }

    return $object;
}

/** @return list<mixed> */
function several(int $count, int $depth): array
{
    return array_map(static fn (): mixed => graph($depth), array_fill(0, $count, null));
}

function row_array(int $i, int $depth): array
{
    return ['id' => $i, 'name' => mt_rand(0, 2) > 0 ? 'same' : "n$i", 'v' => mt_rand(0, 4) > 0 ? null : graph($depth), 'w' => graph($depth)];
}

function row_object(int $i, int $depth): Row
{
    $row = new Row();
    [$row->id, $row->name, $row->value] = [$i, 'n' . $i % 3, mt_rand(0, 3) > 0 ? $i * 1.5 : graph($depth)];
    Reach::$objects[] = $row;

    return $row;
}

function graph(int $depth): mixed
{
    switch (mt_rand(0, $depth > 4 ? 5 : 16)) {
        case 0:
            return mt_rand(0, 1000);
        case 1:
            return mt_rand(0, 100) / 3;
        case 2:
            return 's' . mt_rand(0, 20);
        case 3:
            return range(0, mt_rand(0, 30));
        case 4:
            return Suit::Hearts;
        case 5:
            return Reach::$objects === [] ? null : Reach::$objects[array_rand(Reach::$objects)];
        case 6:
            return several(mt_rand(1, 6), $depth + 1);
        case 7:
            return array_combine(['k1', 'k2', mt_rand(5, 9)], several(3, $depth + 1));
        case 8:
            return filled(new Plain(), $depth);
        case 9:
            return filled(new Magic(), $depth);
        case 10:
            return filled(new Sleeper(), $depth);
        case 11:
            return filled(new Old(), $depth + 1);
        case 12:
            return (object) ['p' => graph($depth + 1), 'q' => graph($depth + 1)];
        case 13:
            return array_map(static fn (int $i): array => row_array($i, $depth + 2), range(0, mt_rand(8, 20)));
        case 14:
            return array_map(static fn (int $i): Row => row_object($i, $depth + 3), range(0, mt_rand(8, 20)));
        case 15:
            $reference = graph($depth + 1);
            Reach::$arrays[] = &$reference;

            return [&$reference, graph($depth + 1), &$reference];
        case 16:
            $shared = several(2, $depth + 1);

            return [$shared, 'k' => $shared, graph($depth + 1), $shared];
    }
}

set_error_handler(static function (): bool {
    change();

    return true;
});
$encoded = $decoded = 0;
for ($seed = 0; $seed < GRAPHS; $seed++) {
    mt_srand($seed);
    $value = [graph(0), graph(0), 'x' => graph(1)];
    foreach ($value as &$element) {
        Reach::$arrays[] = &$element;
    }
    unset($element);
    // As it is, and while hooks change it. What comes out then is some value, and whole.
    $payload = brine_serialize($value);
    try {
        Reach::$left = 25;
        $changed = brine_serialize($value);
        Reach::$left = 0;
        $encoded++;
        brine_unserialize($changed);
    } catch (DomainException | Brine\EncodeException) {
    }
    unset($value);
    Reach::forget();
    try {
        Reach::$left = 25;
        $value = brine_unserialize($payload);
        Reach::$left = 0;
        $decoded++;
        brine_serialize($value);
    } catch (DomainException | Brine\EncodeException) {
    }
    unset($value);
    Reach::forget();
}
var_dump($encoded > GRAPHS / 4, $decoded > GRAPHS / 4, Reach::$changes > GRAPHS);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
