<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\InsufficientDataException;
use Brine\MessagePack\Exception\InvalidOptionException;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension;
use Brine\MessagePack\MessagePack;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\UnpackOptions;
use PHPUnit\Framework\Attributes\DataProvider;

final class BufferUnpackerTest extends MessagePackTestCase
{
    private const UINT64_MAX = "\xcf\xff\xff\xff\xff\xff\xff\xff\xff";

    public function testOneValueAfterAnother(): void
    {
        $unpacker = new BufferUnpacker("\x01\xa1a\x92\x02\x03");
        self::assertSame([1, 'a', [2, 3]], [$unpacker->unpack(), $unpacker->unpack(), $unpacker->unpack()]);
        self::assertFalse($unpacker->hasRemaining());
        self::assertThrows(InsufficientDataException::class, $unpacker->unpack(...));
    }

    public function testTheRestIsLeftAlone(): void
    {
        self::assertSame(1, MessagePack::unpack("\x01\xc1"));
    }

    public function testPositions(): void
    {
        $unpacker = new BufferUnpacker("\x01\x02\x03\x04");
        self::assertSame(3, $unpacker->seek(2)->unpack());
        self::assertSame(4, $unpacker->seek(-1)->unpack());
        self::assertSame(1, $unpacker->seek(0)->unpack());
        self::assertSame(4, $unpacker->skip(2)->unpack());
        self::assertSame(4, $unpacker->skip(-1)->unpack());
        self::assertSame(1, $unpacker->seek(-4)->unpack());
        self::assertSame(3, $unpacker->getRemainingCount());
        self::assertSame("\x02\x03", $unpacker->read(2));
        self::assertSame('', $unpacker->read(0));
        self::assertTrue($unpacker->hasRemaining());
        self::assertSame(0, $unpacker->seek(4)->getRemainingCount());
        self::assertFalse($unpacker->hasRemaining());
    }

    #[DataProvider('badPositions')]
    public function testPositionsOutside(callable $move, string $message): void
    {
        $unpacker = (new BufferUnpacker("\x01\x02\x03\x04"))->seek(1);
        $error = self::assertThrows(InsufficientDataException::class, static fn () => $move($unpacker));
        self::assertSame($message, $error->getMessage());
        self::assertSame(2, $unpacker->unpack());
    }

    /** @return iterable<array<mixed>> */
    public static function badPositions(): iterable
    {
        yield [static fn (BufferUnpacker $unpacker) => $unpacker->seek(5), 'Unable to seek to position 5'];
        yield [static fn (BufferUnpacker $unpacker) => $unpacker->seek(-5), 'Unable to seek to position -1'];
        yield [static fn (BufferUnpacker $unpacker) => $unpacker->skip(4), 'Unable to seek to position 5'];
        yield [static fn (BufferUnpacker $unpacker) => $unpacker->skip(-2), 'Unable to seek to position -1'];
        yield [static fn (BufferUnpacker $unpacker) => $unpacker->skip(\PHP_INT_MAX), 'Unable to seek to position 9223372036854775807'];
        yield [static fn (BufferUnpacker $unpacker) => $unpacker->skip(\PHP_INT_MIN), 'Unable to seek to position -9223372036854775807'];
        yield [static fn (BufferUnpacker $unpacker) => $unpacker->read(4), 'Not enough data to read'];
        yield [static fn (BufferUnpacker $unpacker) => $unpacker->read(-1), 'Not enough data to read'];
    }

    public function testBuffers(): void
    {
        $unpacker = new BufferUnpacker("\x01\x02");
        self::assertSame(1, $unpacker->unpack());
        $copy = clone $unpacker;
        $other = $unpacker->withBuffer("\x05");
        self::assertSame([2, 5, 2], [$copy->unpack(), $other->unpack(), $unpacker->unpack()]);
        self::assertSame(3, $unpacker->append("\x03")->unpack());
        self::assertSame(7, $unpacker->reset("\x07")->unpack());
        self::assertFalse($unpacker->reset()->hasRemaining());
        self::assertFalse($unpacker->withBuffer('')->hasRemaining());
    }

