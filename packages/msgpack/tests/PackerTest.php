<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\CanBePacked;
use Brine\MessagePack\CanPack;
use Brine\MessagePack\Exception\InvalidOptionException;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Extension;
use Brine\MessagePack\MessagePack;
use Brine\MessagePack\Packer;
use Brine\MessagePack\PackOptions;
use Brine\MessagePack\Type\Bin;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Map;
use Brine\MessagePack\TypeTransformer\StreamTransformer;
use Brine\MessagePack\TypeTransformer\TraversableTransformer;
use PHPUnit\Framework\Attributes\DataProvider;

final class PackerTest extends MessagePackTestCase
{
    #[DataProvider('modes')]
    public function testOptions(PackOptions|int|null $options, mixed $value, string $packed): void
    {
        self::assertSame(\bin2hex($packed), \bin2hex((new Packer($options))->pack($value)));
        self::assertSame(\bin2hex($packed), \bin2hex(MessagePack::pack($value, $options)));
    }

    /** @return iterable<array<mixed>> */
    public static function modes(): iterable
    {
        $long = \str_repeat('a', 40);
        $longBytes = \str_repeat("\x80", 40);
        yield 'default, invalid UTF-8' => [null, "\x80", "\xa1\x80"];
        yield 'default by an object' => [PackOptions::fromDefaults(), ["\x80"], "\x91\xa1\x80"];
        yield 'no bit' => [0, ["\x80" => 1.5], "\x81\xa1\x80\xcb\x3f\xf8\0\0\0\0\0\0"];
        yield 'str' => [PackOptions::FORCE_STR, "\x80", "\xa1\x80"];
        yield 'bin' => [PackOptions::FORCE_BIN, 'a', "\xc4\x01a"];
        yield 'bin, long' => [PackOptions::FORCE_BIN, $long, "\xc4\x28$long"];
        yield 'bin in an array' => [PackOptions::FORCE_BIN, ['a', $long], "\x92\xc4\x01a\xc4\x28$long"];
        yield 'bin as a key' => [PackOptions::FORCE_BIN, ['a' => 1, $long => 2], "\x82\xc4\x01a\x01\xc4\x28$long\x02"];
        yield 'detect str' => [PackOptions::DETECT_STR_BIN, "\u{20ac}", "\xa3\u{20ac}"];
        yield 'detect empty' => [PackOptions::DETECT_STR_BIN, '', "\xa0"];
        yield 'detect NUL' => [PackOptions::DETECT_STR_BIN, "\0", "\xa1\0"];
        yield 'detect bin' => [PackOptions::DETECT_STR_BIN, "\x80", "\xc4\x01\x80"];
        yield 'detect, long' => [PackOptions::DETECT_STR_BIN, [$long, $longBytes], "\x92\xd9\x28$long\xc4\x28$longBytes"];
        yield 'detect keys' => [PackOptions::DETECT_STR_BIN, ['a' => 1, "\xff" => 2], "\x82\xa1a\x01\xc4\x01\xff\x02"];
        yield 'detect line break at the end' => [PackOptions::DETECT_STR_BIN, "a\n", "\xa2a\n"];
        yield 'detect surrogate' => [PackOptions::DETECT_STR_BIN, "\xed\xa0\x80", "\xc4\x03\xed\xa0\x80"];
        yield 'detect overlong' => [PackOptions::DETECT_STR_BIN, "\xc0\x80", "\xc4\x02\xc0\x80"];
        yield 'detect beyond U+10FFFF' => [PackOptions::DETECT_STR_BIN, "\xf4\x90\x80\x80", "\xc4\x04\xf4\x90\x80\x80"];
        yield 'detect U+10FFFF' => [PackOptions::DETECT_STR_BIN, "\u{10ffff}", "\xa4\u{10ffff}"];
        yield 'detect cut' => [PackOptions::DETECT_STR_BIN, "a\xe2\x82", "\xc4\x03a\xe2\x82"];
        yield 'arr' => [PackOptions::FORCE_ARR, ['a' => 1, 5 => ['b' => 2]], "\x92\x01\x91\x02"];
        yield 'map' => [PackOptions::FORCE_MAP, [1, [2]], "\x82\x00\x01\x01\x81\x00\x02"];
        yield 'map, empty' => [PackOptions::FORCE_MAP, [], "\x80"];
        yield 'detect arr' => [PackOptions::DETECT_ARR_MAP, [[1], ['a' => 1]], "\x92\x91\x01\x81\xa1a\x01"];
        yield 'float32' => [PackOptions::FORCE_FLOAT32, [2.5, 0.1], "\x92\xca\x40\x20\0\0\xca\x3d\xcc\xcc\xcd"];
        yield 'float32, too large' => [PackOptions::FORCE_FLOAT32, 1e300, "\xca\x7f\x80\0\0"];
        yield 'float32, too small' => [PackOptions::FORCE_FLOAT32, -1e-300, "\xca\x80\0\0\0"];
        yield 'float64' => [PackOptions::FORCE_FLOAT64, 2.5, "\xcb\x40\x04\0\0\0\0\0\0"];
        yield 'one of each' => [
            PackOptions::FORCE_BIN | PackOptions::FORCE_MAP | PackOptions::FORCE_FLOAT32,
            ['a', 2.5],
            "\x82\x00\xc4\x01a\x01\xca\x40\x20\0\0",
        ];
    }

