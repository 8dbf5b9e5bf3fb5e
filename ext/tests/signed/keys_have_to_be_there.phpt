--TEST--
An empty key is an error on both sides, whatever else is wrong, and before anything is done
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/decodes.inc';

class Noisy
{
    public function __serialize(): array
    {
        echo "serialised\n";
        return [];
    }
}

$frame = brine_serialize_signed(1, 'key of this test');
$before = decodes();
foreach ([
    fn () => brine_serialize_signed(new Noisy(), ''),
    fn () => brine_serialize_signed(new Noisy(), '', ['context' => 'a']),
    fn () => brine_unserialize_signed($frame, ''),
    fn () => brine_unserialize_signed('', ''),
    fn () => brine_unserialize_signed($frame, []),
    fn () => brine_unserialize_signed($frame, ['']),
    fn () => brine_unserialize_signed($frame, ['key of this test', '']),
    fn () => brine_unserialize_signed('', ['key of this test', '']),
    fn () => brine_unserialize_signed($frame, ['key of this test', null]),
    fn () => brine_unserialize_signed($frame, ['key of this test', 5]),
    fn () => brine_unserialize_signed($frame, ['key of this test', ['key of this test']]),
] as $call) {
    try {
        $call();
        echo "no error\n";
    } catch (Error $error) {
        echo $error::class, ': ', $error->getMessage(), "\n";
    }
}
var_dump(decodes() - $before);
?>
--EXPECT--
ValueError: brine_serialize_signed(): Argument #2 ($key) must not be empty
ValueError: brine_serialize_signed(): Argument #2 ($key) must not be empty
ValueError: brine_unserialize_signed(): Argument #2 ($keys) must not be empty
ValueError: brine_unserialize_signed(): Argument #2 ($keys) must not be empty
ValueError: brine_unserialize_signed(): Argument #2 ($keys) must not be empty
ValueError: brine_unserialize_signed(): Argument #2 ($keys) must not contain an empty key
ValueError: brine_unserialize_signed(): Argument #2 ($keys) must not contain an empty key
ValueError: brine_unserialize_signed(): Argument #2 ($keys) must not contain an empty key
TypeError: brine_unserialize_signed(): Argument #2 ($keys) must contain only strings, null given
TypeError: brine_unserialize_signed(): Argument #2 ($keys) must contain only strings, int given
TypeError: brine_unserialize_signed(): Argument #2 ($keys) must contain only strings, array given
int(0)
