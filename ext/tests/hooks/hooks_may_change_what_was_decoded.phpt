--TEST--
Hooks that unset, reassign or grow the decoded graph do so to a whole graph, and later hooks still run
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

#[AllowDynamicProperties]
final class Woken
{
    public static ?Closure $change = null;
    public $a = null;
    public $b = null;
    public string $name = '';

    public function __wakeup(): void
    {
        (self::$change)($this);
    }
}
#[AllowDynamicProperties]
final class Magic
{
    public static ?Closure $change = null;
    public $a = null;
    public $b = null;
    public string $name = '';

    public function __serialize(): array
    {
        return ['a' => &$this->a, 'b' => &$this->b, 'name' => $this->name];
    }

    public function __unserialize(array $data): void
    {
        $this->a = &$data['a'];
        $this->b = &$data['b'];
        $this->name = $data['name'];
        unset($data['a'], $data['name']);
        (self::$change)($this);
    }
}

function fresh(): string
{
    return str_repeat('x', random_int(20, 30)) . uniqid();
}

$seen = 0;
foreach ([Woken::class, Magic::class] as $class) {
    $changes = [
        'unset' => static function (object $object): void {
            unset($object->a, $object->b, $object->name);
        },
        'reassign' => static function (object $object): void {
            $object->a = $object->b = fresh();
        },
        'empty through a reference' => static function (object $object): void {
            if (is_array($object->b)) {
                array_splice($object->b, 0);
            }
        },
        'grow' => static function (object $object): void {
            for ($i = 0; $i < 100; $i++) {
                $object->{"dynamic$i"} = fresh();
                if (is_array($object->b)) {
                    $object->b["key$i"] = fresh();
                }
            }
        },
        'drop the other' => static function (object $object): void {
            if (is_object($object->a ?? null)) {
                foreach (array_keys((array) $object->a) as $name) {
                    unset($object->a->$name);
                }
            }
            $object->a = null;
            gc_collect_cycles();
        },
        'swap' => static function (object $object): void {
            [$object->a, $object->b] = [$object->b, $object->a];
        },
    ];
    foreach ($changes as $name => $change) {
        $calls = 0;
        $class::$change = static function (object $object) use ($change, &$calls): void {
            $calls++;
            $change($object);
        };
        $shared = ['list' => [1, 2, 3], 'text' => fresh()];
        $first = new $class();
        $second = new $class();
        $third = new $class();
        [$first->a, $first->b] = [$second, &$shared];
        [$second->a, $second->b] = [$first, &$shared];
        [$third->a, $third->b] = [&$shared, ['plain' => fresh(), 'other' => (object) ['x' => $first]]];
        $payload = brine_serialize([$first, 'k' => [$second, &$shared], $third, fresh()]);
        $decoded = brine_unserialize($payload);
        // Its new value can be read completely.
        strlen(print_r($decoded, true));
        unset($decoded);
        gc_collect_cycles();
        echo "$class: $name, $calls calls\n";
    }
}
?>
--EXPECT--
Woken: unset, 3 calls
Woken: reassign, 3 calls
Woken: empty through a reference, 3 calls
Woken: grow, 3 calls
Woken: drop the other, 3 calls
Woken: swap, 3 calls
Magic: unset, 3 calls
Magic: reassign, 3 calls
Magic: empty through a reference, 3 calls
Magic: grow, 3 calls
Magic: drop the other, 3 calls
Magic: swap, 3 calls
