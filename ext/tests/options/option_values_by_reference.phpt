--TEST--
Options may be references; the caller's array and its names are not changed, not even by a name that is an object
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Model
{
}
final class Changing implements Stringable
{
    public function __toString(): string
    {
        $GLOBALS['allowed'] = true;
        $GLOBALS['depth'] = 4096;

        return 'NotModel';
    }
}
final class Number implements Stringable
{
    public function __toString(): string
    {
        return 'Five';
    }
}
final class Failing implements Stringable
{
    public function __toString(): string
    {
        throw new DomainException('no name');
    }
}

$payload = brine_serialize([[[new Model()]]]);
$depth = 3;
$name = 'Model';
$number = new Number();
$allowed = [&$name, &$number];
$options = ['allowed_classes' => &$allowed, 'max_depth' => &$depth];
echo thrown(static fn () => brine_unserialize($payload, $options)), "\n";
$depth = 4;
echo brine_unserialize($payload, $options)[0][0][0]::class, "\n";
var_dump($name, $allowed[1] === $number);

// A name that changes the options while they are read does not allow anything by it.
$allowed = [new Changing()];
echo brine_unserialize($payload, $options)[0][0][0]::class, "\n";
echo thrown(static fn () => brine_unserialize($payload, ['allowed_classes' => ['Model', new Failing()]])), "\n";
echo thrown(static fn () => brine_unserialize($payload, ['allowed_classes' => ['Model', new stdClass()]])), "\n";
?>
--EXPECT--
Brine\DecodeException: the value is nested deeper than max_depth (3) at byte 5, in $value[0][0][0]
Model
string(5) "Model"
bool(true)
__PHP_Incomplete_Class
DomainException: no name
Error: Object of class stdClass could not be converted to string
