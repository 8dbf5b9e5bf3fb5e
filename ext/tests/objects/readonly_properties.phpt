--TEST--
Readonly properties are set by decoding and cannot be changed afterwards; uninitialised ones can still be initialised once
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

readonly class Point
{
    public array $list;

    public function __construct(public int $x, protected ?Point $next = null, private mixed $own = null)
    {
    }

    public function fill(): static
    {
        $this->list = [$this->x];

        return $this;
    }
}

$point = new Point(1, new Point(2), [1, 2]);
foreach ([$point, [new Point(3), new Point(4), new Point(5)], (new Point(6))->fill()] as $value) {
    $decoded = round_trip($value);
    var_dump($decoded == $value);
}
$decoded = round_trip($point);
echo thrown(static function () use ($decoded): void {
    $decoded->x = 5;
}), "\n";
echo json_encode($decoded->fill()), "\n";
echo thrown(static fn () => $decoded->fill()), "\n";

$dynamic = payload('f0' . hex_string('Point') . '01' . hex_string('zz') . '05');
try {
    brine_unserialize($dynamic);
} catch (Brine\DecodeException $exception) {
    echo get_debug_type($exception->getPrevious()), ': ', $exception->getPrevious()?->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
Error: Cannot modify readonly property Point::$x
{"list":[1],"x":1}
Error: Cannot modify readonly property Point::$list
Error: Cannot create dynamic property Point::$zz