    #[DataProvider('contradictions')]
    public function testContradictingOptions(int $bitmask, string $message): void
    {
        foreach ([static fn () => new Packer($bitmask), static fn () => PackOptions::fromBitmask($bitmask)] as $call) {
            self::assertSame($message, self::assertThrows(InvalidOptionException::class, $call)->getMessage());
        }
    }

    /** @return iterable<array<mixed>> */
    public static function contradictions(): iterable
    {
        $class = PackOptions::class;
        $strings = "Invalid option str/bin, use one of $class::FORCE_STR, $class::FORCE_BIN or $class::DETECT_STR_BIN";
        yield [PackOptions::FORCE_STR | PackOptions::FORCE_BIN, $strings];
        yield [PackOptions::FORCE_STR | PackOptions::DETECT_STR_BIN, $strings];
        yield [PackOptions::FORCE_STR | PackOptions::FORCE_BIN | PackOptions::DETECT_STR_BIN, $strings];
        $arrays = "Invalid option arr/map, use one of $class::FORCE_ARR, $class::FORCE_MAP or $class::DETECT_ARR_MAP";
        yield [PackOptions::FORCE_ARR | PackOptions::FORCE_MAP, $arrays];
        yield [PackOptions::FORCE_MAP | PackOptions::DETECT_ARR_MAP, $arrays];
        $floats = "Invalid option float, use $class::FORCE_FLOAT32 or $class::FORCE_FLOAT64";
        yield [PackOptions::FORCE_FLOAT32 | PackOptions::FORCE_FLOAT64, $floats];
        yield [0x100, "Invalid option 0x100, use constants of $class"];
    }

    public function testModesOfOptions(): void
    {
        $options = PackOptions::fromDefaults();
        self::assertSame([true, false, false], [
            $options->isForceStrMode(), $options->isForceBinMode(), $options->isDetectStrBinMode(),
        ]);
        self::assertSame([false, false, true], [
            $options->isForceArrMode(), $options->isForceMapMode(), $options->isDetectArrMapMode(),
        ]);
        self::assertSame([false, true], [$options->isForceFloat32Mode(), $options->isForceFloat64Mode()]);
        self::assertEquals($options, PackOptions::fromBitmask(0));
        self::assertEquals($options, PackOptions::fromBitmask($options->toBitmask()));

        $bitmask = PackOptions::DETECT_STR_BIN | PackOptions::FORCE_ARR | PackOptions::FORCE_FLOAT32;
        $options = PackOptions::fromBitmask($bitmask);
        self::assertSame($bitmask, $options->toBitmask());
        self::assertTrue($options->isDetectStrBinMode());
        self::assertTrue($options->isForceArrMode());
        self::assertTrue($options->isForceFloat32Mode());
    }

