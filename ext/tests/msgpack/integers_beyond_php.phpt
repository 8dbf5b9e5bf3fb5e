--TEST--
Integers beyond PHP_INT_MAX become digits, GMP objects or decimals
--EXTENSIONS--
brine
--SKIPIF--
<?php if (PHP_INT_SIZE < 8) die('skip needs integers of 64 bits'); ?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

$bytes = hex('93 CF 7F FF FF FF FF FF FF FF CF 80 00 00 00 00 00 00 00 CF FF FF FF FF FF FF FF FF');
echo unpacked($bytes), "\n", unpacked($bytes, ['bigint' => 'str']), "\n";
thrown(static fn () => brine_msgpack_unpack($bytes, ['bigint' => 'dec']));
if (!extension_loaded('gmp')) {
    thrown(static fn () => brine_msgpack_unpack("\x01", ['bigint' => 'gmp']));
    function gmp_init(string $digits): object
    {
        return (object) ['digits' => $digits];
    }
    $digits = static fn (object $gmp): string => $gmp->digits;
} else {
    echo "Brine\MessagePack\Exception\InvalidOptionException: Option \"bigint\" is \"gmp\", for which the extension is not loaded\n";
    $digits = gmp_strval(...);
}
[$small, , $gmp] = brine_msgpack_unpack($bytes, ['bigint' => 'gmp']);
echo $small, ' ', $digits($gmp), "\n";

eval('namespace Decimal; final class Decimal { public function __construct(public string $digits) { if ($digits === "18446744073709551614") { throw new \LogicException("no decimal"); } } }');
$value = brine_msgpack_unpack($bytes, ['bigint' => 'dec']);
echo text($value), ' ', $value[2]->digits, "\n";
thrown(static fn () => brine_msgpack_unpack(hex('92 01 CF FF FF FF FF FF FF FF FE'), ['bigint' => 'dec']));
// As keys they are digits.
echo unpacked(hex('81 CF FF FF FF FF FF FF FF FF 01'), ['bigint' => 'dec']), "\n";
?>
--EXPECT--
[9223372036854775807, "9223372036854775808", "18446744073709551615"]
[9223372036854775807, "9223372036854775808", "18446744073709551615"]
Brine\MessagePack\Exception\InvalidOptionException: Option "bigint" is "dec", for which the extension is not loaded
Brine\MessagePack\Exception\InvalidOptionException: Option "bigint" is "gmp", for which the extension is not loaded
9223372036854775807 18446744073709551615
[9223372036854775807, Decimal\Decimal, Decimal\Decimal] 18446744073709551615
LogicException: no decimal
["18446744073709551615" => 1]
