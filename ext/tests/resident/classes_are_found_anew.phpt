--TEST--
Classes of kept values are loaded as in a decode, in its order; defaults, types and numbers of objects are those of a decode
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/resident.inc';

enum Level: int
{
    case Low = 1;
    case High = 2;
    const Default = self::High;
}
interface Named
{
}
class Base implements Named
{
    private string $hidden = 'hidden of Base';
    protected ?Named $other = null;
    public Level|int $level = Level::Low;
    public float $ratio = 1;
    public array $list = ['default' => [1]];
    public int $missing;
    public readonly int $fixed;

    public function __construct(int $fixed)
    {
        $this->fixed = $fixed;
    }
}
final class Leaf extends Base
{
    private string $hidden = 'hidden of Leaf';
    public mixed $after = Level::Default;

    public function with(?Named $other): static
    {
        $this->other = $other;

        return $this;
    }
}
final class Sleeping
{
    public array $kept = [1];
    public array $left = ['the', 'default'];
    public mixed $case = Level::Low;
    public ?string $null = 'text';

    public function __sleep(): array
    {
        return ['kept', 'null'];
    }
}

$leaf = (new Leaf(7))->with(new Base(8));
$leaf->level = Level::High;
$sleeping = new Sleeping();
$sleeping->kept = [new Sleeping(), 'pure' => [1]];
$sleeping->null = null;
$sleeping->left = [];
$filler = [];
$values = ['leaf' => $leaf, 'sleeping' => $sleeping, 'list' => [$leaf, $sleeping, Level::High, Level::Low, Level::High, (object) [], (object) ['a' => $leaf]]];
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
    admit($payload);
    $dumps = $decoded = $base = [];
    foreach ([[], RESIDENT, RESIDENT] as $i => $options) {
        // Objects get numbers in order, where none is free.
        for ($j = 0; $j < 200; $j++) {
            $base[$i] = spl_object_id($filler[] = new stdClass());
        }
        $filler[] = $decoded[$i] = brine_unserialize($payload, $options);
    }
    foreach ($decoded as $i => $one) {
        ob_start();
        var_dump($one);
        $dumps[] = preg_replace_callback('/#(\d+)/', static fn (array $match): string => '#' . ($match[1] > 200 ? 'new ' . $match[1] - $base[$i] : $match[1]), ob_get_clean());
    }
    echo "$name: ", $dumps[0] === $dumps[1] && $dumps[1] === $dumps[2] ? 'the same' : $dumps[0] . $dumps[1] . $dumps[2], "\n";
}
$resident = brine_unserialize(brine_serialize($leaf), RESIDENT);
echo thrown(static function () use ($resident): void {
    $resident->fixed = 1;
}), "\n";
echo thrown(static function () use ($resident): void {
    $resident->level = 'text';
}), "\n";
var_dump((array) brine_unserialize(brine_serialize($sleeping), RESIDENT) === (array) brine_unserialize(brine_serialize($sleeping), RESIDENT));
var_dump(changes(static fn (): bool => brine_unserialize(brine_serialize($leaf), RESIDENT) == $leaf));

?>
--EXPECT--
leaf: the same
sleeping: the same
list: the same
Error: Cannot modify readonly property Base::$fixed
TypeError: Cannot assign string to property Base::$level of type Level|int
bool(false)
string(6) "hits 1"