    public function testMethodsOfTypes(): void
    {
        // The options do not change what a method says it packs, but for floats and for what is in arrays.
        $packer = new Packer(PackOptions::FORCE_BIN | PackOptions::FORCE_MAP | PackOptions::FORCE_FLOAT32);
        self::assertSame("\xc0", $packer->packNil());
        self::assertSame("\xc2\xc3", $packer->packBool(false) . $packer->packBool(true));
        self::assertSame("\xca\x40\x20\0\0", $packer->packFloat(2.5));
        self::assertSame("\xcb\x40\x04\0\0\0\0\0\0", (new Packer())->packFloat(2.5));
        self::assertSame("\xca\x40\x20\0\0", $packer->packFloat32(2.5));
        self::assertSame("\xcb\x40\x04\0\0\0\0\0\0", $packer->packFloat64(2.5));
        self::assertSame("\xa1a", $packer->packStr('a'));
        self::assertSame("\xc4\x01a", $packer->packBin('a'));
        self::assertSame("\x92\xc4\x01a\x81\x00\x01", $packer->packArray(['k' => 'a', 'l' => [1]]));
        self::assertSame("\x81\xc4\x01k\xc4\x01a", $packer->packMap(['k' => 'a']));
        self::assertSame("\xd4\x05a", $packer->packExt(5, 'a'));

        $packer = new Packer();
        self::assertSame("\x82\x00\x91\x01\x01\x81\xa1a\x02", $packer->packMap([[1], ['a' => 2]]));
        self::assertSame("\x92\x91\x01\x81\xa1a\x02", $packer->packArray([3 => [1], 1 => ['a' => 2]]));
        self::assertSame("\x80\x90", $packer->packMap([]) . $packer->packArray([]));
    }

    public function testMethodsOfTypesPackAllSamples(): void
    {
        $packer = new Packer();
        foreach (Messages::ints() as $int => $packed) {
            self::assertSame(\bin2hex($packed), \bin2hex($packer->packInt($int)));
        }
        foreach (Messages::strings() as [$string, $packed]) {
            self::assertTrue($packed === $packer->packStr($string));
        }
        foreach (Messages::bins() as [$bin, $packed]) {
            self::assertTrue($packed === $packer->packBin($bin->data));
        }
        foreach (Messages::arrays() as [$array, $packed]) {
            self::assertTrue($packed === $packer->packArray($array));
        }
        foreach (Messages::maps() as [$map, $packed]) {
            self::assertTrue($packed === $packer->packMap($map instanceof Map ? $map->map : $map));
        }
        foreach (Messages::exts() as [$ext, $packed]) {
            self::assertTrue($packed === $packer->packExt($ext->type, $ext->data));
        }
    }

    #[DataProvider('headers')]
    public function testHeaders(int $size, string $array, string $map): void
    {
        $packer = new Packer();
        self::assertSame([\bin2hex($array), \bin2hex($map)], [
            \bin2hex($packer->packArrayHeader($size)),
            \bin2hex($packer->packMapHeader($size)),
        ]);
    }

    /** @return iterable<array<mixed>> */
    public static function headers(): iterable
    {
        yield [0, "\x90", "\x80"];
        yield [15, "\x9f", "\x8f"];
        yield [16, "\xdc\x00\x10", "\xde\x00\x10"];
        yield [0xffff, "\xdc\xff\xff", "\xde\xff\xff"];
        yield [0x10000, "\xdd\x00\x01\x00\x00", "\xdf\x00\x01\x00\x00"];
        yield [0xffffffff, "\xdd\xff\xff\xff\xff", "\xdf\xff\xff\xff\xff"];
    }

    public function testOutOfRange(): void
    {
        $packer = new Packer();
        $calls = [
            'too_long' => static fn () => $packer->packArrayHeader(-1),
            'too_long ' => static fn () => $packer->packArrayHeader(0x100000000),
            ' too_long' => static fn () => $packer->packMapHeader(-1),
            ' too_long ' => static fn () => $packer->packMapHeader(0x100000000),
            'bad_type' => static fn () => $packer->packExt(128, ''),
            'bad_type ' => static fn () => $packer->packExt(-129, ''),
        ];
        foreach ($calls as $reason => $call) {
            self::assertSame(\trim($reason), self::assertThrows(PackingFailedException::class, $call)->getReason());
        }
    }

    #[DataProvider('unsupported')]
    public function testUnsupportedTypes(mixed $value, string $type): void
    {
        foreach ([$value, [1, $value], ['a' => ['b' => $value]]] as $packed) {
            $error = self::assertThrows(PackingFailedException::class, static fn () => (new Packer())->pack($packed));
            self::assertSame(
                "Unsupported type \"$type\", maybe you forgot to register the type transformer or extension?",
                $error->getMessage(),
            );
            self::assertSame('unsupported_type', $error->getReason());
        }
    }

