--TEST--
Encodings and decodings that are suspended inside hooks, in fibers, and go on in any order keep their state apart
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Pausing
{
    public function __construct(public string $name = '', public mixed $data = null)
    {
    }

    public function __serialize(): array
    {
        Fiber::suspend();

        return ['name' => $this->name, 'data' => $this->data];
    }

    public function __unserialize(array $data): void
    {
        Fiber::suspend();
        ['name' => $this->name, 'data' => $this->data] = $data;
    }
}

function value(int $i): array
{
    $value = ['number' => $i, 'rows' => []];
    for ($row = 0; $row < 4; $row++) {
        $pausing = new Pausing("object $i.$row", ["key $i" => "text $i", 'list' => range($i, $i + 20)]);
        $value['rows'][] = ["key $i" => "text $i", 'row' => $row, 'object' => $pausing];
    }
    $value['again'] = $value['rows'][0];

    return $value;
}

$fibers = [];
for ($i = 0; $i < 8; $i++) {
    $fibers[$i] = new Fiber(static function () use ($i): string {
        $decoded = brine_unserialize(brine_serialize(value($i)));

        return print_r($decoded, true) === print_r(value($i), true) && $decoded['again']['object'] === $decoded['rows'][0]['object']
            ? 'right' : 'wrong';
    });
    $fibers[$i]->start();
}
mt_srand(3);
while ($fibers !== []) {
    $i = array_rand($fibers);
    $fibers[$i]->resume();
    // Calls without a fiber in between.
    if (brine_unserialize(brine_serialize(['between' => $i, 'text' => "text $i"])) !== ['between' => $i, 'text' => "text $i"]) {
        echo "wrong in between\n";
    }
    if ($fibers[$i]->isTerminated()) {
        echo $fibers[$i]->getReturn(), "\n";
        unset($fibers[$i]);
    }
}

// A fiber that is never resumed is torn down in the middle of a call.
$abandoned = new Fiber(static fn (): string => brine_serialize(value(1)));
$abandoned->start();
unset($abandoned);
gc_collect_cycles();
$abandoned = new Fiber(static fn (): mixed => brine_unserialize($GLOBALS['payload']));
$encoding = new Fiber(static function (): void {
    $GLOBALS['payload'] = brine_serialize(value(2));
});
$encoding->start();
while (!$encoding->isTerminated()) {
    $encoding->resume();
}
$abandoned->start();
unset($abandoned);
gc_collect_cycles();
var_dump(brine_unserialize(brine_serialize(['still' => 'works'])));
?>
--EXPECT--
right
right
right
right
right
right
right
right
array(1) {
  ["still"]=>
  string(5) "works"
}
