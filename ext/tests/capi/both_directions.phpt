--TEST--
Another extension encodes and decodes through the C interface as PHP code does by the functions
--EXTENSIONS--
brine
brine_capi
--FILE--
<?php
declare(strict_types=1);

final class Point
{
    public function __construct(public int $x, public ?Point $next = null)
    {
    }
}

var_dump(brine_capi_available());
$one = 1;
foreach ([null, 5, 'text', [1, 2, 3], ['a' => &$one, 'b' => &$one], new Point(1, new Point(2))] as $value) {
    $payload = brine_capi_serialize($value);
    var_dump($payload === brine_serialize($value));
    var_dump(serialize(brine_capi_unserialize($payload)) === serialize($value));
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