    /** @return iterable<array<mixed>> */
    public static function unsupported(): iterable
    {
        yield 'object' => [new \stdClass(), 'stdClass'];
        yield 'closure' => [static fn () => 1, 'Closure'];
        yield 'stream' => [\STDERR, 'resource'];
        yield 'point' => [new Point(1, 2), Point::class];
        $closed = self::stream('r');
        \fclose($closed);
        yield 'closed stream' => [$closed, 'resource (closed)'];
    }

    public function testTypesPackThemselves(): void
    {
        $packer = new Packer(PackOptions::FORCE_ARR);
        self::assertSame(
            "\x93\x82\x00\x01\x01\x02\xc4\x01a\xd4\x05b",
            $packer->pack([new Map([1, 2]), new Bin('a'), new Ext(5, 'b')]),
        );
        self::assertSame("\x81\xa1a\x82\x00\x01\x01\x91\x02", (new Packer())->pack(['a' => new Map([1, [2]])]));
    }

    public function testSubclassesDecideHowTypesArePacked(): void
    {
        $packer = new class () extends Packer {
            public function packExt(int $type, string $data): string
            {
                return $this->packStr("ext $type");
            }
        };
        self::assertSame("\x92\x01\xa5ext 5", $packer->pack([1, new Ext(5, 'data')]));
        self::assertSame("\x92\x01\xc7\x03\x05new", (new Packer())->pack([1, new Ext(5, 'new')]));
    }

    public function testTypesOutOfRange(): void
    {
        foreach ([-129, 128] as $type) {
            $error = self::assertThrows(
                PackingFailedException::class,
                static fn () => (new Packer())->pack([new Ext($type, '')]),
            );
            self::assertSame('bad_type', $error->getReason());
        }
    }

    public function testTransformersAreAskedInOrder(): void
    {
        $asked = [];
        $transformer = static function (string $name, ?string $packed) use (&$asked): CanPack {
            $log = static function (string $entry) use (&$asked): void {
                $asked[] = $entry;
            };

            return new class ($log, $name, $packed) implements CanPack {
                public function __construct(private \Closure $log, private string $name, private ?string $packed)
                {
                }

                public function pack(Packer $packer, mixed $value): ?string
                {
                    ($this->log)($this->name . ' ' . \get_debug_type($value));

                    return $this->packed;
                }
            };
        };
        $packer = new Packer(null, [$transformer('a', null), $transformer('b', "\x01")]);
        $extended = $packer->extendWith($transformer('c', "\x02"), $transformer('d', "\x03"));
        self::assertNotSame($packer, $extended);
        self::assertSame("\x92\x01\x01", $packer->pack([new \stdClass(), new Point(1, 2)]));
        self::assertSame(['a stdClass', 'b stdClass', 'a ' . Point::class, 'b ' . Point::class], $asked);

        $asked = [];
        self::assertSame("\x02", (new Packer(null, [$transformer('a', null)]))->extendWith($transformer('c', "\x02"))->pack(new \stdClass()));
        self::assertSame(['a stdClass', 'c stdClass'], $asked);

        // Neither scalars nor arrays nor what packs itself gets there.
        $asked = [];
        $packer->pack([1, 'a', null, true, 1.5, [], new Map([]), new Bin('')]);
        self::assertSame([], $asked);
    }

    public function testStreamsThatCannotBeRead(): void
    {
        $packer = new Packer(null, [new StreamTransformer()]);
        $file = \tempnam(\sys_get_temp_dir(), 'brine');
        self::assertNotFalse($file);
        $stream = \fopen($file, 'w');
        \unlink($file);
        self::assertNotFalse($stream);
        $error = self::assertThrows(PackingFailedException::class, static fn () => $packer->pack([$stream]));
        self::assertSame('unreadable_stream', $error->getReason());
        $this->assertPacksAsBefore($packer);
    }

    public function testTransformersThatReturnNothing(): void
    {
        $packer = new Packer(null, [new StreamTransformer(), TraversableTransformer::toMap()]);
        $error = self::assertThrows(PackingFailedException::class, static fn () => $packer->pack([new Point(1, 2)]));
        self::assertStringStartsWith('Unsupported type "' . Point::class . '", ', $error->getMessage());
        $this->assertPacksAsBefore($packer);
    }

    public function testExceptionsOfTransformersPass(): void
    {
        $packer = new Packer(null, [new class () implements CanPack {
            public function pack(Packer $packer, mixed $value): ?string
            {
                throw new \DomainException('no');
            }
        }]);
        self::assertThrows(\DomainException::class, static fn () => $packer->pack(['a' => [new Point(1, 2)]]));
        $this->assertPacksAsBefore($packer);
    }

