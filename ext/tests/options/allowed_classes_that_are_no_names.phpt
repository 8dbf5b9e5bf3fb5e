--TEST--
What is no class name is none of the allowed classes, and an error since PHP 8.4, as with native
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

class Model
{
}
final class Nameless
{
    public function __toString(): string
    {
        return 'not a name';
    }
}

$payload = brine_serialize(new Model());
$text = serialize(new Model());
// What is thrown since PHP 8.4; before, nothing is.
$cases = [
    [['Model '], 'ValueError', '"Model " given'],
    [["Model\0"], 'ValueError', '"Model" given'],
    [[new Nameless()], 'ValueError', '"not a name" given'],
    [[1], 'TypeError', 'int given'],
    [[null], 'TypeError', 'null given'],
    [['Model', 1.5], 'TypeError', 'float given'],
    [[true], 'TypeError', 'true given'],
];
foreach ($cases as [$allowed, $class, $given]) {
    $decoded = $native = null;
    // Before it is used, since native turns the names into strings in place.
    $label = json_encode($allowed);
    $error = thrown(static function () use ($payload, $allowed, &$decoded): void {
        $decoded = brine_unserialize($payload, ['allowed_classes' => $allowed]);
    });
    $native_error = thrown(static function () use ($text, $allowed, &$native): void {
        $native = unserialize($text, ['allowed_classes' => $allowed]);
    });
    $expected = PHP_VERSION_ID >= 80400
        ? "$class: brine_unserialize(): Option \"allowed_classes\" must be an array of class names, $given"
        : 'nothing is thrown';
    echo $label, ': ',
        $error === $expected ? 'as expected' : $error, ', ',
        str_replace('brine_', '', $error) === $native_error ? 'as native' : $native_error, ', ',
        print_r($decoded, true) === print_r($native, true) ? 'same value' : 'another value', "\n";
}
$name = 'Model';
$by_reference = [&$name];
echo brine_unserialize($payload, ['allowed_classes' => $by_reference])::class, "\n";
?>
--EXPECT--
["Model "]: as expected, as native, same value
["Model\u0000"]: as expected, as native, same value
[{}]: as expected, as native, same value
[1]: as expected, as native, same value
[null]: as expected, as native, same value
["Model",1.5]: as expected, as native, same value
[true]: as expected, as native, same value
Model
