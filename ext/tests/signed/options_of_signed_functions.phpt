--TEST--
Each signed function takes its own options, and checks them whether a payload verifies or not
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$key = 'a secret of a test';
$frame = brine_serialize_signed(1, $key);
foreach ([
    fn () => brine_serialize_signed(1, $key, ['context' => 5]),
    fn () => brine_serialize_signed(1, $key, ['context' => null]),
    fn () => brine_serialize_signed(1, $key, ['contxt' => '']),
    fn () => brine_serialize_signed(1, $key, ['max_depth' => 5]),
    fn () => brine_serialize_signed(1, $key, ['x']),
    fn () => brine_unserialize_signed($frame, $key, ['context' => ['a']]),
    fn () => brine_unserialize_signed($frame, $key, ['contexts' => 'a']),
    fn () => brine_unserialize_signed('', $key, ['context' => 1]),
    fn () => brine_unserialize_signed('', $key, ['max_depth' => 0]),
    fn () => brine_unserialize_signed('', $key, ['max_elements' => '1']),
    fn () => brine_unserialize_signed('', $key, ['allowed_classes' => 'Point']),
    fn () => brine_unserialize(brine_serialize(1), ['context' => 'a']),
] as $call) {
    try {
        var_dump($call());
    } catch (Error $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}
$context = 'by reference';
$frame = brine_serialize_signed(1, $key, ['context' => &$context]);
var_dump(brine_unserialize_signed($frame, $key, ['context' => &$context, 'max_depth' => 1]));
?>
--EXPECT--
TypeError: brine_serialize_signed(): Option "context" must be of type string, int given
TypeError: brine_serialize_signed(): Option "context" must be of type string, null given
ValueError: brine_serialize_signed(): Unknown option "contxt": there are "dictionary", "context", "layouts"
ValueError: brine_serialize_signed(): Unknown option "max_depth": there are "dictionary", "context", "layouts"
ValueError: brine_serialize_signed(): Unknown option 0: there are "dictionary", "context", "layouts"
TypeError: brine_unserialize_signed(): Option "context" must be of type string, array given
ValueError: brine_unserialize_signed(): Unknown option "contexts": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "context"
TypeError: brine_unserialize_signed(): Option "context" must be of type string, int given
ValueError: brine_unserialize_signed(): Option "max_depth" must be between 1 and 4096
TypeError: brine_unserialize_signed(): Option "max_elements" must be of type int, string given
TypeError: brine_unserialize_signed(): Option "allowed_classes" must be of type array|bool, string given
ValueError: brine_unserialize(): Unknown option "context": there are "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements", "max_memory", "resident", "open"
int(1)
