<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\InsufficientDataException;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\MessagePack;
use Brine\MessagePack\Packer;
use Brine\MessagePack\Type\Bin;
use Brine\MessagePack\Type\Map;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\DataProviderExternal;

/** Every encoding of the specification in both directions, whole and cut. */
final class ConformanceTest extends MessagePackTestCase
{
    #[DataProviderExternal(Messages::class, 'values')]
    public function testPacks(mixed $value, string $packed): void
    {
        self::assertIdentical($packed, (new Packer())->pack($value));
        self::assertIdentical($packed, MessagePack::pack($value));
        self::assertIdentical("\x91$packed", (new Packer())->pack([$value]), 'in an array');
        self::assertIdentical("\x81\xa1k$packed", (new Packer())->pack(['k' => $value]), 'in a map');
    }

    #[DataProviderExternal(Messages::class, 'values')]
    public function testUnpacks(mixed $value, string $packed): void
    {
        $value = match (true) {
            $value instanceof Bin => $value->data,
            $value instanceof Map => $value->map,
            default => $value,
        };
        $this->assertUnpacks($value, $packed);
        // A type without an extension stays an Ext, so the timestamp must be unpacked without it.
        self::assertIdentical([$value, 1], (new BufferUnpacker("\x92$packed\x01"))->unpack(), 'in an array');
        self::assertIdentical(['k' => $value], (new BufferUnpacker("\x81\xa1k$packed"))->unpack(), 'in a map');
    }

    #[DataProviderExternal(Messages::class, 'firstBytes')]
    public function testUnpacksWhateverTheFirstByteIs(mixed $value, string $packed): void
    {
        $this->assertUnpacks($value, $packed);
    }

    public function testEveryFirstByteButOneHasASample(): void
    {
        $bytes = \array_map(static fn (array $case): int => \ord($case[1][0]), [...Messages::firstBytes()]);
        self::assertSame([...\range(0, 0xc0), ...\range(0xc2, 0xff)], \array_values($bytes));
    }

    #[DataProviderExternal(Messages::class, 'overlong')]
    public function testUnpacksWhatIsLongerThanItHasToBe(mixed $value, string $packed): void
    {
        $this->assertUnpacks($value, $packed);
    }

    public function testNanComesBack(): void
    {
        self::assertNan(MessagePack::unpack(MessagePack::pack(\NAN)));
        self::assertNan(MessagePack::unpack("\xca\x7f\xc0\x00\x00"));
        self::assertNan(MessagePack::unpack("\xcb\xff\xf8\x00\x00\x00\x00\x00\x01"));
    }

    public function testTheUnusedByteIsRefusedEverywhere(): void
    {
        $class = UnpackingFailedException::class;
        foreach (["\xc1" => 0, "\x91\xc1" => 1, "\x92\x01\xc1" => 2, "\x81\xc1\x01" => 1, "\x81\x01\xc1" => 2] as $packed => $offset) {
            $error = self::assertUnpackingFails($class, 'unknown_byte', $offset, static fn () => MessagePack::unpack($packed));
            self::assertSame('Unknown code: 0xc1', $error->getMessage());
        }
    }

    #[DataProvider('cut')]
    public function testCutAtEveryByte(string $packed): void
    {
        for ($length = 0; $length < \strlen($packed); $length++) {
            $unpacker = new BufferUnpacker(\substr($packed, 0, $length));
            $error = self::assertThrows(InsufficientDataException::class, $unpacker->unpack(...));
            self::assertSame('Not enough data to read', $error->getMessage());
            self::assertSame('truncated', $error->getReason());
            self::assertLessThanOrEqual($length, $error->getOffset());
            // Nothing was consumed, and with the rest the value is complete.
            self::assertSame($length, $unpacker->getRemainingCount());
            self::assertIdentical((new BufferUnpacker($packed))->unpack(), $unpacker->append(\substr($packed, $length))->unpack());
        }
    }

    /** @return iterable<array<mixed>> */
    public static function cut(): iterable
    {
        foreach ([Messages::values(), Messages::firstBytes(), Messages::overlong()] as $samples) {
            foreach ($samples as $name => [, $packed]) {
                if (\strlen($packed) < 400) {
                    yield "$name, " . \bin2hex(\substr($packed, 0, 8)) => [$packed];
                }
            }
        }
    }

    #[DataProvider('cutOffsets')]
    public function testWhereItIsCut(string $packed, int $offset): void
    {
        self::assertUnpackingFails(
            InsufficientDataException::class,
            'truncated',
            $offset,
            static fn () => MessagePack::unpack($packed),
        );
    }

    /** @return iterable<array<mixed>> */
    public static function cutOffsets(): iterable
    {
        yield 'nothing' => ['', 0];
        yield 'in a string' => ["\xa3ab", 0];
        yield 'in a size' => ["\xda\x01", 0];
        yield 'behind a size' => ["\xda\x00\x02a", 0];
        yield 'in an integer' => ["\x92\x01\xcd\x01", 2];
        yield 'in a wide integer' => ["\x92\x01\xd3\x01\x02", 2];
        yield 'in a float' => ["\x91\xca\x01", 1];
        yield 'before an ext\'s type' => ["\x91\xd4", 1];
        yield 'in an ext' => ["\x91\xd5\x01a", 1];
        yield 'in an ext with a size' => ["\x91\xc7\x05\x01a", 1];
        yield 'in a bin' => ["\x91\xc4\x05a", 1];
        yield 'in a key' => ["\x82\x01\x02\xd9\x05abc", 3];
        yield 'in a short key' => ["\x82\x01\x02\xa5abc", 3];
        yield 'an array with too few bytes' => ["\x93\x01\x02", 0];
        yield 'a map with too few bytes' => ["\x82\x01\x02\x03", 0];
        yield 'an inner array with too few bytes' => ["\x92\x01\x93\x01\x02", 2];
        yield 'an array\'s size' => ["\xdc\x00", 0];
        yield 'a map\'s size' => ["\xdf\x00\x00\x00", 0];
        yield 'claims that are too many together' => ["\x95\x95\x01\x02\x03\x04\x05", 1];
    }

    private function assertUnpacks(mixed $value, string $packed): void
    {
        $unpacker = new BufferUnpacker("$packed\xc3");
        self::assertIdentical($value, $unpacker->unpack());
        self::assertSame(1, $unpacker->getRemainingCount());

        $chunked = new BufferUnpacker();
        $last = \strlen($packed) - 1;
        if ($last > 0) {
            self::assertSame([], $chunked->append(\substr($packed, 0, $last))->tryUnpack());
        }
        self::assertIdentical([$value], $chunked->append($packed[$last])->tryUnpack());
        self::assertFalse($chunked->hasRemaining());
    }
}