    public function testRelease(): void
    {
        $unpacker = new BufferUnpacker();
        self::assertSame(0, $unpacker->release());
        $unpacker->reset("\x01\x02\x03");
        self::assertSame(0, $unpacker->release());
        $unpacker->unpack();
        self::assertSame(1, $unpacker->release());
        $unpacker->unpack();
        self::assertSame([1, 0], [$unpacker->release(), $unpacker->release()]);
        self::assertSame(3, $unpacker->seek(0)->unpack());
    }

    #[DataProvider('typedMethods')]
    public function testMethodsOfTypes(string $method, string $type): void
    {
        foreach (Messages::firstBytes() as $name => [$value, $packed]) {
            $unpacker = new BufferUnpacker("\xc0$packed");
            $unpacker->skip(1);
            if (self::typeOf(\ord($packed[0])) === $type) {
                self::assertIdentical($value, $unpacker->$method());
                self::assertFalse($unpacker->hasRemaining());
                $unpacker->reset(\substr($packed, 0, -1));
                self::assertThrows(InsufficientDataException::class, $unpacker->$method(...));
            } else {
                $error = self::assertUnpackingFails(UnpackingFailedException::class, 'unexpected_type', 1, $unpacker->$method(...));
                self::assertSame("Unexpected $type code: $name", $error->getMessage());
            }
            if (\strlen($packed) > 1) {
                self::assertNotSame(0, $unpacker->seek(0)->getRemainingCount());
            }
        }
        self::assertUnpackingFails(InsufficientDataException::class, 'truncated', 0, (new BufferUnpacker())->$method(...));
        $error = self::assertThrows(UnpackingFailedException::class, (new BufferUnpacker("\xc1"))->$method(...));
        self::assertSame("Unexpected $type code: 0xc1", $error->getMessage());
    }

    /** @return iterable<array<mixed>> */
    public static function typedMethods(): iterable
    {
        foreach (['nil', 'bool', 'int', 'float', 'str', 'bin', 'array', 'map', 'ext'] as $type) {
            yield $type => ['unpack' . \ucfirst($type), $type];
        }
    }

    public function testHeaders(): void
    {
        $unpacker = new BufferUnpacker("\x92\x80\xdc\x12\x34\xde\x12\x34\xdd\x12\x34\x56\x78\xdf\x12\x34\x56\x78\xdc\x12");
        self::assertSame(
            [2, 0, 0x1234, 0x1234, 0x12345678, 0x12345678],
            [
                $unpacker->unpackArrayHeader(), $unpacker->unpackMapHeader(), $unpacker->unpackArrayHeader(),
                $unpacker->unpackMapHeader(), $unpacker->unpackArrayHeader(), $unpacker->unpackMapHeader(),
            ],
        );
        self::assertThrows(InsufficientDataException::class, $unpacker->unpackArrayHeader(...));
        self::assertThrows(UnpackingFailedException::class, $unpacker->unpackMapHeader(...));
        self::assertSame(2, $unpacker->getRemainingCount());
    }

    public function testBigIntegers(): void
    {
        self::assertSame('18446744073709551615', MessagePack::unpack(self::UINT64_MAX));
        self::assertSame('9223372036854775808', MessagePack::unpack("\xcf\x80\0\0\0\0\0\0\0", UnpackOptions::BIGINT_AS_STR));
        self::assertSame(['18446744073709551615'], (new BufferUnpacker("\x91" . self::UINT64_MAX, 0))->unpack());
        self::assertSame('18446744073709551615', (new BufferUnpacker(self::UINT64_MAX))->unpackInt());
        self::assertSame(['18446744073709551615' => 1], MessagePack::unpack("\x81" . self::UINT64_MAX . "\x01"));
    }

    public function testBigIntegersAsGmp(): void
    {
        if (!\extension_loaded('gmp')) {
            self::assertThrows(InvalidOptionException::class, static fn () => new BufferUnpacker('', UnpackOptions::BIGINT_AS_GMP));

            return;
        }
        self::assertEquals(\gmp_init('18446744073709551615'), MessagePack::unpack(self::UINT64_MAX, UnpackOptions::BIGINT_AS_GMP));
        self::assertSame(1, MessagePack::unpack("\xcf\0\0\0\0\0\0\0\x01", UnpackOptions::BIGINT_AS_GMP));
        self::assertSame(
            ['18446744073709551615' => 1],
            MessagePack::unpack("\x81" . self::UINT64_MAX . "\x01", UnpackOptions::BIGINT_AS_GMP),
        );
    }

