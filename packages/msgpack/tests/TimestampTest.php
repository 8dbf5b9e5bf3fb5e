<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\CanPack;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\MessagePack;
use Brine\MessagePack\Packer;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Timestamp;
use PHPUnit\Framework\Attributes\DataProvider;

final class TimestampTest extends MessagePackTestCase
{
    #[DataProvider('timestamps')]
    public function testBothDirections(int $seconds, int $nanoseconds, string $packed): void
    {
        $timestamp = new Timestamp($seconds, $nanoseconds);
        self::assertSame(\bin2hex($packed), \bin2hex(MessagePack::pack($timestamp)));
        self::assertSame(\bin2hex("\x91$packed"), \bin2hex(MessagePack::pack([$timestamp])));
        self::assertIdentical($timestamp, MessagePack::unpack($packed));
        self::assertIdentical(['t' => $timestamp, 'u' => 1], MessagePack::unpack("\x82\xa1t$packed\xa1u\x01"));
        self::assertSame([$seconds, $nanoseconds], [$timestamp->getSeconds(), $timestamp->getNanoseconds()]);
    }

    /** @return iterable<array<mixed>> */
    public static function timestamps(): iterable
    {
        yield 'the epoch' => [0, 0, "\xd6\xff\0\0\0\0"];
        yield 'one second' => [1, 0, "\xd6\xff\0\0\0\x01"];
        yield 'the last in 32 bits' => [0xffffffff, 0, "\xd6\xff\xff\xff\xff\xff"];
        yield 'the first beyond' => [0x100000000, 0, "\xd7\xff\0\0\0\x01\0\0\0\0"];
        yield 'one nanosecond' => [0, 1, "\xd7\xff\0\0\0\x04\0\0\0\0"];
        yield 'the largest nanosecond' => [0, 999999999, "\xd7\xff\xee\x6b\x27\xfc\0\0\0\0"];
        yield 'the last in 64 bits' => [0x3ffffffff, 999999999, "\xd7\xff\xee\x6b\x27\xff\xff\xff\xff\xff"];
        yield 'the last second in 64 bits' => [0x3ffffffff, 0, "\xd7\xff\0\0\0\x03\xff\xff\xff\xff"];
        yield 'the first second in 96 bits' => [0x400000000, 0, "\xc7\x0c\xff\0\0\0\0\0\0\0\x04\0\0\0\0"];
        yield 'before the epoch' => [-1, 0, "\xc7\x0c\xff\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"];
        yield 'just before the epoch' => [-1, 999999999, "\xc7\x0c\xff\x3b\x9a\xc9\xff\xff\xff\xff\xff\xff\xff\xff\xff"];
        yield 'the earliest' => [\PHP_INT_MIN, 0, "\xc7\x0c\xff\0\0\0\0\x80\0\0\0\0\0\0\0"];
        yield 'the latest' => [\PHP_INT_MAX, 999999999, "\xc7\x0c\xff\x3b\x9a\xc9\xff\x7f\xff\xff\xff\xff\xff\xff\xff"];
    }

    public function testLongerThanItHasToBe(): void
    {
        self::assertIdentical(new Timestamp(1), MessagePack::unpack("\xd7\xff\0\0\0\0\0\0\0\x01"));
        self::assertIdentical(new Timestamp(1), MessagePack::unpack("\xc7\x0c\xff\0\0\0\0\0\0\0\0\0\0\0\x01"));
        self::assertIdentical(new Timestamp(1), MessagePack::unpack("\xc7\x04\xff\0\0\0\x01"));
    }

    #[DataProvider('invalid')]
    public function testInvalid(string $packed, string $message): void
    {
        foreach ([0 => $packed, 2 => "\x92\x01$packed"] as $offset => $bytes) {
            $error = self::assertThrows(UnpackingFailedException::class, static fn () => MessagePack::unpack($bytes));
            self::assertSame(
                ['bad_timestamp', $message, $offset],
                [$error->getReason(), $error->getMessage(), $error->getOffset()],
            );
        }
    }

