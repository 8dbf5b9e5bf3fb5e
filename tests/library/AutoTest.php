<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\DecodeException;
use Brine\Decorator;
use Brine\EncodeException;
use Brine\Format;
use Brine\IgbinarySerializer;
use Brine\JsonSerializer;
use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Extension\ObjectExtension;
use Brine\MessagePack\Packer;
use Brine\MessagePackSerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Brine\Testing\SerializerContract;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

final class AutoTest extends SerializerContract
{
    protected function createSerializer(): Serializer
    {
        return new Auto();
    }

    public function testWritesTheBestFormatThatIsThere(): void
    {
        $brine = \extension_loaded('brine') ? Format::Brine : null;
        $igbinary = IgbinarySerializer::canWrite() ? Format::Igbinary : null;
        self::assertSame($brine ?? Format::Native, Format::of((new Auto())->serialize([1])));
        self::assertSame($brine ?? $igbinary ?? Format::Native, Format::of((new Auto(igbinaryTrusted: true))->serialize([1])));
        self::assertSame($igbinary ?? Format::Native, Format::of((new Auto([Format::Igbinary, Format::Native]))->serialize([1])));
        self::assertSame('a:1:{i:0;i:1;}', (new Auto([Format::Native, Format::Brine]))->serialize([1]));
        foreach ([[new JsonSerializer(), '[1]'], [new MessagePackSerializer(), "\x91\x01"]] as [$serializer, $data]) {
            $auto = new Auto(new Auto($serializer));
            self::assertSame($data, $auto->serialize([1]));
            self::assertSame([1], $auto->unserialize($data));
        }
    }

    public function testWritersThatAutoCouldNotRead(): void
    {
        $own = new class () implements Serializer {
            public function serialize(mixed $value): string
            {
                return 'mine';
            }

            public function unserialize(string $data): mixed
            {
                return null;
            }
        };
        $decorator = new class () implements Decorator {
            public function inner(): Serializer
            {
                return new NativeSerializer();
            }

            public function serialize(mixed $value): string
            {
                return \strrev(\serialize($value));
            }

            public function unserialize(string $data): mixed
            {
                return \unserialize(\strrev($data));
            }
        };
        $wrong = [
            'Auto could not read what ' . $decorator::class . ' writes' => static fn () => new Auto(new Compressed($decorator)),
            'Auto could not read what ' . $own::class . ' writes' => static fn () => new Auto(new Compressed($own)),
            'Signed goes around Auto, which has no keys: new Signed(new Auto($serializer), $keys)' => static fn () => new Auto(new Signed(new NativeSerializer(), 'key of this test')),
            'Auto cannot read MessagePack where Json is written' => static fn () => new Auto(new JsonSerializer(), foreign: Format::MessagePack),
        ];
        foreach ($wrong as $message => $make) {
            try {
                $make();
                self::fail("not thrown: $message");
            } catch (\LogicException $error) {
                self::assertSame($message, $error->getMessage());
            }
        }
        try {
            new Auto(new Compressed(new NativeSerializer(), maxLength: 101), ['max_length' => 100]);
            self::fail('it was made');
        } catch (\LogicException $error) {
            self::assertSame('Auto reads 100 bytes, and Compressed writes more', $error->getMessage());
        }
        new Auto(new Compressed(new NativeSerializer(), maxLength: 100), ['max_length' => 100]);
        foreach ([0, -1, 0x7e000001] as $length) {
            try {
                new Auto(options: ['max_length' => $length]);
                self::fail('it was made');
            } catch (\ValueError $error) {
                self::assertSame("Option \"max_length\" must be from 1 to 2113929216, not $length", $error->getMessage());
            }
        }
    }