    public function testBigIntegersAsDecimals(): void
    {
        if (!\class_exists(\Decimal\Decimal::class)) {
            self::assertThrows(InvalidOptionException::class, static fn () => new BufferUnpacker('', UnpackOptions::BIGINT_AS_DEC));

            return;
        }
        $decimal = MessagePack::unpack(self::UINT64_MAX, UnpackOptions::BIGINT_AS_DEC);
        self::assertInstanceOf(\Decimal\Decimal::class, $decimal);
        self::assertSame('18446744073709551615', (string) $decimal);
    }

    public function testOptions(): void
    {
        $options = UnpackOptions::fromDefaults();
        self::assertSame([true, false, false, false], [
            $options->isBigIntAsStrMode(), $options->isBigIntAsGmpMode(),
            $options->isBigIntAsDecMode(), $options->isUtf8Validated(),
        ]);
        self::assertSame([4096, 1 << 24], [$options->getMaxDepth(), $options->getMaxElements()]);
        self::assertEquals($options, UnpackOptions::fromBitmask(0));
        self::assertTrue(UnpackOptions::fromBitmask(UnpackOptions::BIGINT_AS_GMP)->isBigIntAsGmpMode());
        self::assertTrue(UnpackOptions::fromBitmask(UnpackOptions::BIGINT_AS_DEC)->isBigIntAsDecMode());
        self::assertTrue(UnpackOptions::fromBitmask(UnpackOptions::VALIDATE_UTF8)->isUtf8Validated());
        self::assertSame(3, $options->withMaxDepth(3)->getMaxDepth());
        self::assertSame(3, $options->withMaxElements(3)->getMaxElements());

        $two = UnpackOptions::BIGINT_AS_STR | UnpackOptions::BIGINT_AS_GMP;
        $error = self::assertThrows(InvalidOptionException::class, static fn () => new BufferUnpacker('', $two));
        self::assertMatchesRegularExpression('/^Invalid option bigint, use one of .+ or .+$/', $error->getMessage());
        foreach ([
            static fn () => UnpackOptions::fromBitmask($two),
            static fn () => UnpackOptions::fromBitmask(16),
            static fn () => $options->withMaxDepth(0),
            static fn () => $options->withMaxDepth(4097),
            static fn () => $options->withMaxElements(0),
        ] as $call) {
            self::assertThrows(InvalidOptionException::class, $call);
        }
    }

    #[DataProvider('keys')]
    public function testKeys(string $packed, int|string $key): void
    {
        self::assertIdentical([$key => 1], MessagePack::unpack("\x81$packed\x01"));
        self::assertIdentical([$key => 1], MessagePack::unpack("\x81$packed\x01", UnpackOptions::VALIDATE_UTF8));
        self::assertIdentical([[$key => []], 2], MessagePack::unpack("\x92\x81$packed\x90\x02"));
    }

    /** @return iterable<array<mixed>> */
    public static function keys(): iterable
    {
        foreach (Messages::ints() as $int => $packed) {
            yield "int $int" => [$packed, $int];
        }
        yield 'str' => ["\xa1a", 'a'];
        yield 'empty str' => ["\xa0", ''];
        yield 'str of 8 bits' => ["\xd9\x02ab", 'ab'];
        yield 'str of 16 bits' => ["\xda\x00\x02ab", 'ab'];
        yield 'str of 32 bits' => ["\xdb\x00\x00\x00\x02ab", 'ab'];
        yield 'bin' => ["\xc4\x01\xff", "\xff"];
        yield 'bin of 16 bits' => ["\xc5\x00\x01\xff", "\xff"];
        yield 'bin of 32 bits' => ["\xc6\x00\x00\x00\x01\xff", "\xff"];
        yield 'digits' => ["\xa212", 12];
        yield 'digits in a bin' => ["\xc4\x0212", 12];
        yield 'negative digits' => ["\xa3-12", -12];
        yield 'digits with a zero before them' => ["\xa3012", '012'];
        yield 'minus zero' => ["\xa2-0", '-0'];
        yield 'overlong int' => ["\xd3\xff\xff\xff\xff\xff\xff\xff\xff", -1];
        yield 'above PHP_INT_MAX' => [self::UINT64_MAX, '18446744073709551615'];
    }

