--TEST--
References run between properties of any visibility, of several objects, and elements of arrays
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

class Base
{
    private $hidden;
    protected $half;

    public function __construct(mixed &$reference)
    {
        $this->hidden = &$reference;
        $this->half = &$reference;
    }

    public function half(mixed $new): void
    {
        $this->half = $new;
    }

    public function all(): array
    {
        return [$this->hidden, $this->half, $this->open, $this->dynamic];
    }
}
#[AllowDynamicProperties]
final class Child extends Base
{
    public $open;
}

$reference = 'old';
$object = new Child($reference);
$object->open = &$reference;
$object->dynamic = &$reference;
$decoded = round_trip(['object' => $object, 'element' => &$reference, 'copy' => 'old']);
$decoded['object']->half('new');
echo json_encode([$decoded['object']->all(), $decoded['element'], $decoded['copy']]), "\n";
?>
--EXPECT--
[["new","new","new","new"],"new","old"]
