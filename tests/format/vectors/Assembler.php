<?php

declare(strict_types=1);

/*
 * An assembler of payloads: one function for each tag of docs/format.md, which writes the bytes exactly as in the table. Nothing is chosen here and
 * nothing is checked; callers keep track of numbers.
 */

namespace Brine\Tests\Vectors;

/** Bytes in annotated lines. */
final class Bytes
{
    /**
     * @param list<array{string, int, string}> $lines Bytes, how many times they stand here, comment
     * @param int|null                         $bad   Where in these bytes the error is reported
     */
    public function __construct(public readonly array $lines, public readonly ?int $bad = null)
    {
    }

    public static function join(self ...$parts): self
    {
        $lines = [];
        $length = 0;
        $bad = null;
        foreach ($parts as $part) {
            $bad ??= $part->bad === null ? null : $length + $part->bad;
            $length += $part->length();
            $lines = [...$lines, ...$part->lines];
        }

        return new self($lines, $bad);
    }

    public function length(): int
    {
        return array_sum(array_map(static fn (array $line): int => strlen($line[0]) * $line[1], $this->lines));
    }

    /** Marks the error at $skip bytes after the first of these. */
    public function bad(int $skip = 0): self
    {
        return new self($this->lines, $skip);
    }

    /** Marks an error after these bytes, where something is missing. */
    public function badAfter(): self
    {
        return new self($this->lines, $this->length());
    }

    /** These bytes, which must be on one line, $times times. */
    public function times(int $times): self
    {
        [[$bytes, , $comment]] = $this->lines;

        return new self([[$bytes, $times, $comment]]);
    }

    public function indented(): self
    {
        $lines = array_map(static fn (array $line): array => [$line[0], $line[1], '  ' . $line[2]], $this->lines);

        return new self($lines, $this->bad);
    }
}

/** Any bytes at all, given as hexadecimal digits. */
function raw(string $hex, string $comment = ''): Bytes
{
    return line(hex2bin(str_replace(' ', '', $hex)), $comment);
}

function line(string $bytes, string $comment): Bytes
{
    return new Bytes([[$bytes, 1, $comment]]);
}

function join(Bytes ...$parts): Bytes
{
    return Bytes::join(...$parts);
}

function within(Bytes $head, Bytes ...$parts): Bytes
{
    return join($head, join(...$parts)->indented());
}

// Section 1: Header

function payload(Bytes ...$parts): Bytes
{
    return join(raw('C1 10', 'version 1, no flags'), ...$parts);
}

// Section 13: Dictionaries

/** A payload with the dictionary of this file. */
function payloadWith(Bytes $file, Bytes ...$parts): Bytes
{
    $id = substr(hash('sha256', bytesOf($file), true), 0, 8);

    return join(raw('C1 12', 'version 1, flag 2'), line($id, 'id of the dictionary'), ...$parts);
}

/** The file of a dictionary. */
function dictionary(Bytes $strings, Bytes $shapes, Bytes $arrays, Bytes ...$more): Bytes
{
    return payload(shortList($strings, $shapes, $arrays, ...$more));
}

function bytesOf(Bytes $bytes): string
{
    return implode('', array_map(static fn (array $line): string => str_repeat($line[0], $line[1]), $bytes->lines));
}

/** A string of the dictionary by a tag of one byte, or two. */
function givenString(int $entry): Bytes
{
    return $entry < 48
        ? line(chr(0x70 + $entry), "STRING_REF_1 to string $entry of the dictionary")
        : line(chr(0xA4 + ($entry - 48 >> 8)) . chr($entry - 48 & 0xFF), "STRING_REF_2 to string $entry of the dictionary");
}

/** A string of the payload's own by a tag of two bytes, beside a dictionary. */
function ownString2(int $number): Bytes
{
    return line(chr(0xA0 + ($number - 16 >> 8)) . chr($number - 16 & 0xFF), "STRING_REF_2 to string $number");
}

function givenShape(int $entry, Bytes ...$values): Bytes
{
    return within(line(chr(0xB4 + $entry), "SHAPED_1 of shape $entry of the dictionary"), ...$values);
}

function givenArray(int $entry): Bytes
{
    return line(chr(0xD2 + ($entry >> 8)) . chr($entry & 0xFF), "SHARED_2, array $entry of the dictionary");
}

/** A number behind its tag: those of the dictionary come first. */
function behind(string $tag, string $name, int $number, string $what): Bytes
{
    return line(hex2bin($tag) . uv($number), "$name to $what");
}

// Section 2: Integers and doubles

