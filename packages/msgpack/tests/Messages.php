<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\Type\Bin;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Map;

/** Values with their encodings, from the specification alone: heads are written as numbers, and nothing is computed by a packer. */
final class Messages
{
    /** @return iterable<string, array{mixed, string}> a value, and the only valid packed bytes */
    /** @return iterable<string, array{mixed, string}> */
    public static function values(): iterable
    {
        yield from self::scalars();
        yield from self::strings();
        yield from self::bins();
        yield from self::arrays();
        yield from self::maps();
        yield from self::exts();
    }

    /** @return iterable<string, array{mixed, string}> */
    /** @return iterable<string, array{mixed, string}> */
    public static function scalars(): iterable
    {
        yield 'nil' => [null, "\xc0"];
        yield 'false' => [false, "\xc2"];
        yield 'true' => [true, "\xc3"];
        foreach (self::ints() as $int => $packed) {
            yield "int $int" => [$int, $packed];
        }
        yield 'float 0' => [0.0, "\xcb\0\0\0\0\0\0\0\0"];
        yield 'float -0' => [-0.0, "\xcb\x80\0\0\0\0\0\0\0"];
        yield 'float 1' => [1.0, "\xcb\x3f\xf0\0\0\0\0\0\0"];
        yield 'float 2.5' => [2.5, "\xcb\x40\x04\0\0\0\0\0\0"];
        yield 'float -0.1' => [-0.1, "\xcb\xbf\xb9\x99\x99\x99\x99\x99\x9a"];
        yield 'float max' => [\PHP_FLOAT_MAX, "\xcb\x7f\xef\xff\xff\xff\xff\xff\xff"];
        yield 'float smallest' => [5e-324, "\xcb\0\0\0\0\0\0\0\x01"];
        yield 'float INF' => [\INF, "\xcb\x7f\xf0\0\0\0\0\0\0"];
        yield 'float -INF' => [-\INF, "\xcb\xff\xf0\0\0\0\0\0\0"];
    }

    /** @return array<int, string> both sides of each boundary */
    public static function ints(): array
    {
        return [
            0 => "\x00",
            1 => "\x01",
            0x7e => "\x7e",
            0x7f => "\x7f",
            0x80 => "\xcc\x80",
            0xff => "\xcc\xff",
            0x100 => "\xcd\x01\x00",
            0xfffe => "\xcd\xff\xfe",
            0xffff => "\xcd\xff\xff",
            0x10000 => "\xce\x00\x01\x00\x00",
            0x7fffffff => "\xce\x7f\xff\xff\xff",
            0x80000000 => "\xce\x80\x00\x00\x00",
            0xffffffff => "\xce\xff\xff\xff\xff",
            0x100000000 => "\xcf\x00\x00\x00\x01\x00\x00\x00\x00",
            0x1fffffffffffff => "\xcf\x00\x1f\xff\xff\xff\xff\xff\xff",
            \PHP_INT_MAX => "\xcf\x7f\xff\xff\xff\xff\xff\xff\xff",
            -1 => "\xff",
            -0x1f => "\xe1",
            -0x20 => "\xe0",
            -0x21 => "\xd0\xdf",
            -0x80 => "\xd0\x80",
            -0x81 => "\xd1\xff\x7f",
            -0x8000 => "\xd1\x80\x00",
            -0x8001 => "\xd2\xff\xff\x7f\xff",
            -0x80000000 => "\xd2\x80\x00\x00\x00",
            -0x80000001 => "\xd3\xff\xff\xff\xff\x7f\xff\xff\xff",
            \PHP_INT_MIN => "\xd3\x80\x00\x00\x00\x00\x00\x00\x00",
        ];
    }

    /** @return iterable<string, array{string, string}> */
    /** @return iterable<string, array{string, string}> */
    public static function strings(): iterable
    {
        $heads = [
            0 => "\xa0",
            1 => "\xa1",
            30 => "\xbe",
            31 => "\xbf",
            32 => "\xd9\x20",
            255 => "\xd9\xff",
            256 => "\xda\x01\x00",
            65535 => "\xda\xff\xff",
            65536 => "\xdb\x00\x01\x00\x00",
        ];
        foreach ($heads as $length => $head) {
            $string = \str_repeat('a', $length);
            yield "str $length" => [$string, $head . $string];
        }
        yield 'str "0"' => ['0', "\xa10"];
        yield 'str NUL' => ["\0", "\xa1\0"];
        yield 'str of two, three and four bytes a character' => ["\u{e9}\u{20ac}\u{1f600}", "\xa9\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"];
        yield 'str that is not UTF-8' => ["\xff", "\xa1\xff"];
    }