    /** @return iterable<array<mixed>> */
    public static function invalid(): iterable
    {
        yield ["\xc7\x00\xff", 'Invalid timestamp: 0 bytes'];
        yield ["\xd4\xff\x01", 'Invalid timestamp: 1 bytes'];
        yield ["\xc7\x05\xff\0\0\0\0\1", 'Invalid timestamp: 5 bytes'];
        yield ["\xc9\0\0\0\x05\xff\0\0\0\0\1", 'Invalid timestamp: 5 bytes'];
        yield ["\xd8\xff" . \str_repeat("\0", 16), 'Invalid timestamp: 16 bytes'];
        yield ["\xd7\xff\xee\x6b\x28\x00\0\0\0\0", 'Invalid timestamp: 1000000000 nanoseconds'];
        yield ["\xd7\xff\xff\xff\xff\xff\xff\xff\xff\xff", 'Invalid timestamp: 1073741823 nanoseconds'];
        yield ["\xc7\x0c\xff\x3b\x9a\xca\x00\0\0\0\0\0\0\0\0", 'Invalid timestamp: 1000000000 nanoseconds'];
        yield ["\xc7\x0c\xff\xff\xff\xff\xff\0\0\0\0\0\0\0\0", 'Invalid timestamp: 4294967295 nanoseconds'];
    }

    public function testTransformersBeforeItAreAskedFirst(): void
    {
        $names = new class () implements CanPack {
            public function pack(Packer $packer, mixed $value): ?string
            {
                return \is_object($value) ? $packer->packStr($value::class) : null;
            }
        };
        $value = [new Timestamp(1), [new Timestamp(1)]];
        $name = "\xd9\x20" . Timestamp::class;
        $timestamp = "\xd6\xff\0\0\0\x01";

        $extension = new TimestampExtension();
        self::assertSame("\x92$name\x91$name", (new Packer(null, [$names, $extension]))->pack($value));
        self::assertSame("\x92$name\x91$name", (new Packer(null, [$names]))->extendWith($extension)->pack($value));
        self::assertSame("\x92$timestamp\x91$timestamp", (new Packer(null, [$extension, $names]))->pack($value));
        self::assertSame("\x92$timestamp\x91$timestamp", (new Packer())->extendWith($extension, $names)->pack($value));
        self::assertThrows(PackingFailedException::class, static fn () => (new Packer())->pack($value));
    }

    public function testNanosecondsOutOfRange(): void
    {
        self::assertThrows(\InvalidArgumentException::class, static fn () => new Timestamp(0, -1));
        self::assertThrows(\InvalidArgumentException::class, static fn () => new Timestamp(0, 1_000_000_000));
    }

    public function testTheExtensionIsOneLikeOthers(): void
    {
        $extension = new TimestampExtension();
        self::assertSame(-1, $extension->getType());
        $packer = (new Packer())->extendWith($extension);
        self::assertSame("\xd6\xff\0\0\0\x05", $packer->pack(new Timestamp(5)));
        self::assertNull($extension->pack($packer, new Point(1, 2)));
        $unpacker = new BufferUnpacker("\xd6\xff\0\0\0\x05");
        self::assertIdentical(new Ext(-1, "\0\0\0\x05"), (clone $unpacker)->unpack());
        self::assertIdentical(new Timestamp(5), $unpacker->extendWith($extension)->unpack());
        self::assertIdentical(new Timestamp(5), $extension->unpackExt(new BufferUnpacker("\0\0\0\x05\x07"), 4));
    }

    public function testFromDates(): void
    {
        $date = new \DateTimeImmutable('2018-03-04 05:06:07.123456+02:00');
        self::assertIdentical(new Timestamp(1520132767, 123456000), Timestamp::fromDateTime($date));
        self::assertIdentical(new Timestamp(-1, 500000000), Timestamp::fromDateTime(new \DateTime('@-0.5')));

        $before = \time();
        $now = Timestamp::now();
        self::assertGreaterThanOrEqual($before, $now->getSeconds());
        self::assertLessThanOrEqual(\time(), $now->getSeconds());
    }
}