function uv(int $n): string
{
    return match (true) {
        $n < 192 => chr($n),
        $n < 8_384 => chr(0xC0 + ($n - 192 >> 8)) . chr($n - 192 & 0xFF),
        $n < 991_424 => chr(0xE0 + ($n - 8_384 >> 16)) . pack('v', $n - 8_384 & 0xFFFF),
        $n < 2 ** 32 => "\xF0" . pack('V', $n),
        default => "\xF1" . pack('P', $n),
    };
}

function sv(int $n): string
{
    $zigzag = $n << 1 ^ $n >> 63;

    return $zigzag < 0 ? "\xF1" . pack('P', $zigzag) : uv($zigzag);
}

// Section 3: Values

function smallInt(int $n): Bytes
{
    return line(chr($n), "SMALL_INT $n");
}

function null(): Bytes
{
    return line("\xD8", 'NULL');
}

function false(): Bytes
{
    return line("\xD9", 'FALSE');
}

function true(): Bytes
{
    return line("\xDA", 'TRUE');
}

function u8(int $n): Bytes
{
    return line("\xDB" . pack('C', $n), "U8 $n");
}

function u16(int $n): Bytes
{
    return line("\xDC" . pack('v', $n), "U16 $n");
}

function u32(int $n): Bytes
{
    return line("\xDD" . pack('V', $n), "U32 $n");
}

function i8(int $n): Bytes
{
    return line("\xDE" . pack('c', $n), "I8 $n");
}

function i16(int $n): Bytes
{
    return line("\xDF" . pack('v', $n), "I16 $n");
}

function i32(int $n): Bytes
{
    return line("\xE0" . pack('V', $n), "I32 $n");
}

function i64(int $n): Bytes
{
    return line("\xE1" . pack('P', $n), "I64 $n");
}

function f32(float $n): Bytes
{
    return line("\xE2" . pack('g', $n), 'F32 ' . var_export($n, true));
}

function f64(float $n): Bytes
{
    return line("\xE3" . pack('e', $n), 'F64 ' . var_export($n, true));
}

// Section 4: Strings

function shortString(string $string): Bytes
{
    return stringBytes(chr(0x1F + strlen($string)), $string, 'SHORT_STRING');
}

function stringRef1(int $number): Bytes
{
    return line(chr(0x60 + $number), "STRING_REF_1 to string $number");
}

function stringRef2(int $number): Bytes
{
    return line(chr(0xA0 + ($number - 64 >> 8)) . chr($number - 64 & 0xFF), "STRING_REF_2 to string $number");
}

function emptyString(): Bytes
{
    return line("\xE4", 'EMPTY_STRING');
}

function string(string $string): Bytes
{
    return stringBytes("\xE5" . uv(strlen($string)), $string, 'STRING of ' . strlen($string) . ' bytes');
}

function stringRef(int $number): Bytes
{
    return line("\xE6" . uv($number), "STRING_REF to string $number");
}

/** A string that says itself in the comment, or one byte many times, or lines of bytes. */
function stringBytes(string $head, string $string, string $comment): Bytes
{
    $size = strlen($string);
    if ($size <= 24) {
        return line($head . $string, "$comment " . visible($string));
    }
    if ($string === str_repeat($string[0], $size)) {
        return within(line($head, $comment), line($string[0], visible($string[0]))->times($size));
    }

    return within(
        line($head, $comment),
        ...array_map(static fn (string $part): Bytes => line($part, visible($part)), str_split($string, 24)),
    );
}

function visible(string $string): string
{
    return '"' . preg_replace_callback(
        '/[^ -~]/',
        static fn (array $match): string => sprintf('\x%02X', ord($match[0])),
        $string,
    ) . '"';
}

function digits(string $string): Bytes
{
    return packedBytes("\xF7" . uv(strlen($string)), $string, '0123456789-:. T+', 'DIGITS of ' . strlen($string));
}

function hex(string $string): Bytes
{
    return packedBytes("\xF8" . uv(strlen($string)), $string, '0123456789abcdef', 'HEX of ' . strlen($string));
}

function uuid(string $string): Bytes
{
    return packedBytes("\xF9", str_replace('-', '', $string), '0123456789abcdef', 'UUID');
}

/** @param string $alphabet Characters in the order of their four bits; the first of two is in the low bits. */
function packedBytes(string $head, string $string, string $alphabet, string $comment): Bytes
{
    $packed = static fn (string $part): Bytes => line(implode('', array_map(
        static fn (string $two): string => chr(strpos($alphabet, $two[0]) | strpos($alphabet, $two[1] ?? $alphabet[0]) << 4),
        str_split($part, 2),
    )), visible($part));

    return within(line($head, $comment), ...array_map($packed, str_split($string, 24)));
}