    /** @return iterable<string, array{Bin, string}> */
    /** @return iterable<string, array{Bin, string}> */
    public static function bins(): iterable
    {
        $heads = [
            0 => "\xc4\x00",
            1 => "\xc4\x01",
            31 => "\xc4\x1f",
            32 => "\xc4\x20",
            255 => "\xc4\xff",
            256 => "\xc5\x01\x00",
            65535 => "\xc5\xff\xff",
            65536 => "\xc6\x00\x01\x00\x00",
        ];
        foreach ($heads as $length => $head) {
            $string = \str_repeat("\x80", $length);
            yield "bin $length" => [new Bin($string), $head . $string];
        }
    }

    /** @return iterable<string, array{list<mixed>, string}> */
    /** @return iterable<string, array{list<mixed>, string}> */
    public static function arrays(): iterable
    {
        $heads = [
            0 => "\x90",
            1 => "\x91",
            15 => "\x9f",
            16 => "\xdc\x00\x10",
            65535 => "\xdc\xff\xff",
            65536 => "\xdd\x00\x01\x00\x00",
        ];
        foreach ($heads as $length => $head) {
            yield "array $length" => [\array_fill(0, $length, 5), $head . \str_repeat("\x05", $length)];
        }
        yield 'array of arrays' => [[[], [[1]], ['a']], "\x93\x90\x91\x91\x01\x91\xa1a"];
        yield 'array of all' => [
            [null, false, true, 1, -1, 300, 1.0, 'a', [2], ['k' => 3], \str_repeat('b', 40)],
            "\x9b\xc0\xc2\xc3\x01\xff\xcd\x01\x2c\xcb\x3f\xf0\0\0\0\0\0\0\xa1a\x91\x02\x81\xa1k\x03\xd9\x28" . \str_repeat('b', 40),
        ];
    }

    /** @return iterable<string, array{array<mixed>|Map, string}> */
    /** @return iterable<string, array{Map|array<mixed>, string}> */
    public static function maps(): iterable
    {
        $heads = [
            0 => "\x80",
            1 => "\x81",
            15 => "\x8f",
            16 => "\xde\x00\x10",
            65535 => "\xde\xff\xff",
            65536 => "\xdf\x00\x01\x00\x00",
        ];
        foreach ($heads as $length => $head) {
            $map = [];
            $packed = $head;
            for ($i = 0; $i < $length; $i++) {
                $map[$i] = true;
                $packed .= match (true) {
                    $i < 0x80 => \pack('C', $i),
                    $i < 0x100 => \pack('CC', 0xcc, $i),
                    default => \pack('Cn', 0xcd, $i),
                } . "\xc3";
            }
            yield "map $length" => [new Map($map), $packed];
        }
        yield 'map by string' => [['a' => 1, '' => 2, \str_repeat('k', 32) => 3], "\x83\xa1a\x01\xa0\x02\xd9\x20" . \str_repeat('k', 32) . "\x03"];
        yield 'map by integer' => [[1 => 'a', -1 => 'b', 1000 => 'c'], "\x83\x01\xa1a\xff\xa1b\xcd\x03\xe8\xa1c"];
        yield 'map of a list in another order' => [[1 => 'a', 0 => 'b'], "\x82\x01\xa1a\x00\xa1b"];
        yield 'map of a list with a hole' => [[0 => 'a', 2 => 'b'], "\x82\x00\xa1a\x02\xa1b"];
        yield 'map of maps' => [['a' => ['b' => ['c' => []]], 'd' => 1], "\x82\xa1a\x81\xa1b\x81\xa1c\x90\xa1d\x01"];
    }

