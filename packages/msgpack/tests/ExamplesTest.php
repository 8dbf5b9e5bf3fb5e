<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\Examples\MessagePack\CompressedString;
use Brine\Examples\MessagePack\CompressedStringExtension;
use Brine\Examples\MessagePack\DateTimeExtension;
use Brine\Examples\MessagePack\StructList;
use Brine\Examples\MessagePack\StructListExtension;
use Brine\Examples\MessagePack\Text;
use Brine\Examples\MessagePack\TraversableExtension;
use Brine\Examples\MessagePack\Uint64;
use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\CanPack;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;
use Brine\MessagePack\PackOptions;

/** The extensions and types in examples/. */
final class ExamplesTest extends MessagePackTestCase
{
    public function testDates(): void
    {
        foreach (['2001-02-03 04:05:06.000789 Europe/Paris', '1969-12-31 23:59:59.5 +05:30', '@1.25'] as $time) {
            $date = new \DateTimeImmutable($time);
            $back = self::back([$date], new DateTimeExtension(1));
            self::assertIsArray($back);
            self::assertInstanceOf(\DateTimeInterface::class, $back[0]);
            self::assertSame($date->format('Y-m-d H:i:s.u e'), $back[0]->format('Y-m-d H:i:s.u e'));
        }
    }

    public function testTraversables(): void
    {
        $generator = static function (): \Generator {
            yield 1.5 => 'a';
            yield 1.5 => 'b';
            yield [1] => new \ArrayIterator([1, 2]);
        };
        $keys = [];
        $values = [];
        $back = self::back($generator(), new TraversableExtension(2));
        self::assertIsIterable($back);
        foreach ($back as $key => $value) {
            $keys[] = $key;
            $values[] = $value instanceof \Traversable ? \iterator_to_array($value) : $value;
        }
        self::assertSame([[1.5, 1.5, [1]], ['a', 'b', [1, 2]]], [$keys, $values]);
    }

    public function testStructLists(): void
    {
        $rows = [];
        for ($i = 0; $i < 300; $i++) {
            $rows[] = ['id' => $i, 'name' => "row $i", 'tags' => ['a', ['b' => null]]];
        }
        foreach ([[], [$rows[0]], $rows] as $list) {
            self::assertSame($list, self::back(new StructList($list), new StructListExtension(3)));
        }
        $packer = new Packer(null, [new StructListExtension(3)]);
        self::assertLessThan(0.7 * \strlen($packer->pack($rows)), \strlen($packer->pack(new StructList($rows))));
        self::assertThrows(\InvalidArgumentException::class, static fn () => $packer->pack(new StructList([['a' => 1], ['b' => 2]])));
    }

    public function testMalformedPayloads(): void
    {
        $payloads = [
            'bad_date' => ["\x00\x00\xa1?", "\x00\x00\xa4UTC\0", "\x00\xff\xa3UTC", "\x00\xce\0\x0f\x42\x40\xa3UTC", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff\x00\xa3UTC"],
            // Keys that are arrays or nil; rows without keys, fewer rows than the head says, and no name of a zone.
            'bad_key' => ["\x91\x90\x91\x01", "\x91\xc0\x91\x01"],
            'bad_ext' => ["\x90\xdd\xff\xff\xff\xff\x01", "\x90\xdd\xff\xff\xff\xff", "\x91\xa1a\x92\x01", "\x00\x00"],
        ];
        foreach ($payloads as $reason => $list) {
            foreach ($list as $payload) {
                $extension = $payload[0] === "\x00" || $payload[0] === "\xcf" ? new DateTimeExtension(5) : new StructListExtension(5);
                $unpacker = new BufferUnpacker("\xc7" . \chr(\strlen($payload)) . "\x05" . $payload, null, [$extension]);
                $error = self::assertThrows(UnpackingFailedException::class, $unpacker->unpack(...));
                self::assertSame($reason, $error->getReason(), \bin2hex($payload));
            }
        }
        $packer = new Packer(null, [new StructListExtension(5)]);
        self::assertThrows(\InvalidArgumentException::class, static fn () => $packer->pack(new StructList([[], []])));
    }

    public function testTexts(): void
    {
        $packer = new Packer(PackOptions::FORCE_BIN);
        self::assertSame("\x92\xc4\x01a\xa1b", $packer->pack(['a', new Text('b')]));
    }

    public function testUnsignedIntegers(): void
    {
        $packer = new Packer();
        self::assertSame("\x00", $packer->pack(new Uint64('0')));
        self::assertSame("\xcd\x01\x2c", $packer->pack(new Uint64('300')));
        self::assertSame("\xcf\x7f\xff\xff\xff\xff\xff\xff\xff", $packer->pack(new Uint64('9223372036854775807')));
        self::assertSame("\xcf\x80\0\0\0\0\0\0\0", $packer->pack(new Uint64('9223372036854775808')));
        self::assertSame("\xcf\xff\xff\xff\xff\xff\xff\xff\xff", $packer->pack(new Uint64('18446744073709551615')));
        self::assertSame('12345678901234567890', self::back(new Uint64('12345678901234567890')));
        foreach (['18446744073709551616', '99999999999999999999', '-1', '01', '', '1.5', "1\n"] as $digits) {
            self::assertThrows(\InvalidArgumentException::class, static fn () => new Uint64($digits));
        }
    }

    public function testCompressedStrings(): void
    {
        $long = \str_repeat('to be or not to be ', 100);
        $extension = new CompressedStringExtension(4);
        foreach (['', 'a', $long] as $string) {
            self::assertSame($string, self::back(new CompressedString($string), $extension));
        }
        $packed = (new Packer(null, [$extension]))->pack(new CompressedString($long));
        self::assertLessThan(100, \strlen($packed));
        foreach (["\xd4\x04x" => $extension, $packed => new CompressedStringExtension(4, 1000)] as $bytes => $unpacking) {
            $unpacker = new BufferUnpacker($bytes, null, [$unpacking]);
            self::assertThrows(UnpackingFailedException::class, $unpacker->unpack(...));
        }
    }

    public function testTheScriptRuns(): void
    {
        \ob_start();
        require \dirname(__DIR__) . '/examples/messagepack.php';
        $output = (string) \ob_get_clean();
        self::assertSame(19, \substr_count($output, "\n"), $output);
        self::assertStringContainsString('2001-02-03T04:05:06.789+01:00', $output);
    }

    private static function back(mixed $value, CanPack ...$extensions): mixed
    {
        $extensions = \array_values($extensions);
        $unpackers = \array_values(\array_filter($extensions, static fn (CanPack $one): bool => $one instanceof Extension));

        return (new BufferUnpacker((new Packer(null, $extensions))->pack($value), null, $unpackers))->unpack();
    }
}