    public function testTransformersPackWithThePackerThatTheyAreGiven(): void
    {
        $packer = new Packer(PackOptions::FORCE_BIN, [new PointExtension(3), new BoxExtension()]);
        self::assertSame("\xd5\x03\x01\x02", $packer->pack(new Point(1, 2)));
        $value = [new \ArrayObject(['a' => [new Point(1, 300), 'b']]), 7];
        self::assertSame("\x92\xc7\x0e\x09\x81\xc4\x01a\x92\xd6\x03\x01\xcd\x01\x2c\xc4\x01b\x07", $packer->pack($value));
    }

    public function testManyObjectsInsideEachOther(): void
    {
        $packer = new Packer(null, [new BoxExtension()]);
        $value = 5;
        for ($i = 0; $i < 100; $i++) {
            $value = new \ArrayObject(['k' => [$value]]);
        }
        $unpacked = (new BufferUnpacker($packer->pack($value), null, [new BoxExtension()]))->unpack();
        self::assertIdentical($value, $unpacked);
    }

    public function testPackersAndExtensionsCanBeMocked(): void
    {
        $stream = self::stream('r');
        $packer = $this->createMock(Packer::class);
        $packer->expects(self::once())->method('packBin')->with('')->willReturn("\xc4\x00");
        self::assertSame("\xc4\x00", (new StreamTransformer())->pack($packer, $stream));

        $extension = $this->createMock(Extension::class);
        $extension->method('getType')->willReturn(5);
        $extension->expects(self::once())->method('unpackExt')
            ->with(self::isInstanceOf(BufferUnpacker::class), 1)
            ->willReturn($stream);
        self::assertSame($stream, (new BufferUnpacker("\xd4\x05\x01", null, [$extension]))->unpack());
    }

    public function testClassesWithTheSignaturesOfTheOtherLibrary(): void
    {
        $extension = new class () implements Extension {
            public function getType(): int
            {
                return 7;
            }

            /** @param mixed $value */
            public function pack(Packer $packer, $value): ?string
            {
                return $value instanceof Point ? $packer->packExt(7, $packer->packInt($value->x)) : null;
            }

            /** @return mixed */
            public function unpackExt(BufferUnpacker $unpacker, int $extLength)
            {
                return [$extLength, $unpacker->unpackInt()];
            }
        };
        $text = new class () implements CanBePacked {
            public function pack(Packer $packer): string
            {
                return $packer->packStr('t');
            }
        };
        $packed = (new Packer(null, [$extension]))->pack([new Point(300, 0), $text]);
        self::assertSame("\x92\xc7\x03\x07\xcd\x01\x2c\xa1t", $packed);
        self::assertSame([[3, 300], 't'], (new BufferUnpacker($packed, null, [$extension]))->unpack());
    }

    public function testStreams(): void
    {
        $stream = self::stream('r+');
        \fwrite($stream, "ab\xff");
        \rewind($stream);
        \fgetc($stream);
        $packer = new Packer(null, [new StreamTransformer()]);
        self::assertSame("\x92\xc4\x02b\xff\xc4\x00", $packer->pack([$stream, $stream]));
        self::assertNull((new StreamTransformer())->pack($packer, 'str'));
        self::assertNull((new StreamTransformer())->pack($packer, \stream_context_create()));
    }

    public function testTraversables(): void
    {
        $generator = static function (): \Generator {
            yield 'a' => 1;
            yield 'a' => new \ArrayIterator([5 => 2]);
            yield 3 => [];
        };
        $packer = new Packer(null, [TraversableTransformer::toMap()]);
        self::assertSame("\x82\xa1a\x81\x05\x02\x03\x90", $packer->pack($generator()));
        $packer = new Packer(null, [TraversableTransformer::toArray()]);
        self::assertSame("\x93\x01\x91\x02\x90", $packer->pack($generator()));
        self::assertNull(TraversableTransformer::toMap()->pack($packer, new Point(1, 2)));
    }