    public function testOptionsOfTheWriterAreNotLost(): void
    {
        $none = ['allowed_classes' => false];
        $wrong = [
            'allowed_classes' => static fn () => new Auto(new Compressed(new Auto(options: $none))),
            'max_depth' => static fn () => new Auto(new NativeSerializer($none + ['max_depth' => 5]), $none + ['max_depth' => 6]),
            'max_elements' => static fn () => new Auto(new BrineSerializer(['max_elements' => 5])),
        ];
        foreach ($wrong as $option => $make) {
            try {
                $make();
                self::fail("not thrown: $option");
            } catch (\LogicException $error) {
                self::assertSame("Auto reads by its own options, which lack \"$option\" of what writes", $error->getMessage());
            }
        }
        $auto = new Auto(new Compressed(new Auto(options: $none)), $none + ['max_elements' => 5]);
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $auto->unserialize(\serialize(new \ArrayObject())));
    }

    public function testReadsWhatItWritesInTheWriterSOwnWay(): void
    {
        $deep = \array_reduce(\range(1, 600), static fn (mixed $inner): array => [$inner], 1);
        $auto = new Auto(new Compressed(new JsonSerializer(601)));
        self::assertSame($deep, $auto->unserialize($auto->serialize($deep)));

        $extension = new ObjectExtension(5, true);
        $auto = new Auto(new Auto(new MessagePackSerializer(new Packer(null, [$extension]), new BufferUnpacker('', null, [$extension]))));
        self::assertEquals(new \ArrayObject([1]), $auto->unserialize($auto->serialize(new \ArrayObject([1]))));
    }

    public function testFormatsThatCannotBeWritten(): void
    {
        try {
            new Auto([]);
            self::fail('it was made');
        } catch (\LogicException $error) {
            self::assertSame('Auto has no format to write: it is new Auto() for the best one, or new Auto([Format::Native])', $error->getMessage());
        }
        $this->expectException(\ValueError::class);
        new Auto([Format::Json]);
    }

    #[DataProvider('plainValues')]
    public function testReadsWhatAnyHasWritten(mixed $value): void
    {
        $auto = new Auto();
        $serializers = [new BrineSerializer(), new NativeSerializer(), new Compressed(new NativeSerializer(), minBytes: 0, minGain: 0.0)];
        if (IgbinarySerializer::canWrite()) {
            $serializers[] = new IgbinarySerializer();
            $serializers[] = new Compressed(new IgbinarySerializer(), minBytes: 0);
        }
        foreach ($serializers as $serializer) {
            self::assertSame(\serialize($value), \serialize($auto->unserialize($serializer->serialize($value))), $serializer::class);
        }
        foreach ([[Format::MessagePack, new MessagePackSerializer()], [Format::Json, new JsonSerializer()]] as [$format, $serializer]) {
            $data = $serializer->serialize($value);
            self::assertSame($format, Format::of($data, $format));
            self::assertNotContains(Format::of($data), [Format::Brine, Format::Igbinary, Format::Native]);
            self::assertSame(\serialize($value), \serialize((new Auto(foreign: $format))->unserialize($data)));
            $this->assertRefused($data, "$format->name, which is not asked for");
        }
    }

    #[DataProvider('firstBytes')]
    public function testFirstBytes(?Format $format, string $data): void
    {
        self::assertSame($format, Format::of($data));
    }

    /** Clients of igbinary write Brine behind igbinary's header, where Brine is in its place. */
    public function testReadsBrineInIgbinarysPlace(): void
    {
        $value = ['a' => [1, 2.5, 'a'], 'object' => new \ArrayObject([1])];
        $entry = "\0\0\0\2" . \brine_serialize($value);
        self::assertSame(Format::Brine, Format::of($entry));
        foreach ([[], ['resident' => true], ['max_depth' => 5]] as $options) {
            foreach ([1, 2, 3] as $time) {
                self::assertEquals($value, (new Auto(options: $options))->unserialize($entry), (string) $time);
            }
        }
        self::assertEquals($value, (new Compressed(new Auto()))->unserialize($entry));
        foreach (["\0\0\0\1\xC1\x10\1" => 'unknown_tag', "\0\0\0\2\xC1\x14" => 'not_verified', "\0\0\0\2\xC1" => 'truncated', "$entry\0" => 'trailing_bytes'] as $bytes => $reason) {
            try {
                (new Auto())->unserialize($bytes);
                self::fail($reason);
            } catch (DecodeException $error) {
                self::assertSame($reason, $error->getReason());
                self::assertSame(['not_verified' => 0, 'truncated' => 5, 'trailing_bytes' => \strlen($entry)][$reason] ?? 4, $error->getOffset());
            }
        }
        // A frame has the payload alone: its signature is what says that it is one.
        $key = \str_repeat('k', 32);
        $signed = (new Signed(new Auto(), [$key]))->serialize($value);
        self::assertEquals($value, (new Signed(new Auto(), [$key]))->unserialize($signed));
    }

    /** @return iterable<string, array{Format|null, string}> */
    public static function firstBytes(): iterable
    {
        $cases = [
            [Format::Brine, ["\xc1\x10\x05", "\xc1\x10", "\xc1\x12"]],
            [Format::Signed, ["\xc1\x14abcd"]],
            [Format::Compressed, ["\xc1\x18\x01\x00"]],
            [Format::Igbinary, ["\0\0\0\1\0", "\0\0\0\2\0"]],
            [Format::Native, ['N;', 'b:0;', 'b:1;', 'i:0;', 'i:-5;', 'd:0.5;', 'd:1.0E+25;', 'd:-INF;', 'd:NAN;', 's:0:"";', 'a:0:{}', 'O:8:"stdClass":0:{}', 'C:1:"A":0:{}', 'E:3:"A:B";']],
            [null, [
                '', "\xc1", "\xc1\x11\x05", "\xc1\x13", "\xc1\x16", "\xc1\x1a", "\xc1\x1c", "\xc1\x20\x05", "\xc1\x00", "\0", "\0\0\0", "\0\0\0\0", "\0\0\0\3\0", "\0\0\1\0", "\1\0\0\0",
                'n;', 'N', 'N;x', 'b:2;', 'b:0', 'b:', 'i:5', 'i:;', 'i:a;', 'i: 5;', 'd:;', 'd:0,5;', 's:5', 's:a:"', "s:1:'", 'a:1', 'a:1:(', 'a:-1:{', 'O:8:stdClass', 'O:+8:"stdClass"', 'o:8:"stdClass":0:{}',
                'r:1;', 'R:1;', 'hello', '5', '"a"', '{"a":1}', '[1]', 'true', "\x81\xa1a\x01", "\x9d", "\x78\x9c", "\x1f\x8b", "\x28\xb5\x2f\xfd",
            ]],
        ];
        foreach ($cases as [$format, $all]) {
            foreach ($all as $data) {
                yield ($format->name ?? 'none') . ': ' . \addcslashes($data, "\0..\37\177..\377") => [$format, $data];
            }
        }
    }

    public function testForeignFormats(): void
    {
        foreach (["\x81\xa1a\x01", "\x05", '5', "\xc0", "\xff", "\xa0"] as $message) {
            self::assertSame(Format::MessagePack, Format::of($message, Format::MessagePack), \bin2hex($message));
        }
        foreach (["\x05\x05", "\xc1\x11", 'hello', ''] as $other) {
            self::assertNull(Format::of($other, Format::MessagePack), \bin2hex($other));
        }
        foreach (['5', '-1', '"a"', '{}', '[]', 'true', 'false', 'null'] as $text) {
            self::assertSame(Format::Json, Format::of($text, Format::Json), $text);
        }
        foreach ([' 5', '+5', 'True', 'truex', '-', 'a', "'a'", ''] as $other) {
            self::assertNull(Format::of($other, Format::Json), $other);
        }
        self::assertSame(Format::Native, Format::of('N;', Format::Json));
        self::assertSame(Format::Igbinary, Format::of("\0\0\0\2\0", Format::MessagePack));
        $this->expectException(\ValueError::class);
        new Auto(foreign: Format::Native);
    }

    #[DataProvider('statesThatClassesRefuse')]
    public function testStatesThatClassesOfPhpRefuse(string $data): void
    {
        try {
            (new Auto())->unserialize($data);
            self::fail('it was read');
        } catch (DecodeException $error) {
            self::assertSame('bad_object', $error->getReason());
        }
    }

    /** @return iterable<string, array{string}> */
    public static function statesThatClassesRefuse(): iterable
    {
        yield 'native' => ['O:8:"DateTime":0:{}'];
        yield 'igbinary' => ["\0\0\0\2\x17\x08DateTime\x14\0"];
        yield 'Brine' => [\str_replace('DateTimf', 'DateTime', \brine_serialize(\unserialize('O:8:"DateTimf":0:{}')))];
    }

    public function testHooksThrowWhatTheyWant(): void
    {
        foreach ([new BrineSerializer(), new NativeSerializer()] as $serializer) {
            $data = $serializer->serialize(new ThrowingThing('read'));
            try {
                (new Auto())->unserialize($data);
                self::fail('nothing was thrown');
            } catch (\RuntimeException $error) {
                self::assertSame('at read', $error->getMessage());
            }
        }
    }

    public function testUnknownBytes(): void
    {
        try {
            (new Auto())->unserialize('hello');
            self::fail('it was read');
        } catch (DecodeException $error) {
            self::assertSame([0, 'unknown_format'], [$error->getOffset(), $error->getReason()]);
        }
    }

    public function testOptionsReachAllReaders(): void
    {
        $auto = new Auto(options: ['allowed_classes' => false, 'max_depth' => 6]);
        $shallow = [[new \ArrayObject([])]];
        $deep = [[[[[[[1]]]]]]];
        $serializers = [new BrineSerializer(), new NativeSerializer(), new Compressed(new NativeSerializer(), minBytes: 0)];
        if (IgbinarySerializer::canWrite()) {
            $serializers[] = new IgbinarySerializer();
        }
        foreach ($serializers as $serializer) {
            $value = $auto->unserialize($serializer->serialize([[new \SplStack()]]));
            self::assertIsArray($value);
            self::assertIsArray($value[0]);
            self::assertInstanceOf(\__PHP_Incomplete_Class::class, $value[0][0]);
            try {
                $auto->unserialize($serializer->serialize($deep));
                self::fail($serializer::class);
            } catch (DecodeException $error) {
                self::assertSame('max_depth', $error->getReason());
            }
        }
        self::assertEquals($shallow, (new Auto(options: ['allowed_classes' => ['ArrayObject']]))->unserialize(\serialize($shallow)));
    }

    #[RequiresPhpExtension('brine')]
    public function testBrineWritesIgbinary(): void
    {
        $value = ['a' => [1, 2], 'b' => new \ArrayObject(['a'])];
        self::assertTrue(IgbinarySerializer::canWrite());
        $data = (new Auto([Format::Igbinary]))->serialize($value);
        self::assertSame(\brine_igbinary_serialize($value), $data);
        self::assertSame($data, (new IgbinarySerializer())->serialize($value));
        self::assertEquals($value, (new IgbinarySerializer())->unserialize($data));
        self::assertSame(Format::Brine, Format::of((new Auto())->serialize($value)));
    }

    #[RequiresPhpExtension('igbinary')]
    public function testBothVersionsOfIgbinary(): void
    {
        $data = (string) \igbinary_serialize(['a' => 1]);
        self::assertSame("\0\0\0\2", \substr($data, 0, 4));
        self::assertSame(['a' => 1], (new Auto())->unserialize($data));
        self::assertSame(['a' => 1], (new Auto())->unserialize("\0\0\0\1" . \substr($data, 4)));
    }

    /** A property without a value that __sleep() names: serialize() leaves it out, and igbinary's extension throws an \Error. */
    #[RequiresPhpExtension('igbinary')]
    public function testAValueThatIgbinaryRefusesIsWrittenAsNativeText(): void
    {
        $value = [new SleepingThing(), 'text'];
        $text = \serialize($value);
        if (\extension_loaded('brine')) {
            $auto = new Auto([Format::Igbinary]);
            self::assertSame(Format::Igbinary, Format::of($auto->serialize($value)));
            self::assertEquals($value, $auto->unserialize($auto->serialize($value)));

            return;
        }
        foreach ([new Auto([Format::Igbinary]), new Auto(new Auto([Format::Igbinary])), new Auto(new Compressed(new Auto([Format::Igbinary])))] as $auto) {
            self::assertSame($text, $auto->serialize($value));
            self::assertEquals($value, $auto->unserialize($text));
            self::assertSame(Format::Igbinary, Format::of($auto->serialize('text')));
        }
        try {
            (new IgbinarySerializer())->serialize($value);
            self::fail('It was written');
        } catch (EncodeException $error) {
            self::assertSame('Typed property Brine\Tests\Library\SleepingThing::$late must not be accessed before initialization (in __sleep)', $error->getMessage());
            self::assertInstanceOf(\Error::class, $error->getPrevious());
        }
    }

    #[RequiresPhpExtension('igbinary')]
    public function testWhatNeitherWritesIsRefused(): void
    {
        $auto = new Auto([Format::Igbinary]);
        try {
            $auto->serialize([static fn (): int => 1]);
            self::fail('It was written');
        } catch (EncodeException $error) {
            self::assertSame("Serialization of 'Closure' is not allowed", $error->getMessage());
        }
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('at write');
        $auto->serialize(new ThrowingThing('write'));
    }
}