// Section 5: Lists and runs

function shortList(Bytes ...$elements): Bytes
{
    return within(line(chr(0xBF + count($elements)), 'SHORT_LIST of ' . count($elements)), ...$elements);
}

function emptyArray(): Bytes
{
    return line("\xE7", 'EMPTY_ARRAY');
}

function longList(Bytes ...$elements): Bytes
{
    return within(longListOf(count($elements)), ...$elements);
}

function longListOf(int $count): Bytes
{
    return line("\xE8" . uv($count), "LIST of $count");
}

function shortListOf(int $count): Bytes
{
    return line(chr(0xBF + $count), "SHORT_LIST of $count");
}

/** @param Bytes ...$values Those of the marked cells of an OTHERS column. */
function run(int $count, Bytes $column, Bytes ...$values): Bytes
{
    return within(line("\xEC" . uv($count), "RUN of $count"), $column, ...$values);
}

/** A column; withNulls() and withOthers() look for the kind in the first line. */
function column(int $kind, string $name, Bytes ...$parts): Bytes
{
    return within(line(chr($kind), $name), ...$parts);
}

function values(): Bytes
{
    return column(0x00, 'VALUES');
}

function constantOf(Bytes $value): Bytes
{
    return column(0x01, 'CONSTANT', $value);
}

/** @param string $cells 0 or 1 for each */
function booleans(string $cells): Bytes
{
    return column(0x02, 'BOOLEANS', line(bits($cells), $cells));
}

function affine(int $start, int $step): Bytes
{
    return column(0x03, 'AFFINE', line(sv($start) . sv($step), "from $start by $step"));
}

/** @param list<float> $cells */
function floats32(array $cells): Bytes
{
    return column(0x04, 'F32', ...array_map(
        static fn (float $cell): Bytes => line(pack('g', $cell), var_export($cell, true)),
        $cells,
    ));
}

/** @param list<float> $cells */
function floats64(array $cells): Bytes
{
    return column(0x05, 'F64', ...array_map(
        static fn (float $cell): Bytes => line(pack('e', $cell), var_export($cell, true)),
        $cells,
    ));
}

/** @param list<int> $offsets What is added to the base; one of 2**63 or more is the negative number of the same bits. */
function integers(int $base, int $width, array $offsets): Bytes
{
    return column(0x07 + $width, "INTEGERS, $width wide", line(sv($base), "base $base"), ...offsets($width, $offsets));
}

/** @param list<int> $offsets As those of integers(). */
function deltas(int $start, int $step, int $width, array $offsets): Bytes
{
    return column(
        0x0F + $width,
        "DELTAS, $width wide",
        line(sv($start) . sv($step), "from $start by $step"),
        ...offsets($width, $offsets),
    );
}

/** @param list<int> $offsets As those of integers(). */
function decimals(int $exponent, int $base, int $width, array $offsets): Bytes
{
    return column(
        0x17 + $width,
        "DECIMALS, $width wide",
        line(chr($exponent) . sv($base), "exponent $exponent, base $base"),
        ...offsets($width, $offsets),
    );
}

/**
 * @param list<int> $offsets
 * @return list<Bytes>
 */
function offsets(int $width, array $offsets): array
{
    return array_map(
        static fn (int $offset): Bytes => line(substr(pack('P', $offset), 0, $width), sprintf('%u', $offset)),
        $offsets,
    );
}

/** @param string $marks 0 or 1 for each cell */
function withNulls(string $marks, Bytes $column): Bytes
{
    return flagged(0x40, 'NULLS', $marks, $column);
}

/** @param string $marks 0 or 1 for each cell */
function withOthers(string $marks, Bytes $column): Bytes
{
    return flagged(0x80, 'OTHERS', $marks, $column);
}

function flagged(int $flag, string $name, string $marks, Bytes $column): Bytes
{
    [$kind, , $comment] = $column->lines[0];
    $head = join(line(chr(ord($kind) | $flag), "$comment, $name"), bitmap($marks)->indented());
    $bad = $column->bad > 0 ? $column->bad + $head->length() - 1 : $column->bad;

    return new Bytes([...$head->lines, ...array_slice($column->lines, 1)], $bad);
}

function bitmap(string $marks): Bytes
{
    return line(bits($marks), "marked: $marks");
}