    #[DataProvider('badKeys')]
    public function testKeysThatArraysCannotHave(string $packed, string $type): void
    {
        foreach (["\x81$packed\x00" => 1, "\x92\x01\x82\x01\x02$packed\x00" => 5] as $message => $offset) {
            $error = self::assertUnpackingFails(
                UnpackingFailedException::class,
                'bad_key',
                $offset,
                static fn () => MessagePack::unpack($message),
            );
            self::assertSame("Invalid map key type: expected int, str or bin but got $type", $error->getMessage());
        }
        self::assertThrows(UnpackingFailedException::class, (new BufferUnpacker("\x81$packed\x00"))->unpackMap(...));
    }

    /** @return iterable<array<mixed>> */
    public static function badKeys(): iterable
    {
        foreach (Messages::firstBytes() as $name => [, $packed]) {
            $type = self::typeOf(\ord($packed[0]));
            if (!\in_array($type, ['int', 'str', 'bin'], true)) {
                yield $name => [$packed, $type];
            }
        }
    }

    public function testOfEqualKeysTheLastValueCountsAtThePlaceOfTheFirst(): void
    {
        self::assertIdentical(['a' => 3, 'b' => 2], MessagePack::unpack("\x83\xa1a\x01\xa1b\x02\xa1a\x03"));
        self::assertIdentical([1 => 3], MessagePack::unpack("\x82\x01\x02\xa11\x03"));
    }

    #[DataProvider('invalidUtf8')]
    public function testUtf8(string $string): void
    {
        $size = \chr(0xa0 | \strlen($string));
        $length = \chr(\strlen($string));
        foreach (["$size$string", "\xd9$length$string", "\xda\0$length$string", "\xdb\0\0\0$length$string"] as $str) {
            self::assertSame($string, MessagePack::unpack($str));
            foreach ([[$str, 0], ["\x92\x01$str", 2], ["\x81$str\x01", 1], ["\x81\x01$str", 2]] as [$message, $offset]) {
                $error = self::assertUnpackingFails(
                    UnpackingFailedException::class,
                    'bad_utf8',
                    $offset,
                    static fn () => MessagePack::unpack($message, UnpackOptions::VALIDATE_UTF8),
                );
            }
        }
        self::assertSame($string, MessagePack::unpack("\xc4$length$string", UnpackOptions::VALIDATE_UTF8));
        self::assertSame([$string => 1], MessagePack::unpack("\x81\xc4$length$string\x01", UnpackOptions::VALIDATE_UTF8));
    }

    /** @return iterable<array<mixed>> */
    public static function invalidUtf8(): iterable
    {
        yield 'a byte that is nowhere in UTF-8' => ["a\xff"];
        yield 'a second byte without a first' => ["\x80"];
        yield 'cut' => ["a\xe2\x82"];
        yield 'overlong' => ["\xc0\xaf"];
        yield 'overlong of three bytes' => ["\xe0\x80\xaf"];
        yield 'surrogate' => ["\xed\xa0\x80"];
        yield 'beyond U+10FFFF' => ["\xf4\x90\x80\x80"];
        yield 'in the middle of a longer one' => ["aaaaaaaaaaaa\xc3aaaaaaaaaaaa"];
    }

    public function testValidUtf8(): void
    {
        foreach (['', 'a', "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}", \str_repeat("\u{20ac}", 100)] as $string) {
            $packed = MessagePack::pack([$string => $string]);
            self::assertIdentical([$string => $string], MessagePack::unpack($packed, UnpackOptions::VALIDATE_UTF8));
        }
    }

    #[DataProvider('deep')]
    public function testDepth(string $open, string $close, int $levels): void
    {
        $options = UnpackOptions::fromDefaults()->withMaxDepth($levels);
        $deep = static fn (int $levels): string => \str_repeat($open, $levels) . $close;
        $unpacker = new BufferUnpacker($deep($levels), $options);
        $unpacker->unpack();
        self::assertFalse($unpacker->hasRemaining());
        self::assertUnpackingFails(
            UnpackingFailedException::class,
            'max_depth',
            $levels * \strlen($open),
            static fn () => MessagePack::unpack($deep($levels + 1), $options),
        );
    }

