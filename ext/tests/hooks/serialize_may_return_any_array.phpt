--TEST--
__unserialize() is given the array that __serialize() returned: empty, a list, odd keys, the object itself, objects made on the way
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Any
{
    public mixed $got = null;

    public function __construct(private ?Closure $return = null)
    {
    }

    public function __serialize(): array
    {
        return ($this->return)($this);
    }

    public function __unserialize(array $data): void
    {
        $this->got = $data;
    }
}

$fixed = [
    [], [1, 2, 3], range(1, 20), [3 => 'x', 'a' => null, '' => 1, "\0" => 2, PHP_INT_MIN => 3], ['nested' => ['deep' => [[]]]], [1.5, -0.0],
];
foreach ($fixed as $array) {
    foreach ([1, 3] as $times) {
        $objects = [];
        for ($i = 0; $i < $times; $i++) {
            $objects[] = new Any(static fn (): array => $array);
        }
        foreach (brine_unserialize(brine_serialize($objects)) as $decoded) {
            echo serialize($decoded->got) === serialize($array) ? 'same ' : 'other ';
        }
    }
}
echo "\n";

$itself = new Any(static fn (Any $any): array => [$any, 'again' => $any]);
$decoded = brine_unserialize(brine_serialize([$itself]))[0];
var_dump($decoded->got[0] === $decoded, $decoded->got['again'] === $decoded);

// The objects and strings that the hook makes are freed when the next one creates its own at the same address.
$fresh = [];
for ($i = 0; $i < 50; $i++) {
    $fresh[] = new Any(static fn (): array => [(object) ['i' => $i], "string $i is long enough to be on the heap", ["key $i" => $i]]);
}
foreach (brine_unserialize(brine_serialize($fresh)) as $i => $any) {
    if (serialize($any->got) !== serialize([(object) ['i' => $i], "string $i is long enough to be on the heap", ["key $i" => $i]])) {
        echo "wrong at $i\n";
    }
}
?>
--EXPECT--
same same same same same same same same same same same same same same same same same same same same same same same same 
bool(true)
bool(true)
