--TEST--
A __serialize() that returns no array is native's TypeError
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Wrong
{
    public function __construct(private mixed $return)
    {
    }

    public function __serialize()
    {
        return $this->return;
    }
}

foreach ([null, 'text', 5, new ArrayObject()] as $return) {
    $value = ['in' => ['an' => new Wrong($return)]];
    $native = thrown(static fn () => serialize($value));
    $brine = thrown(static fn () => brine_serialize($value));
    var_dump($native === $brine);
}
echo $brine, "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
TypeError: Wrong::__serialize() must return an array
