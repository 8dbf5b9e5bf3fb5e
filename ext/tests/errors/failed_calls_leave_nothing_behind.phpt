--TEST--
After a failed call the next ones work, and a thousand failed calls take no memory
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Hooked
{
    public function __construct(public mixed $inner = null)
    {
    }

    public function __serialize(): array
    {
        return [$this->inner];
    }

    public function __unserialize(array $data): void
    {
        $this->inner = $data[0];
        if ($data[0] === 'throw') {
            throw new DomainException('thrown');
        }
    }
}
final class Woken
{
    public ?array $list = null;
    public ?string $text = null;

    public function __wakeup(): void
    {
        if ($this->text === 'throw') {
            throw new DomainException('thrown');
        }
    }
}
enum Suit
{
    case Hearts;
}

$woken = new Woken();
$woken->list = [new Hooked([1, 2, 3]), Suit::Hearts, 'list' => range(0, 40)];
$woken->text = str_repeat('text ', 30);
$throwing = new Woken();
$throwing->text = 'throw';
$reference = ['r' => str_repeat('r', 100)];
$good = [
    $woken, 'k' => [$woken, new Hooked($woken)], [&$reference, &$reference],
    [['a' => 1, 'b' => str_repeat('b', 70)], ['a' => 1, 'b' => str_repeat('b', 70)]],
    (object) ['dynamic' => [1.5, str_repeat('d', 200)]], array_fill(0, 30, 1.25), [-1 => 'x', 'y' => new ArrayObject([1])],
];
$payload = brine_serialize($good);
$failing = ['whole' => $payload . 'x'];
for ($length = 3; $length < strlen($payload); $length += 29) {
    $failing["cut at $length"] = substr($payload, 0, $length);
}
foreach ([new Hooked('throw'), $throwing] as $object) {
    $failing[] = brine_serialize([$good, $object, $good]);
    $failing[] = brine_serialize([$object, $good]);
}
$failing[] = str_replace('Hearts', 'Clubs!', $payload);
$encoding = [[$good, static fn () => 1], [$good, [new Hooked(new Hooked(static fn () => 1))]]];

function fail(array $failing, array $encoding): int
{
    $failed = 0;
    foreach ($failing as $bytes) {
        try {
            brine_unserialize($bytes);
        } catch (Brine\DecodeException | DomainException) {
            $failed++;
        }
    }
    foreach ($encoding as $value) {
        try {
            brine_serialize($value);
        } catch (Brine\EncodeException) {
            $failed++;
        }
    }

    return $failed;
}

for ($i = 0; $i < 5; $i++) {
    $failed = fail($failing, $encoding);
}
gc_collect_cycles();
$before = memory_get_usage();
for ($i = 0; $i < 1000; $i++) {
    fail($failing, $encoding);
}
unset($i);
gc_collect_cycles();
var_dump($failed === count($failing) + count($encoding), memory_get_usage() - $before < 1024);
var_dump(print_r(brine_unserialize($payload), true) === print_r($good, true));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
