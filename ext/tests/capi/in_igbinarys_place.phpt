--TEST--
The C interface writes igbinary's format and Brine's behind igbinary's header, and tells a refusal from an exception
--EXTENSIONS--
brine
brine_capi
--FILE--
<?php
declare(strict_types=1);

/** Its own exception is of the class of Brine's, and is no refusal. */
final class Nesting
{
    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        brine_unserialize('nothing of Brine');
    }
}

/** Refused bytes inside of a hook are no refusal of the outer ones. */
final class Quiet
{
    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        echo brine_capi_igbinary_unserialize('text'), "\n";
    }
}

const COMPACT_STRINGS = 1;
const AS_BRINE = 2;

foreach ([0, COMPACT_STRINGS, AS_BRINE, COMPACT_STRINGS | AS_BRINE] as $flags) {
    echo bin2hex(brine_capi_igbinary_serialize(['ab' => 'ab'], $flags)), ' ', bin2hex(brine_capi_igbinary_serialize(5, $flags)), ' ',
        bin2hex(brine_capi_igbinary_serialize([], $flags)), "\n";
    foreach ([['ab' => 'ab'], 5, []] as $value) {
        brine_capi_igbinary_unserialize(brine_capi_igbinary_serialize($value, $flags)) === $value || print "another value\n";
    }
    foreach ([new Nesting(), new Quiet()] as $object) {
        try {
            echo get_debug_type(brine_capi_igbinary_unserialize(brine_capi_igbinary_serialize($object, $flags))), "\n";
        } catch (Brine\DecodeException $exception) {
            echo $exception->getMessage(), "\n";
        }
    }
    echo brine_capi_igbinary_unserialize(brine_capi_igbinary_serialize([1], $flags) . '!'), "\n";
    try {
        brine_capi_igbinary_serialize([static fn () => 1], $flags);
    } catch (Brine\EncodeException $exception) {
        echo $exception->getMessage(), "\n";
    }
}
?>
--EXPECT--
0000000214011102616211026162 000000020605 000000021400
the payload does not begin with the magic byte of Brine at byte 0
refused: the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
Quiet
refused: there are bytes after the value at byte 10
Serialization of 'Closure' is not allowed at $value[0]
000000021401110261620e00 000000020605 000000021400
the payload does not begin with the magic byte of Brine at byte 0
refused: the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
Quiet
refused: there are bytes after the value at byte 10
Serialization of 'Closure' is not allowed at $value[0]
00000002c110e90121616260 000000020605 000000021400
the payload does not begin with the magic byte of Brine at byte 0
refused: the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
Quiet
refused: there are bytes after the value at byte 8
Serialization of 'Closure' is not allowed at $value[0]
00000002c110e90121616260 000000020605 000000021400
the payload does not begin with the magic byte of Brine at byte 0
refused: the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
Quiet
refused: there are bytes after the value at byte 8
Serialization of 'Closure' is not allowed at $value[0]
