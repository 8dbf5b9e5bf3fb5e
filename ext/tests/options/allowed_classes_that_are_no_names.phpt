--TEST--
What is no class name among the allowed classes is an error, as with native since PHP 8.4
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
$cases = [
    [['Model '], 'ValueError', '"Model " given'],
    [["Model\0"], 'ValueError', '"Model" given'],
    [[new Nameless()], 'ValueError', '"not a name" given'],
    [[5], 'TypeError', 'int given'],
    [[null], 'TypeError', 'null given'],
    [['Model', 1.5], 'TypeError', 'float given'],
    [[true], 'TypeError', PHP_VERSION_ID >= 80300 ? 'true given' : 'bool given'],
    [[[]], 'TypeError', 'array given'],
];
foreach ($cases as [$allowed, $class, $given]) {
    $expected = "$class: brine_unserialize(): Option \"allowed_classes\" must be an array of class names, $given";
    // Before it is used, since native turns the names into strings in place.
    $label = json_encode($allowed);
    $error = thrown(static fn (): mixed => brine_unserialize($payload, ['allowed_classes' => $allowed]));
    echo $label, ': ', $error === $expected ? 'as expected' : $error;
    if (PHP_VERSION_ID >= 80400) {
        $native_error = thrown(static fn (): mixed => unserialize($text, ['allowed_classes' => $allowed]));
        echo str_replace('brine_', '', $error) === $native_error ? '' : ", native: $native_error";
    }
    echo "\n";
}
$name = 'Model';
$by_reference = [&$name];
echo brine_unserialize($payload, ['allowed_classes' => $by_reference])::class, "\n";
?>
--EXPECT--
["Model "]: as expected
["Model\u0000"]: as expected
[{}]: as expected
[5]: as expected
[null]: as expected
["Model",1.5]: as expected
[true]: as expected
[[]]: as expected
Model
