<?php

declare(strict_types=1);

namespace Brine\Format;

/**
 * First bytes of values, named as in docs/format.md, section 3. A switch has the number, with its name in a comment: PHP makes a jump table of
 * numbers alone. scripts/check-tags.php checks all of them.
 *
 * @internal
 */
final class Tag
{
    public const SMALL_INT = 0x00;
    public const SMALL_INT_LAST = 0x1F;
    public const SHORT_STRING = 0x20;
    public const SHORT_STRING_LAST = 0x5F;
    public const STRING_REF_1 = 0x60;
    public const STRING_REF_1_LAST = 0x9F;
    public const STRING_REF_2 = 0xA0;
    public const STRING_REF_2_LAST = 0xAF;
    public const SHAPED_1 = 0xB0;
    public const SHAPED_1_LAST = 0xBF;
    public const SHORT_LIST = 0xC0;
    public const SHORT_LIST_LAST = 0xCF;
    public const SHARED_2 = 0xD0;
    public const SHARED_2_LAST = 0xD7;
    public const NULL = 0xD8;
    public const FALSE = 0xD9;
    public const TRUE = 0xDA;
    public const U8 = 0xDB;
    public const U16 = 0xDC;
    public const U32 = 0xDD;
    public const I8 = 0xDE;
    public const I16 = 0xDF;
    public const I32 = 0xE0;
    public const I64 = 0xE1;
    public const F32 = 0xE2;
    public const F64 = 0xE3;
    public const EMPTY_STRING = 0xE4;
    public const STRING = 0xE5;
    public const STRING_REF = 0xE6;
    public const EMPTY_ARRAY = 0xE7;
    public const LIST = 0xE8;
    public const MAP = 0xE9;
    public const SHAPED = 0xEA;
    public const SHARED = 0xEB;
    public const RUN = 0xEC;
    public const TABLE = 0xED;
    public const KEYED_TABLE = 0xEE;
    public const OBJECT = 0xF0;
    public const CUSTOM = 0xF1;
    public const ENUM = 0xF2;
    public const SERIALIZABLE = 0xF3;
    public const OBJECT_REF = 0xF4;
    public const REFERENCE = 0xF5;
    public const REFERENCE_REF = 0xF6;
    public const DIGITS = 0xF7;
    public const HEX = 0xF8;
    public const UUID = 0xF9;
    public const LAYOUT = 0xFA;

    /** The same as strings of one byte, for writers. */
    public const SHORT_STRING_BYTE = "\x20";
    public const STRING_REF_1_BYTE = "\x60";
    public const NULL_BYTE = "\xD8";
    public const FALSE_BYTE = "\xD9";
    public const TRUE_BYTE = "\xDA";
    public const U8_BYTE = "\xDB";
    public const U16_BYTE = "\xDC";
    public const I8_BYTE = "\xDE";
    public const F32_BYTE = "\xE2";
    public const F64_BYTE = "\xE3";
    public const EMPTY_STRING_BYTE = "\xE4";
    public const STRING_BYTE = "\xE5";
    public const STRING_REF_BYTE = "\xE6";
    public const EMPTY_ARRAY_BYTE = "\xE7";
    public const LIST_BYTE = "\xE8";
    public const MAP_BYTE = "\xE9";
    public const SHAPED_BYTE = "\xEA";
    public const SHARED_BYTE = "\xEB";
    public const RUN_BYTE = "\xEC";
    public const TABLE_BYTE = "\xED";
    public const KEYED_TABLE_BYTE = "\xEE";
    public const CUSTOM_BYTE = "\xF1";
    public const ENUM_BYTE = "\xF2";
    public const SERIALIZABLE_BYTE = "\xF3";
    public const OBJECT_BYTE = "\xF0";
    public const OBJECT_REF_BYTE = "\xF4";
    public const REFERENCE_BYTE = "\xF5";
    public const REFERENCE_REF_BYTE = "\xF6";
    public const DIGITS_BYTE = "\xF7";
    public const HEX_BYTE = "\xF8";
    public const UUID_BYTE = "\xF9";
    public const LAYOUT_BYTE = "\xFA";

    private function __construct()
    {
    }
}