/** @param string $bits 0 or 1 for each, the first one into the lowest bit of the first byte */
function bits(string $bits): string
{
    return implode('', array_map(
        static fn (string $eight): string => chr((int) bindec(strrev($eight))),
        str_split($bits, 8),
    ));
}

// Section 6: Maps and shapes

/**
 * @param list<Bytes> $keys
 * @param list<Bytes> $values
 */
function map(array $keys, array $values): Bytes
{
    return within(line("\xE9" . uv(count($keys)), 'MAP of ' . count($keys)), ...$keys, ...$values);
}

function shaped1(int $number, Bytes ...$values): Bytes
{
    return within(line(chr(0xB0 + $number), "SHAPED_1 of shape $number"), ...$values);
}

function shaped(int $number, Bytes ...$values): Bytes
{
    return within(line("\xEA" . uv($number), "SHAPED of shape $number"), ...$values);
}

// Section 8.6: LAYOUT

/** @param string $text What the fingerprint is of */
function layout(string $text, Bytes ...$object): Bytes
{
    return join(line("\xFA" . pack('V', crc32($text)), 'LAYOUT'), ...$object);
}

// Section 7: Tables and shared arrays

function table(int $count, Bytes $rows): Bytes
{
    return within(line("\xED" . uv($count), "TABLE of $count"), $rows);
}

function keyedTable(int $count, Bytes $keys, Bytes $rows): Bytes
{
    return within(line("\xEE" . uv($count), "KEYED_TABLE of $count"), $keys, $rows);
}

function tableKeys(Bytes ...$keys): Bytes
{
    return join(raw('00', 'keys, one by one'), ...$keys);
}

function tableKeyColumn(Bytes $column): Bytes
{
    return join(raw('01', 'a column of keys'), $column);
}

/**
 * Rows where no element is marked.
 *
 * @param Bytes       $head      As what defines the shape, without values
 * @param list<Bytes> $columns
 * @param Bytes       ...$values Those that stand behind the columns
 */
function rows(Bytes $head, array $columns, Bytes ...$values): Bytes
{
    return join(raw('00', 'all are rows'), $head, ...$columns, ...$values);
}

/**
 * @param string      $marks     0 for each row, 1 for each other element
 * @param list<Bytes> $columns
 * @param Bytes       ...$values
 */
function rowsAndOthers(string $marks, Bytes $head, array $columns, Bytes ...$values): Bytes
{
    return join(raw('01', 'not all are rows'), bitmap($marks), $head, ...$columns, ...$values);
}

function shared2(int $number): Bytes
{
    return line(chr(0xD0 + ($number >> 8)) . chr($number & 0xFF), "SHARED_2, array $number");
}

function shared(int $number): Bytes
{
    return line("\xEB" . uv($number), "SHARED, array $number");
}

// Section 8: Objects and PHP references

/**
 * @param list<Bytes> $names
 * @param list<Bytes> $values
 */
function object(Bytes $class, array $names = [], array $values = []): Bytes
{
    return within(
        line("\xF0", 'OBJECT'),
        $class,
        line(uv(count($names)), 'names: ' . count($names)),
        ...$names,
        ...$values,
    );
}

/** A name with the byte before it that says what it, and the names after it, are. */
function publicName(Bytes $name): Bytes
{
    return join(raw('00', 'public'), $name);
}

function protectedName(Bytes $name): Bytes
{
    return join(raw('01', 'protected'), $name);
}

function privateName(Bytes $name): Bytes
{
    return join(raw('02', 'private'), $name);
}

function privateNameOf(Bytes $class, Bytes $name): Bytes
{
    return join(raw('03', 'private, of the class'), $class, $name);
}

function custom(Bytes $class, Bytes $array): Bytes
{
    return within(line("\xF1", 'CUSTOM'), $class, $array);
}

function enum(Bytes $class, Bytes $case): Bytes
{
    return within(line("\xF2", 'ENUM'), $class, $case);
}

function serializable(Bytes $class, string $bytes): Bytes
{
    $size = strlen($bytes);

    return within(line("\xF3", 'SERIALIZABLE'), $class, line(uv($size) . $bytes, "$size bytes " . visible($bytes)));
}

function objectRef(int $number): Bytes
{
    return line("\xF4" . uv($number), "OBJECT_REF to object $number");
}

function reference(Bytes $value): Bytes
{
    return within(line("\xF5", 'REFERENCE'), $value);
}

function referenceRef(int $number): Bytes
{
    return line("\xF6" . uv($number), "REFERENCE_REF to reference $number");
}
