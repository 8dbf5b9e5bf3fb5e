--TEST--
The path of an EncodeException leads through keys, properties and the array forms of objects to the value
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Base
{
    private $hidden;

    public function __construct(mixed $value)
    {
        $this->hidden = $value;
    }
}
final class Child extends Base
{
    public $open = null;
    protected $half = null;

    public function half(mixed $value): static
    {
        $this->half = $value;

        return $this;
    }
}
final class Magic
{
    public function __construct(private mixed $inner)
    {
    }

    public function __serialize(): array
    {
        return ['x' => [1, $this->inner]];
    }
}
final class Sleeper
{
    public $a = 1;
    public $b;

    public function __sleep(): array
    {
        return ['b'];
    }
}

$bad = static fn () => 1;
$reference = ['r' => $bad];
$sleeper = new Sleeper();
$sleeper->b = [$bad];
$values = [
    $bad,
    [$bad],
    ['a' => [3 => (object) ['prop' => $bad]]],
    [-5 => ['' => [PHP_INT_MAX => $bad]]],
    ["it's" => ['back\slash' => ["line\nbreak" => $bad]]],
    new Base($bad),
    new Child([$bad]),
    (new Child(null))->half(['k' => $bad]),
    new Magic($bad),
    $sleeper,
    [&$reference, &$reference],
    (object) ['with space' => (object) ['5' => $bad]],
    [[1, 2, 3], ['x' => 1, 'y' => $bad], ['x' => 2, 'y' => 3]],
    [['x' => 1, 'y' => 2], ['x' => 1, 'y' => $bad]],
    new ArrayObject(['k' => $bad]),
];
foreach ($values as $value) {
    try {
        brine_serialize($value);
    } catch (Brine\EncodeException $exception) {
        echo addcslashes(str_replace((string) PHP_INT_MAX, 'PHP_INT_MAX', $exception->getPath()), "\0..\37\177..\377"), "\n";
    }
}
?>
--EXPECT--
$value
$value[0]
$value['a'][3]->prop
$value[-5][''][PHP_INT_MAX]
$value['it's']['back\slash']['line\x0Abreak']
$value->hidden
$value->hidden[0]
$value->half['k']
$value['x'][1]
$value->b[0]
$value[0]['r']
$value->with space->5
$value[1]['y']
$value[1]['y']
$value[1]['k']