    /** @return iterable<string, array{Ext, string}> */
    /** @return iterable<string, array{Ext, string}> */
    public static function exts(): iterable
    {
        $heads = [
            0 => "\xc7\x00",
            1 => "\xd4",
            2 => "\xd5",
            3 => "\xc7\x03",
            4 => "\xd6",
            5 => "\xc7\x05",
            8 => "\xd7",
            9 => "\xc7\x09",
            16 => "\xd8",
            17 => "\xc7\x11",
            255 => "\xc7\xff",
            256 => "\xc8\x01\x00",
            65535 => "\xc8\xff\xff",
            65536 => "\xc9\x00\x01\x00\x00",
        ];
        foreach ($heads as $length => $head) {
            $data = \str_repeat("\xab", $length);
            yield "ext $length" => [new Ext(5, $data), "$head\x05$data"];
        }
        yield 'ext of type 0' => [new Ext(0, 'a'), "\xd4\x00a"];
        yield 'ext of type 127' => [new Ext(127, 'a'), "\xd4\x7fa"];
        yield 'ext of type -1' => [new Ext(-1, 'a'), "\xd4\xffa"];
        yield 'ext of type -128' => [new Ext(-128, 'a'), "\xd4\x80a"];
    }

    /** @return iterable<string, array{mixed, string}> a value, and bytes that mean it and that no packer makes */
    /** @return iterable<string, array{mixed, string}> */
    public static function overlong(): iterable
    {
        yield '0 in 8 bits' => [0, "\xcc\x00"];
        yield '0 in 16 bits' => [0, "\xcd\x00\x00"];
        yield '0 in 32 bits' => [0, "\xce\x00\x00\x00\x00"];
        yield '0 in 64 bits' => [0, "\xcf\x00\x00\x00\x00\x00\x00\x00\x00"];
        yield '1 in 8 bits, signed' => [1, "\xd0\x01"];
        yield '127 in 8 bits, signed' => [127, "\xd0\x7f"];
        yield '1 in 16 bits, signed' => [1, "\xd1\x00\x01"];
        yield '1 in 32 bits, signed' => [1, "\xd2\x00\x00\x00\x01"];
        yield '1 in 64 bits, signed' => [1, "\xd3\x00\x00\x00\x00\x00\x00\x00\x01"];
        yield '-1 in 8 bits' => [-1, "\xd0\xff"];
        yield '-1 in 16 bits' => [-1, "\xd1\xff\xff"];
        yield '-1 in 32 bits' => [-1, "\xd2\xff\xff\xff\xff"];
        yield '-1 in 64 bits' => [-1, "\xd3\xff\xff\xff\xff\xff\xff\xff\xff"];
        yield 'a float of 32 bits' => [2.5, "\xca\x40\x20\x00\x00"];
        yield '-0.0 of 32 bits' => [-0.0, "\xca\x80\x00\x00\x00"];
        yield 'INF of 32 bits' => [\INF, "\xca\x7f\x80\x00\x00"];
        yield 'a string of 8 bits' => ['ab', "\xd9\x02ab"];
        yield 'an empty string of 8 bits' => ['', "\xd9\x00"];
        yield 'a string of 16 bits' => ['ab', "\xda\x00\x02ab"];
        yield 'a string of 32 bits' => ['ab', "\xdb\x00\x00\x00\x02ab"];
        yield 'a bin of 16 bits' => ['ab', "\xc5\x00\x02ab"];
        yield 'a bin of 32 bits' => ['ab', "\xc6\x00\x00\x00\x02ab"];
        yield 'an array of 16 bits' => [[1], "\xdc\x00\x01\x01"];
        yield 'an empty array of 32 bits' => [[], "\xdd\x00\x00\x00\x00"];
        yield 'an array of 32 bits' => [[1], "\xdd\x00\x00\x00\x01\x01"];
        yield 'a map of 16 bits' => [['a' => 1], "\xde\x00\x01\xa1a\x01"];
        yield 'a map of 32 bits' => [['a' => 1], "\xdf\x00\x00\x00\x01\xa1a\x01"];
        yield 'an ext of 8 bits' => [new Ext(1, 'a'), "\xc7\x01\x01a"];
        yield 'an ext of 16 bits' => [new Ext(1, 'a'), "\xc8\x00\x01\x01a"];
        yield 'an ext of 32 bits' => [new Ext(1, 'a'), "\xc9\x00\x00\x00\x01\x01a"];
    }

