--TEST--
A version is a constant expression, whose code may do anything; what is no integer is refused when a layout is written or checked
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

#[Brine\Version(Numbers::SECOND)]
class ByConstant
{
    public $p = 1;
}
#[Brine\Version('2')]
class Text
{
    public $p = 1;
}
#[Brine\Version]
class None
{
}
class Heir extends None
{
}
#[Brine\Version(NO_SUCH)]
class Unknown
{
    public $p = 1;
}
#[Brine\Version(Thrower::ONE)]
class Throws
{
    public $p = 1;
}
class Outer
{
    public $inner;
    public $more = 5;
    public $last = [1, 2, 3];
}

$outer = new Outer();
$asked = 0;
spl_autoload_register(static function (string $class) use ($outer, &$asked): void {
    $asked++;
    if ($class === 'Thrower') {
        throw new DomainException("no $class");
    }
    // While the object that is written, or one around it, is at its head.
    unset($outer->more);
    $outer->last = null;
    brine_unserialize(brine_serialize([new ArrayObject(), new Outer()], ['layouts' => true]), ['stale_classes' => 'throw']);
    eval('class Numbers { const SECOND = 2; }');
});
$guard = ['stale_classes' => 'throw'];
$layouts = ['layouts' => true];

$outer->inner = new ByConstant();
$payload = brine_serialize([$outer, new ByConstant()], $layouts);
echo substr_count($payload, "\xFA" . pack('V', crc32("p\n@2\n"))), " layout, asked $asked times\n";
print_r(brine_unserialize($payload, $guard)[0]);
$rows = brine_serialize(array_map(static fn (): object => new ByConstant(), range(1, 20)), $layouts);
echo bin2hex(substr($rows, 0, 11)), ' ', count(brine_unserialize($rows, $guard)), "\n";

foreach ([new Text(), new Heir(), new Unknown(), new Throws(), [1, new Text()], array_map(static fn (): object => new Text(), range(1, 20))] as $value) {
    echo thrown(static fn () => brine_serialize($value, $layouts)), "\n";
    echo thrown(static fn () => brine_unserialize(brine_serialize($value), $guard)), "\n";
    echo thrown(static fn () => brine_unserialize(brine_serialize($value))), "\n";
}
?>
--EXPECT--
1 layout, asked 1 times
Outer Object
(
    [inner] => ByConstant Object
        (
            [p] => 1
        )

    [more] => 
    [last] => 
)
c110ed1400fa19c7722df0 20
Brine\EncodeException: the #[Brine\Version] of Text is not an integer at $value
Brine\DecodeException: the #[Brine\Version] of Text is not an integer at byte 2
nothing is thrown
Brine\EncodeException: the #[Brine\Version] of None is not an integer at $value
Brine\DecodeException: the #[Brine\Version] of None is not an integer at byte 2
nothing is thrown
Error: Undefined constant "NO_SUCH"
Error: Undefined constant "NO_SUCH"
nothing is thrown
DomainException: no Thrower
DomainException: no Thrower
nothing is thrown
Brine\EncodeException: the #[Brine\Version] of Text is not an integer at $value[1]
Brine\DecodeException: the #[Brine\Version] of Text is not an integer at byte 4, in $value[1]
nothing is thrown
Brine\EncodeException: the #[Brine\Version] of Text is not an integer at $value[0]
Brine\DecodeException: the #[Brine\Version] of Text is not an integer at byte 5
nothing is thrown
