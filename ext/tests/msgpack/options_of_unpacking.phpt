--TEST--
Options of unpacking are checked by name, type and range
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

foreach ([
    ['no' => 1], [5 => 1], ['allowed_classes' => true],
    ['max_depth' => 0], ['max_depth' => 4097], ['max_depth' => '5'], ['max_elements' => 0], ['max_elements' => null],
    ['utf8' => 1], ['pass_depth' => 'yes'], ['bigint' => 'int'], ['bigint' => null], ['bigint' => 'GMP'],
    ['extensions' => null], ['extensions' => ['5' => 'no such function']], ['extensions' => ['x' => 'strlen']],
    ['extensions' => [128 => 'strlen']], ['extensions' => [-129 => 'strlen']], ['extensions' => [5 => null]], ['extensions' => [5 => 1.5]],
    ['other' => 1.5], ['other' => 'no such function'],
] as $options) {
    thrown(static fn () => brine_msgpack_unpack("\x01", $options));
}
$depth = 5;
$fine = ['max_depth' => &$depth, 'max_elements' => PHP_INT_MAX, 'utf8' => false, 'bigint' => 'str', 'extensions' => [], 'other' => null];
var_dump(brine_msgpack_unpack("\x01", $fine));

// An autoloader for a callable's class replaces the options.
$extensions = [1 => 'Missing::method', 2 => static fn () => 'second'];
$other = 'Missing::other';
spl_autoload_register(static function (string $class) use (&$extensions, &$other): void {
    echo "loading $class\n";
    $extensions = $other = null;
});
$options = ['extensions' => &$extensions];
thrown(static fn () => brine_msgpack_unpack("\xD4\x02\x00", $options));
$other = 'Missing::other';
$options = ['other' => &$other];
thrown(static fn () => brine_msgpack_unpack("\xD4\x02\x00", $options));
spl_autoload_register(static function (string $class): void {
    throw new LogicException("cannot load $class");
}, true, true);
thrown(static fn () => brine_msgpack_unpack("\x01", ['extensions' => [1 => 'Missing::method']]));
?>
--EXPECT--
ValueError: brine_msgpack_unpack(): Unknown option "no": there are "extensions", "other", "bigint", "utf8", "pass_depth", "max_depth", "max_elements"
ValueError: brine_msgpack_unpack(): Unknown option 5: there are "extensions", "other", "bigint", "utf8", "pass_depth", "max_depth", "max_elements"
ValueError: brine_msgpack_unpack(): Unknown option "allowed_classes": there are "extensions", "other", "bigint", "utf8", "pass_depth", "max_depth", "max_elements"
ValueError: brine_msgpack_unpack(): Option "max_depth" must be between 1 and 4096
ValueError: brine_msgpack_unpack(): Option "max_depth" must be between 1 and 4096
TypeError: brine_msgpack_unpack(): Option "max_depth" must be of type int, string given
ValueError: brine_msgpack_unpack(): Option "max_elements" must be greater than or equal to 1
TypeError: brine_msgpack_unpack(): Option "max_elements" must be of type int, null given
TypeError: brine_msgpack_unpack(): Option "utf8" must be of type bool, int given
TypeError: brine_msgpack_unpack(): Option "pass_depth" must be of type bool, string given
ValueError: brine_msgpack_unpack(): Option "bigint" must be "str", "gmp" or "dec"
TypeError: brine_msgpack_unpack(): Option "bigint" must be of type string, null given
ValueError: brine_msgpack_unpack(): Option "bigint" must be "str", "gmp" or "dec"
TypeError: brine_msgpack_unpack(): Option "extensions" must be of type array, null given
TypeError: brine_msgpack_unpack(): Option "extensions" must be an array of callables, string given
ValueError: brine_msgpack_unpack(): Keys of option "extensions" must be between -128 and 127
ValueError: brine_msgpack_unpack(): Keys of option "extensions" must be between -128 and 127
ValueError: brine_msgpack_unpack(): Keys of option "extensions" must be between -128 and 127
TypeError: brine_msgpack_unpack(): Option "extensions" must be an array of callables, null given
TypeError: brine_msgpack_unpack(): Option "extensions" must be an array of callables, float given
TypeError: brine_msgpack_unpack(): Option "other" must be a callable, true or null, float given
TypeError: brine_msgpack_unpack(): Option "other" must be a callable, true or null, string given
int(1)
loading Missing
TypeError: brine_msgpack_unpack(): Option "extensions" must be an array of callables, string given
loading Missing
TypeError: brine_msgpack_unpack(): Option "other" must be a callable, true or null, string given
LogicException: cannot load Missing