    /**
     * One message for each byte that a message may begin with.
     *
     * @return iterable<string, array{mixed, string}>
     */
    public static function firstBytes(): iterable
    {
        for ($byte = 0; $byte < 0x100; $byte++) {
            if ($byte !== 0xc1) {
                [$value, $rest] = self::ofFirstByte($byte);
                yield \sprintf('0x%02x', $byte) => [$value, \chr($byte) . $rest];
            }
        }
    }

    /** @return array{mixed, string} the value, and the bytes after the first */
    private static function ofFirstByte(int $byte): array
    {
        $digits = static fn (int $n): string => \substr(\str_repeat('0123456789', 4), 0, $n);

        return match (true) {
            $byte < 0x80 => [$byte, ''],
            $byte < 0x90 => [self::map($byte & 15), self::mapBytes($byte & 15)],
            $byte < 0xa0 => [($byte & 15) > 0 ? \range(1, $byte & 15) : [], self::listBytes($byte & 15)],
            $byte < 0xc0 => [$digits($byte & 31), $digits($byte & 31)],
            $byte >= 0xe0 => [$byte - 256, ''],
            default => match ($byte) {
                0xc0 => [null, ''],
                0xc2 => [false, ''],
                0xc3 => [true, ''],
                0xc4 => ["\xfe\xff", "\x02\xfe\xff"],
                0xc5 => ["\xfe\xff", "\x00\x02\xfe\xff"],
                0xc6 => ["\xfe\xff", "\x00\x00\x00\x02\xfe\xff"],
                0xc7 => [new Ext(7, 'abc'), "\x03\x07abc"],
                0xc8 => [new Ext(-7, 'abc'), "\x00\x03\xf9abc"],
                0xc9 => [new Ext(7, 'abc'), "\x00\x00\x00\x03\x07abc"],
                0xca => [-1.5, "\xbf\xc0\x00\x00"],
                0xcb => [-1.5, "\xbf\xf8\x00\x00\x00\x00\x00\x00"],
                0xcc => [0xfe, "\xfe"],
                0xcd => [0xfedc, "\xfe\xdc"],
                0xce => [0xfedcba98, "\xfe\xdc\xba\x98"],
                0xcf => [0x7edcba9876543210, "\x7e\xdc\xba\x98\x76\x54\x32\x10"],
                0xd0 => [-2, "\xfe"],
                0xd1 => [-292, "\xfe\xdc"],
                0xd2 => [-19088744, "\xfe\xdc\xba\x98"],
                0xd3 => [-81985529216486896, "\xfe\xdc\xba\x98\x76\x54\x32\x10"],
                0xd4 => [new Ext(1, 'a'), "\x01a"],
                0xd5 => [new Ext(2, 'ab'), "\x02ab"],
                0xd6 => [new Ext(3, 'abcd'), "\x03abcd"],
                0xd7 => [new Ext(4, 'abcdefgh'), "\x04abcdefgh"],
                0xd8 => [new Ext(5, 'abcdefghijklmnop'), "\x05abcdefghijklmnop"],
                0xd9 => ["\u{e9}", "\x02\u{e9}"],
                0xda => ["\u{e9}", "\x00\x02\u{e9}"],
                0xdb => ["\u{e9}", "\x00\x00\x00\x02\u{e9}"],
                0xdc => [[1, 2], "\x00\x02\x01\x02"],
                0xdd => [[1, 2], "\x00\x00\x00\x02\x01\x02"],
                0xde => [['a' => 1, 2 => 'b'], "\x00\x02\xa1a\x01\x02\xa1b"],
                0xdf => [['a' => 1, 2 => 'b'], "\x00\x00\x00\x02\xa1a\x01\x02\xa1b"],
            },
        };
    }

    /** @return array<int, int> */
    private static function map(int $entries): array
    {
        $map = [];
        for ($i = 1; $i <= $entries; $i++) {
            $map[$i] = -$i;
        }

        return $map;
    }

    private static function mapBytes(int $entries): string
    {
        $bytes = '';
        for ($i = 1; $i <= $entries; $i++) {
            $bytes .= \chr($i) . \chr(0x100 - $i & 0xff);
        }

        return $bytes;
    }

    private static function listBytes(int $elements): string
    {
        $bytes = '';
        for ($i = 1; $i <= $elements; $i++) {
            $bytes .= \chr($i);
        }

        return $bytes;
    }
}