    #[DataProvider('keysThatMapsDoNotHave')]
    public function testKeysOfTraversables(mixed $key, string $type): void
    {
        $generator = static function () use ($key): \Generator {
            yield $key => 1;
        };
        $packer = new Packer(null, [TraversableTransformer::toMap()]);
        $error = self::assertThrows(PackingFailedException::class, static fn () => $packer->pack([$generator()]));
        self::assertSame("A key of a map has to be int or string, not $type", $error->getMessage());
        self::assertSame('bad_key', $error->getReason());
        $this->assertPacksAsBefore($packer);
        self::assertSame("\x91\x01", (new Packer(null, [TraversableTransformer::toArray()]))->pack($generator()));
    }

    /** @return iterable<array{mixed, string}> */
    public static function keysThatMapsDoNotHave(): iterable
    {
        yield 'float' => [1.5, 'float'];
        yield 'float without a fraction' => [1.0, 'float'];
        yield 'null' => [null, 'null'];
        yield 'bool' => [true, 'bool'];
        yield 'array' => [[1], 'array'];
        yield 'object' => [new \stdClass(), 'stdClass'];
    }

    public function testArraysThatHaveThemselvesInThem(): void
    {
        $array = [1];
        $array[] = &$array;
        $error = self::assertThrows(PackingFailedException::class, static fn () => (new Packer())->pack($array));
        self::assertSame('max_depth', $error->getReason());
    }

    public function testObjectsThatPackThemselvesForEver(): void
    {
        $endless = new class () implements CanBePacked {
            public function pack(Packer $packer): string
            {
                return $packer->pack($this);
            }
        };
        $packer = new Packer();
        $error = self::assertThrows(PackingFailedException::class, static fn () => $packer->pack([$endless]));
        self::assertSame('max_depth', $error->getReason());
        $this->assertPacksAsBefore($packer);
    }

    public function testObjectsThatSuspendFibersEndInAnyOrder(): void
    {
        $suspending = new class () implements CanBePacked {
            public function pack(Packer $packer): string
            {
                return $packer->pack(\Fiber::suspend());
            }
        };
        $packer = new Packer();
        $fibers = [];
        for ($i = 0; $i < 4096; $i++) {
            foreach (['first', 'second'] as $name) {
                $fibers[$name] = new \Fiber(static fn (): string => $packer->pack([$suspending]));
                $fibers[$name]->start();
            }
            foreach ($fibers as $name => $fiber) {
                $fiber->resume($name);
            }
        }
        self::assertSame(
            ['first' => "\x91\xa5first", 'second' => "\x91\xa6second"],
            \array_map(static fn (\Fiber $fiber): mixed => $fiber->getReturn(), $fibers),
        );
        $this->assertPacksAsBefore($packer);
    }

    public function testDepth(): void
    {
        $nest = static function (int $levels): array {
            $value = [];
            for ($i = 1; $i < $levels; $i++) {
                $value = [$value];
            }

            return $value;
        };
        self::assertSame(\str_repeat("\x91", 4095) . "\x90", (new Packer())->pack($nest(4096)));
        $error = self::assertThrows(PackingFailedException::class, static fn () => (new Packer())->pack($nest(4097)));
        self::assertSame('max_depth', $error->getReason());
    }

    public function testDepthIsThatOfTheWholeValue(): void
    {
        $wrap = static fn (mixed $value): CanBePacked => new class ($value) implements CanBePacked {
            public function __construct(private mixed $value)
            {
            }

            public function pack(Packer $packer): string
            {
                return $packer->pack($this->value);
            }
        };
        // A thousand arrays and an object, and so on.
        $value = 1;
        for ($objects = 1; $objects < 10; $objects++) {
            for ($i = 0; $i < 1000; $i++) {
                $value = [$value];
            }
            if ($objects < 5) {
                self::assertSame(\str_repeat("\x91", 1000 * $objects) . "\x01", (new Packer())->pack($value));
            } else {
                $error = self::assertThrows(PackingFailedException::class, static fn () => (new Packer())->pack($value));
                self::assertSame('max_depth', $error->getReason());
            }
            $value = $wrap($value);
        }
    }

    public function testReferencesAreFollowed(): void
    {
        $shared = ['a' => 1];
        $value = [&$shared, &$shared];
        self::assertSame("\x92\x81\xa1a\x01\x81\xa1a\x01", (new Packer())->pack($value));
    }

    private function assertPacksAsBefore(Packer $packer): void
    {
        self::assertSame("\x92\x01\x81\xa1a\x02", $packer->pack([1, ['a' => 2]]));
    }
}