    /** @return iterable<array<mixed>> */
    public static function deep(): iterable
    {
        yield 'one array' => ["\x91", "\x01", 1];
        yield 'arrays' => ["\x91", "\x01", 50];
        yield 'arrays, as deep as may be' => ["\x91", "\x01", 4096];
        yield 'maps' => ["\x81\x01", "\x01", 50];
        yield 'maps, as deep as may be' => ["\x81\x01", "\x01", 4096];
        yield 'wide heads' => ["\xdd\0\0\0\x01", "\xc0", 50];
    }

    public function testDepthIsOfOneMessageOnly(): void
    {
        $unpacker = new BufferUnpacker("\x91\x90\x91\x90\x92\x90\x90", UnpackOptions::fromDefaults()->withMaxDepth(2));
        self::assertSame([[[]], [[]], [[], []]], [$unpacker->unpack(), $unpacker->unpack(), $unpacker->unpack()]);
        $unpacker->reset("\x91\x91\x90");
        self::assertThrows(UnpackingFailedException::class, $unpacker->unpack(...));
        self::assertSame([[]], $unpacker->reset("\x91\x90")->unpack());
    }

    public function testElements(): void
    {
        $options = UnpackOptions::fromDefaults()->withMaxElements(5);
        $fails = static fn (string $packed, int $offset) => self::assertUnpackingFails(
            UnpackingFailedException::class,
            'max_elements',
            $offset,
            static fn () => MessagePack::unpack($packed, $options),
        );
        self::assertSame([1, 2, 3, 4, 5], MessagePack::unpack("\x95\x01\x02\x03\x04\x05", $options));
        $fails("\x96\x01\x02\x03\x04\x05\x06", 0);
        self::assertSame([[1, 2], [3 => 4]], MessagePack::unpack("\x92\x92\x01\x02\x81\x03\x04", $options));
        $fails("\x92\x92\x01\x02\x82\x03\x04\x05\x06", 4);
        // Each message is counted separately.
        $unpacker = new BufferUnpacker(\str_repeat("\x93\x01\x02\x03", 3), $options);
        self::assertCount(3, $unpacker->tryUnpack());
        // Also where the message is not there yet.
        self::assertThrows(
            UnpackingFailedException::class,
            static fn () => (new BufferUnpacker("\xdd\xff\xff\xff\xff\x01", $options))->tryUnpack(),
        );
    }

    public function testClaimsCostNothing(): void
    {
        $before = \memory_get_usage();
        \memory_reset_peak_usage();
        foreach (["\xdd", "\xdf", "\xdb", "\xc6", "\xc9"] as $head) {
            self::assertThrows(InsufficientDataException::class, static fn () => MessagePack::unpack("$head\xff\xff\xff\xff\x01\x01\x01"));
            self::assertThrows(InsufficientDataException::class, static fn () => MessagePack::unpack("\x92\x01$head\x7f\xff\xff\xff\x01\x01"));
        }
        // Each array claims as many elements as there are bytes after it.
        $bomb = '';
        for ($i = 0; $i < 2000; $i++) {
            $bomb .= \pack('CN', 0xdd, 10000 - 5 * ($i + 1));
        }
        self::assertThrows(InsufficientDataException::class, static fn () => MessagePack::unpack($bomb));
        self::assertLessThan(2_000_000, \memory_get_peak_usage() - $before);
    }

    public function testExtensions(): void
    {
        $unpacker = new BufferUnpacker("\xd5\x03\x01\x02\x92\xd5\x03\x05\x06\xd4\x04a", null, [new PointExtension(3)]);
        self::assertIdentical(new Point(1, 2), $unpacker->unpack());
        self::assertIdentical([new Point(5, 6), new Ext(4, 'a')], $unpacker->unpack());
        self::assertIdentical(new Ext(3, "\x01\x02"), $unpacker->seek(0)->unpackExt());

        $extended = (new BufferUnpacker("\xd5\x04\x01\x02\xd5\x03\x01\x02\x07"))->extendWith(new PointExtension(4), new PointExtension(3));
        self::assertEquals([new Point(1, 2), new Point(1, 2), 7], [$extended->unpack(), $extended->unpack(), $extended->unpack()]);
    }

    public function testExtendingLeavesTheUnpackerAsItWas(): void
    {
        $unpacker = new BufferUnpacker("\xd5\x03\x01\x02");
        self::assertIdentical(new Ext(3, "\x01\x02"), (clone $unpacker)->unpack());
        self::assertIdentical(new Point(1, 2), $unpacker->extendWith(new PointExtension(3))->unpack());
        self::assertIdentical(new Ext(3, "\x01\x02"), $unpacker->unpack());
    }

