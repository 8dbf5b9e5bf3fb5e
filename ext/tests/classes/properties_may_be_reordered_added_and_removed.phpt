--TEST--
A class may change between encoding and decoding: each value goes to the property of its name, as with native
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Base
{
    private $inherited = 'i';
    protected $b = 'b';
}
final class Model_ extends Base
{
    public $first = 1;
    public int $typed = 2;
    private $own = 3;
    protected $half = 4;
    public $gone = 5;
}

// Each of the following has a name as long as Model_, and takes its place in the payload and in native's text.
#[AllowDynamicProperties]
final class Order_ extends Base
{
    public $gone = 'x';
    protected $half = 'x';
    private $own = 'x';
    public int $typed = 0;
    public $first = 'x';
}
#[AllowDynamicProperties]
final class Added_ extends Base
{
    public $before = 'default before';
    public $first = 'x';
    public int $typed = 0;
    private $own = 'x';
    protected $half = 'x';
    public int $uninitialised;
    public $gone = 'x';
    public array $after = ['default after'];
}
#[AllowDynamicProperties]
final class Fewer_
{
    public $first = 'x';
}
#[AllowDynamicProperties]
final class None__
{
}
#[AllowDynamicProperties]
final class Opened extends Base
{
    public $half = 'x';
    public $own = 'x';
    public $first = 'x';
    public int $typed = 0;
}
#[AllowDynamicProperties]
final class Closed
{
    private $first = 'x';
    private int $typed = 0;
    protected $own = 'x';
    private $half = 'x';
    protected $gone = 'x';
    private $b = 'x';
    private $inherited = 'x';
}
final class Types_ extends Base
{
    public int|string $first = 'x';
    public float $typed = 0.0;
    private mixed $own = null;
    protected ?int $half = null;
    public string|int|null $gone = null;
}
final class Hooked extends Base
{
    public array $got = [];

    public function __unserialize(array $data): void
    {
        $this->got = $data;
    }
}
final class Woken_ extends Base
{
    public $first = 'x';
    public int $typed = 0;
    private $own = 'x';
    protected $half = 'x';
    public $gone = 'x';

    public function __wakeup(): void
    {
        $this->first .= ' woken';
    }
}

$value = ['before', new Model_(), ['x' => new Model_()], new Model_()];
foreach (['Order_', 'Added_', 'Fewer_', 'None__', 'Opened', 'Closed', 'Types_', 'Hooked', 'Woken_', 'Absent'] as $class) {
    $native = unserialize(str_replace('Model_', $class, serialize($value)));
    $decoded = brine_unserialize(str_replace('Model_', $class, brine_serialize($value)));
    echo $class, ': ', print_r($decoded, true) === print_r($native, true) ? 'as native' : print_r($decoded, true), "\n";
    if (brine_serialize($decoded) !== brine_serialize($native)) {
        echo "but encoded otherwise\n";
    }
}
$added = brine_unserialize(str_replace('Model_', 'Added_', brine_serialize(new Model_())));
echo $added->before, ', ', $added->after[0], ', ', json_encode(isset($added->uninitialised)), "\n";
$closed = brine_unserialize(str_replace('Model_', 'Closed', brine_serialize(new Model_())));
echo str_replace("\0", '.', implode(' ', array_keys((array) $closed))), "\n";
?>
--EXPECT--
Order_: as native
Added_: as native
Fewer_: as native
None__: as native
Opened: as native
Closed: as native
Types_: as native
Hooked: as native
Woken_: as native
Absent: as native
default before, default after, false
.Closed.first .Closed.typed .*.own .Closed.half .*.gone .Closed.b .Closed.inherited .Base.inherited
