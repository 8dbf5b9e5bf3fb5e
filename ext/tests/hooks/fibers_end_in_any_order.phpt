--TEST--
Fibers that hooks have suspended, of Brine's calls and of PHP's own, end in any order, and later calls are right
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Pausing
{
    public static bool $writes = false;

    public function __serialize(): array
    {
        self::$writes && Fiber::suspend();

        return [];
    }

    public function __unserialize(array $data): void
    {
        Fiber::suspend();
    }
}

$payload = brine_serialize(new Pausing());
$text = serialize(new Pausing());
$igbinary = brine_igbinary_serialize(new Pausing());
Pausing::$writes = true;
$calls = [
    'reads' => static fn (): mixed => brine_unserialize($payload),
    'writes' => static fn (): string => brine_serialize(new Pausing()),
    'reads igbinary' => static fn (): mixed => brine_igbinary_unserialize($igbinary),
    'reads text' => static fn (): mixed => unserialize($text),
    'writes text' => static fn (): string => serialize(new Pausing()),
];
$shared = new stdClass();
$value = [$shared, 'again' => $shared, 'text' => 'text'];
$counts = ['dropped' => 0, 'resumed' => 0];
foreach ($calls as $first) {
    foreach ($calls as $second) {
        foreach ($calls as $third) {
            foreach ([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] as $order) {
                foreach (['dropped', 'resumed'] as $end) {
                    $fibers = [new Fiber($first), new Fiber($second), new Fiber($third)];
                    foreach ($fibers as $fiber) {
                        $fiber->start();
                    }
                    unset($fiber);
                    foreach ($order as $i) {
                        $end === 'resumed' && $fibers[$i]->resume();
                        unset($fibers[$i]);
                        $read = unserialize(serialize($value));
                        if ($read != $value || $read[0] !== $read['again'] || brine_unserialize(brine_serialize($value)) != $value) {
                            echo "wrong\n";
                        }
                    }
                    ++$counts[$end];
                }
            }
        }
    }
}
print_r($counts);
?>
--EXPECT--
Array
(
    [dropped] => 750
    [resumed] => 750
)
