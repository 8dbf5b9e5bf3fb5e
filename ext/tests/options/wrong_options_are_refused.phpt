--TEST--
Options of the wrong type or outside of their range are a TypeError or a ValueError, before the payload is read
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$options = [];
foreach (['no', 1, null, 1.5, new stdClass(), new ArrayObject()] as $wrong) {
    $options[] = ['allowed_classes' => $wrong];
}
foreach (['5', 1.0, null, true, [], new stdClass(), 0, -1, 4097, PHP_INT_MAX, PHP_INT_MIN] as $wrong) {
    $options[] = ['max_depth' => $wrong];
}
foreach (['5', 1.0, null, true, [], 0, -1, PHP_INT_MIN] as $wrong) {
    $options[] = ['max_elements' => $wrong];
}
foreach ($options as $option) {
    foreach (["\xC1\x10\x05", 'no payload at all'] as $payload) {
        $messages[] = thrown(static fn () => brine_unserialize($payload, $option));
    }
    echo str_replace(['brine_unserialize(): Option ', PHP_VERSION_ID >= 80300 ? 'true given' : 'bool given'], ['', 'a boolean given'], $messages[0]),
        $messages[0] === $messages[1] ? "\n" : " but $messages[1]\n";
    $messages = [];
}
$right = [
    ['max_depth' => 1], ['max_depth' => 4096], ['max_elements' => 1], ['max_elements' => PHP_INT_MAX], ['allowed_classes' => []], [],
];
foreach ($right as $option) {
    var_dump(brine_unserialize("\xC1\x10\x05", $option));
}
echo thrown(static fn () => brine_unserialize("\xC1\x10\x05", null)), "\n";
echo thrown(static fn () => brine_unserialize("\xC1\x10\x05", 'options')), "\n";
echo thrown(static fn () => brine_unserialize(5)), "\n";
echo thrown(static fn () => brine_unserialize()), "\n";
echo thrown(static fn () => brine_serialize()), "\n";
echo thrown(static fn () => brine_serialize(1, 2)), "\n";
?>
--EXPECT--
TypeError: "allowed_classes" must be of type array|bool, string given
TypeError: "allowed_classes" must be of type array|bool, int given
TypeError: "allowed_classes" must be of type array|bool, null given
TypeError: "allowed_classes" must be of type array|bool, float given
TypeError: "allowed_classes" must be of type array|bool, stdClass given
TypeError: "allowed_classes" must be of type array|bool, ArrayObject given
TypeError: "max_depth" must be of type int, string given
TypeError: "max_depth" must be of type int, float given
TypeError: "max_depth" must be of type int, null given
TypeError: "max_depth" must be of type int, a boolean given
TypeError: "max_depth" must be of type int, array given
TypeError: "max_depth" must be of type int, stdClass given
ValueError: "max_depth" must be between 1 and 4096
ValueError: "max_depth" must be between 1 and 4096
ValueError: "max_depth" must be between 1 and 4096
ValueError: "max_depth" must be between 1 and 4096
ValueError: "max_depth" must be between 1 and 4096
TypeError: "max_elements" must be of type int, string given
TypeError: "max_elements" must be of type int, float given
TypeError: "max_elements" must be of type int, null given
TypeError: "max_elements" must be of type int, a boolean given
TypeError: "max_elements" must be of type int, array given
ValueError: "max_elements" must be greater than or equal to 1
ValueError: "max_elements" must be greater than or equal to 1
ValueError: "max_elements" must be greater than or equal to 1
int(5)
int(5)
int(5)
int(5)
int(5)
int(5)
TypeError: brine_unserialize(): Argument #2 ($options) must be of type array, null given
TypeError: brine_unserialize(): Argument #2 ($options) must be of type array, string given
TypeError: brine_unserialize(): Argument #1 ($payload) must be of type ?string, int given
ArgumentCountError: brine_unserialize() expects at least 1 argument, 0 given
ArgumentCountError: brine_serialize() expects at least 1 argument, 0 given
TypeError: brine_serialize(): Argument #2 ($options) must be of type array, int given