    public function testTypesOfExtensions(): void
    {
        foreach ([-128, -1, 0, 127] as $type) {
            $unpacker = new BufferUnpacker("\xd5" . \chr($type & 0xff) . "\x01\x02", null, [new PointExtension($type)]);
            self::assertIdentical(new Point(1, 2), $unpacker->unpack());
        }
        foreach ([-129, 128] as $type) {
            self::assertThrows(InvalidOptionException::class, static fn () => new BufferUnpacker('', null, [new PointExtension($type)]));
        }
    }

    #[DataProvider('payloads')]
    public function testAnExtensionSeesItsPayloadOnly(callable $unpack, mixed $value): void
    {
        $extension = self::extension(7, $unpack);
        $unpacker = new BufferUnpacker("\x93\x01\xd6\x07\x01\x02\x03\x04\x05\xa1z", null, [$extension]);
        if ($value instanceof \Throwable) {
            $error = self::assertThrows($value::class, $unpacker->unpack(...));
            if ($error instanceof UnpackingFailedException) {
                self::assertSame('bad_ext', $error->getReason());
                self::assertInstanceOf(InsufficientDataException::class, $error->getPrevious());
            }
            self::assertSame(1, $unpacker->skip(1)->unpack());
        } else {
            self::assertIdentical([1, $value, 5], $unpacker->unpack());
            self::assertSame('z', $unpacker->unpack());
        }
    }

    /** @return iterable<array<mixed>> */
    public static function payloads(): iterable
    {
        yield 'nothing read' => [static fn () => 'x', 'x'];
        yield 'a part' => [static fn (BufferUnpacker $unpacker) => $unpacker->unpack(), 1];
        yield 'all of it' => [static fn (BufferUnpacker $unpacker, int $length) => $unpacker->read($length), "\x01\x02\x03\x04"];
        yield 'its length' => [static fn (BufferUnpacker $unpacker, int $length) => [$length, $unpacker->getRemainingCount()], [4, 4]];
        yield 'from its end' => [static fn (BufferUnpacker $unpacker) => $unpacker->seek(-1)->unpack(), 4];
        yield 'all messages' => [static fn (BufferUnpacker $unpacker) => $unpacker->tryUnpack(), [1, 2, 3, 4]];
        yield 'null' => [static fn () => null, null];
        yield 'more than there is' => [static fn (BufferUnpacker $unpacker) => $unpacker->read(5), new UnpackingFailedException()];
        yield 'something else' => [static fn () => throw new \DomainException(), new \DomainException()];
    }

    public function testErrorsInWhatAnExtensionMakesOfItsPayload(): void
    {
        $message = \str_repeat("\xc0", 100) . "\x81\xc0\x01";
        $extension = self::extension(7, static function () use ($message): mixed {
            $offset = 100;

            return \brine_msgpack_unpack_at($message, $offset);
        });
        $unpacker = new BufferUnpacker("\xd4\x07\x00", null, [$extension]);
        $error = self::assertUnpackingFails(UnpackingFailedException::class, 'bad_key', 101, $unpacker->unpack(...));
        self::assertSame('a map key must be an integer, a string or a binary at byte 101', $error->getMessage());
    }

    public function testErrorsDoNotKeepTheBuffer(): void
    {
        $ignored = \ini_set('zend.exception_ignore_args', '0');
        foreach (["\x81\xc0\x01", "\x91\xc1", "\x93\x01", "\x81\xd6\xff"] as $packed) {
            $unpacker = new BufferUnpacker($packed);
            $error = null;
            try {
                $unpacker->unpack();
            } catch (UnpackingFailedException $error) {
                // Looked at below.
            }
            self::assertNotNull($error);
            $arguments = \array_merge(...\array_column(\array_slice($error->getTrace(), 0, 3), 'args'));
            self::assertNotContains($packed, $arguments);
        }
        \ini_set('zend.exception_ignore_args', (string) $ignored);
    }

