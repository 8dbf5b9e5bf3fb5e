--TEST--
A payload gives the same value however often its shapes were met in earlier payloads
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Base
{
    private $own = 'private of the parent';
    protected ?int $half = 5;
}
class Child extends Base
{
    public array $list = [1];
    public ?Base $base = null;
    private $own = 'private';
}
#[AllowDynamicProperties]
final class Loose
{
}
final class Typed
{
    public int $number = 1;
    public ?float $decimal;
    public readonly string $text;

    public function fill(string $text): self
    {
        $this->text = $text;

        return $this;
    }
}
final class Waking
{
    public static int $woken = 0;
    public $a = 'default';

    public function __wakeup(): void
    {
        self::$woken++;
    }
}
final class Magic
{
    public array $got = [];

    public function __serialize(): array
    {
        return ['x' => 1, 'y' => [2]];
    }

    public function __unserialize(array $data): void
    {
        $this->got = $data;
    }
}
enum Suit
{
    case Hearts;
}

$map = ['id' => 1, 'name' => 'Ada', 'tags' => ['x' => 1, 'name' => 'tags']];
$child = new Child();
$child->base = new Child();
$loose = new Loose();
$loose->id = 7;
$loose->{'12'} = 'twelve';
$reference = ['id' => 1];
$values = [
    'map' => $map, 'maps' => [$map, ['name' => 'id', 'id' => 'name'], $map], 'one byte keys' => ['a' => 1, 'b' => 2, '' => 3],
    'no string with a number' => ['a' => 'x'], 'integer keys' => [5 => 'five', -1 => 'less', 'id' => 'text'],
    'longer keys' => [str_repeat('k', 64) => 1, str_repeat('k', 65) => 2, "\0" => 3, "\xFF\xFE" => 4],
    '64 keys' => array_fill_keys(array_map(static fn (int $i): string => "key $i", range(1, 64)), 'v'),
    '65 keys' => array_fill_keys(array_map(static fn (int $i): string => "key $i", range(1, 65)), 'v'),
    'keys after strings' => ['name', 'id', 'tags', $map], 'strings after keys' => [$map, 'name', 'id', 'other', 'other', 'tags'],
    'object' => $child, 'objects' => [$child, $child, new Child(), new Base()], 'dynamic' => $loose, 'dynamic twice' => [$loose, clone $loose],
    'standard' => (object) $map, 'empty' => [new stdClass(), new Loose()], 'typed' => (new Typed())->fill('text'), 'hook' => new Magic(),
    'waking' => [new Waking(), new Waking()], 'enum' => [Suit::Hearts, 'Suit' => Suit::Hearts],
    'properties like keys' => [['list' => 1, 'base' => 2], $child, ['own' => $child]],
    'reference' => [&$reference, 'k' => ['id' => &$reference]],
    'rows' => array_map(static fn (int $i): array => ['id' => $i, 'name' => "n$i", 'on' => true], range(0, 20)),
    'keyed rows' => array_combine(range(5, 25), array_map(static fn (int $i): array => ['id' => $i, 'own' => $map], range(0, 20))),
    'rows of objects' => array_map(static fn (int $i): object => (object) ['id' => $i, 'name' => "n$i"], range(0, 20)),
    'rows of a class' => array_map(static fn (int $i): Base => $i % 9 ? new Child() : new Base(), range(0, 20)),
];
$payloads = array_map(brine_serialize(...), $values);
$expected = array_map(static fn (mixed $value): string => serialize(unserialize(serialize($value))), $values);
$wrong = [];
$compare = static function (string $name, int $time) use ($payloads, $expected, &$wrong): void {
    $decoded = brine_unserialize($payloads[$name]);
    if (serialize($decoded) !== $expected[$name]) {
        $wrong[] = "$name differs at time $time: " . serialize($decoded);
    }
    if (!str_contains($name, 'hook') && brine_serialize($decoded) !== $payloads[$name]) {
        $wrong[] = "$name is encoded otherwise at time $time";
    }
};
// Each five times in a row, then in turns.
foreach (array_keys($payloads) as $name) {
    for ($time = 1; $time <= 5; $time++) {
        $compare($name, $time);
    }
}
for ($time = 6; $time <= 10; $time++) {
    foreach (array_keys($payloads) as $name) {
        $compare($name, $time);
    }
}
echo count($payloads), ' values, ', count($wrong), " wrong\n", implode("\n", $wrong);
// Two objects in each of ten decodes; the native copy above woke two more.
echo Waking::$woken, " woken\n";
?>
--EXPECT--
26 values, 0 wrong
22 woken