    public function testExtensionsInsideEachOther(): void
    {
        $box = static function (int $levels): string {
            $packed = "\x90";
            for ($i = 0; $i < $levels; $i++) {
                $payload = "\x91$packed";
                $packed = "\xc9" . \pack('N', \strlen($payload)) . "\x09$payload";
            }

            return $packed;
        };
        $unpacker = new BufferUnpacker($box(20), null, [new BoxExtension()]);
        $value = $unpacker->unpack();
        for ($i = 0; $i < 20; $i++) {
            self::assertInstanceOf(\ArrayObject::class, $value);
            $value = $value[0];
        }
        self::assertSame([], $value);

        // Each contains a copy of its contents.
        self::assertInstanceOf(\ArrayObject::class, $unpacker->reset($box(128))->unpack());
        foreach ([129, 3000] as $levels) {
            $unpacker->reset($box($levels));
            $error = self::assertThrows(UnpackingFailedException::class, $unpacker->unpack(...));
            self::assertSame('max_depth', $error->getReason());
        }
    }

    public function testDepthIsThatOfTheWholeMessage(): void
    {
        // Two levels, a box with one, and so on: three levels of the message for each box.
        $packed = "\x91\x91\x90";
        for ($boxes = 1; $boxes < 10; $boxes++) {
            $packed = "\x91\x91\xc7" . \chr(\strlen($packed)) . "\x09$packed";
            $levels = 3 * $boxes + 3;
            $unpacker = new BufferUnpacker($packed, UnpackOptions::fromDefaults()->withMaxDepth($levels), [new BoxExtension()]);
            self::assertStringStartsWith('a:1:{i:0;a:1:{i:0;O:11:"ArrayObject"', \serialize($unpacker->unpack()));
            $options = UnpackOptions::fromDefaults()->withMaxDepth($levels - 1);
            $unpacker = new BufferUnpacker($packed, $options, [new BoxExtension()]);
            $error = self::assertThrows(UnpackingFailedException::class, $unpacker->unpack(...));
            self::assertSame('max_depth', $error->getReason());
        }
    }

    public function testAnExtensionMayUseItsUnpackerLater(): void
    {
        $kept = [];
        $extension = self::extension(7, static function (BufferUnpacker $unpacker) use (&$kept): void {
            $kept[] = $unpacker;
        });
        (new BufferUnpacker("\x92\xd5\x07\x01\x02\xd5\x07\x03\x04", null, [$extension]))->unpack();
        self::assertSame([3, 1, 4, 2], [
            $kept[1]->unpack(), $kept[0]->unpack(), $kept[1]->unpack(), $kept[0]->unpack(),
        ]);
    }

    public function testAMessageIsReadOnceItIsThere(): void
    {
        $unpacker = new BufferUnpacker();
        $packed = "\x92\x01\x02\xa3bar";
        $unpacked = [];
        foreach ([1, 1, 2, 2, 1] as $length) {
            $unpacked[] = $unpacker->append(\substr($packed, 0, $length))->tryUnpack();
            $packed = \substr($packed, $length);
        }
        self::assertSame([[], [], [[1, 2]], [], ['bar']], $unpacked);
        self::assertFalse($unpacker->hasRemaining());
        self::assertSame([], $unpacker->tryUnpack());
    }

    private static function extension(int $type, callable $unpack): Extension
    {
        return new class ($type, $unpack(...)) implements Extension {
            public function __construct(private int $type, private \Closure $unpack)
            {
            }

            public function getType(): int
            {
                return $this->type;
            }

            public function pack(\Brine\MessagePack\Packer $packer, mixed $value): ?string
            {
                return null;
            }

            public function unpackExt(BufferUnpacker $unpacker, int $extLength): mixed
            {
                return ($this->unpack)($unpacker, $extLength);
            }
        };
    }

    /** The type that a byte begins, by the specification's table. */
    private static function typeOf(int $byte): string
    {
        foreach (
            [
                [0x7f, 'int'], [0x8f, 'map'], [0x9f, 'array'], [0xbf, 'str'], [0xc0, 'nil'], [0xc1, 'unused'], [0xc3, 'bool'],
                [0xc6, 'bin'], [0xc9, 'ext'], [0xcb, 'float'], [0xd3, 'int'], [0xd8, 'ext'], [0xdb, 'str'], [0xdd, 'array'],
                [0xdf, 'map'], [0xff, 'int'],
            ] as [$last, $type]
        ) {
            if ($byte <= $last) {
                return $type;
            }
        }
        throw new \LogicException("$byte is no byte");
    }
}
