<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\DecodeException;
use Brine\EncodeException;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Brine\Testing\SerializerContract;
use PHPUnit\Framework\Attributes\DataProvider;

final class CompressedTest extends SerializerContract
{
    private const TEXT = 'to be or not to be, that is the question: ';

    protected function createSerializer(): Serializer
    {
        return new Compressed(new NativeSerializer(), minBytes: 0, minGain: 0.0);
    }

    public function testTheEnvelope(): void
    {
        $value = \str_repeat(self::TEXT, 100);
        $plain = \serialize($value);
        $data = (new Compressed(new NativeSerializer(), level: 6))->serialize($value);
        self::assertSame("\xc1\x18\x01\x00" . \pack('V', \strlen($plain)), \substr($data, 0, 8));
        self::assertSame($plain, \gzuncompress(\substr($data, 8)));
        self::assertSame(\gzcompress($plain, 6), \substr($data, 8));
    }

    public function testTheExampleOfTheDocument(): void
    {
        $document = (string) \file_get_contents(\dirname(__DIR__, 2) . '/docs/reference/envelope.md');
        self::assertSame(1, \preg_match('/```\n(C1 18 .*?)```/s', $document, $example));
        \preg_match_all('/^((?:[0-9A-F]{2} )+) /m', $example[1] ?? '', $lines);
        $data = (string) \hex2bin(\str_replace(' ', '', \implode('', $lines[1])));
        self::assertSame(\str_repeat('a', 20), (new Compressed(new NativeSerializer()))->unserialize($data));
    }

    public function testReadersOfPayloadsRefuseAnEnvelope(): void
    {
        $data = (new Compressed(new BrineSerializer()))->serialize(\str_repeat(self::TEXT, 100));
        try {
            \brine_unserialize($data);
            self::fail('it was read');
        } catch (DecodeException $error) {
            self::assertSame([1, 'flags'], [$error->getOffset(), $error->getReason()]);
        }
    }

    #[DataProvider('algorithms')]
    public function testEachAlgorithm(Algorithm $algorithm): void
    {
        if (!$algorithm->isAvailable()) {
            self::markTestSkipped("no extension for $algorithm->name");
        }
        foreach ($algorithm->levels() as $level) {
            foreach ([\str_repeat(self::TEXT, 5000), \random_bytes(100_000)] as $value) {
                $serializer = new Compressed(new NativeSerializer(), $algorithm, $level, minGain: 0.0);
                $data = $serializer->serialize($value);
                self::assertSame($value, $serializer->unserialize($data));
                // Whatever a reader would write itself.
                self::assertSame($value, (new Compressed(new NativeSerializer()))->unserialize($data));
            }
            $data = (new Compressed(new NativeSerializer(), $algorithm, $level))->serialize(\str_repeat(self::TEXT, 5000));
            self::assertSame($algorithm->value, \ord($data[2]));
            self::assertLessThan(20_000, \strlen($data));
        }
    }

    /** @return iterable<string, array{Algorithm}> */
    public static function algorithms(): iterable
    {
        foreach ([Algorithm::Zlib, Algorithm::Zstd, Algorithm::Lz4] as $algorithm) {
            yield $algorithm->name => [$algorithm];
        }
    }

    public function testDefaultLevels(): void
    {
        $content = \serialize(\str_repeat(self::TEXT, 100));
        self::assertSame((string) \gzcompress($content, 1), Algorithm::Zlib->compress($content, Algorithm::Zlib->defaultLevel()));
        self::assertSame([0, 1, 3, 0], \array_map(static fn (Algorithm $algorithm): int => $algorithm->defaultLevel(), Algorithm::cases()));
        $data = (new Compressed(new NativeSerializer()))->serialize(\str_repeat(self::TEXT, 100));
        self::assertSame(\gzcompress($content, 1), \substr($data, Envelope::HEAD));
    }

    public function testWhatIsSmallOrGainsTooLittleStaysAsItIs(): void
    {
        $native = new NativeSerializer();
        $value = \str_repeat('ab', 500);
        $plain = \serialize($value);
        self::assertSame($plain, (new Compressed($native, minBytes: \strlen($plain) + 1))->serialize($value));
        self::assertTrue(Envelope::recognises((new Compressed($native, minBytes: \strlen($plain)))->serialize($value)));
        self::assertSame($plain, (new Compressed($native, minGain: 1.0))->serialize($value));

        $random = \serialize(\base64_encode(\random_bytes(9000)));
        // Base64 saves a quarter at most.
        self::assertSame($random, (new Compressed($native, minGain: 0.26))->serialize(\unserialize($random)));
        self::assertTrue(Envelope::recognises((new Compressed($native, minGain: 0.2))->serialize(\unserialize($random))));
        // The head of the envelope counts.
        $saved = \strlen($plain) - \strlen((string) \gzcompress($plain, 1));
        $gain = static fn (int $bytes): float => ($bytes - 0.5) / \strlen($plain);
        self::assertSame($plain, (new Compressed($native, minBytes: 0, minGain: $gain($saved - 7)))->serialize($value));
        self::assertTrue(Envelope::recognises((new Compressed($native, minBytes: 0, minGain: $gain($saved - 8)))->serialize($value)));
        // Unreadable values are not written.
        self::assertSame($plain, (new Compressed($native, minBytes: 0, maxLength: \strlen($plain) - 1))->serialize($value));
    }

    public function testAutoOpensNothingInsideOfAnEnvelope(): void
    {
        $long = \serialize(\str_repeat(self::TEXT, 1000));
        $envelope = Envelope::seal(Algorithm::Zlib, \strlen($long), Algorithm::Zlib->compress($long, 9));
        $frame = \Brine\Format\SignedFrame::sign('b:1;', 'key');
        $serializer = new Compressed(new Auto(), maxLength: 1000);
        foreach ([$envelope, $frame] as $content) {
            try {
                $serializer->unserialize(Envelope::seal(Algorithm::Stored, \strlen($content), $content));
                self::fail('it was read');
            } catch (DecodeException $error) {
                self::assertSame([Envelope::HEAD, 'unknown_format'], [$error->getOffset(), $error->getReason()]);
            }
        }
        self::assertTrue(Signed::alsoUnsigned($serializer, 'key')->unserialize($frame));
    }

    public function testBytesThatLookLikeAnEnvelopeAreStoredInOne(): void
    {
        $odd = new class () implements Serializer {
            public function serialize(mixed $value): string
            {
                return "\xc1\x18" . \serialize($value);
            }

            public function unserialize(string $data): mixed
            {
                return \unserialize(\substr($data, 2));
            }
        };
        $serializer = new Compressed($odd);
        self::assertSame("\xc1\x18\x00\x00\x06\x00\x00\x00\xc1\x18b:0;", $serializer->serialize(false));
        self::assertFalse($serializer->unserialize($serializer->serialize(false)));
        // Values too long to be read are not written.
        self::assertFalse((new Compressed($odd, maxLength: 6))->unserialize($serializer->serialize(false)));
        $this->expectException(EncodeException::class);
        $this->expectExceptionMessage('What looks like an envelope has 6 bytes, more than 5');
        (new Compressed($odd, maxLength: 5))->serialize(false);
    }

    #[DataProvider('damagedEnvelopes')]
    public function testDamagedEnvelopes(string $data, int $offset, string $reason): void
    {
        foreach ([new Compressed(new NativeSerializer(), maxLength: 10_000), new Auto(options: ['max_length' => 10_000])] as $serializer) {
            try {
                $serializer->unserialize($data);
                self::fail('it was read');
            } catch (DecodeException $error) {
                self::assertSame([$offset, $reason], [$error->getOffset(), $error->getReason()], $error->getMessage());
            }
        }
    }

    /** @return iterable<string, array{string, int, string}> */
    public static function damagedEnvelopes(): iterable
    {
        $plain = \serialize(\str_repeat(self::TEXT, 100));
        $zlib = (string) \gzcompress($plain);
        $envelope = static fn (string $algorithm, int $length, string $data): string => "\xc1\x18$algorithm" . \pack('V', $length) . $data;
        yield 'head cut' => ["\xc1\x18\x01\x00\x05\x00", 6, 'truncated'];
        yield 'nothing in it' => [$envelope("\1\0", 5, ''), 8, 'truncated'];
        yield 'unknown codec' => [$envelope("\4\0", \strlen($plain), $zlib), 2, 'unknown_codec'];
        yield 'reserved byte' => [$envelope("\1\2", \strlen($plain), $zlib), 3, 'reserved'];
        yield 'a preset that nobody knows' => [$envelope("\1\1", \strlen($plain), $zlib), 8, 'unknown_dictionary'];
        yield 'a preset of what is stored' => [$envelope("\0\1", \strlen($plain), $zlib), 3, 'reserved'];
        yield 'length of 0' => [$envelope("\1\0", 0, $zlib), 4, 'bad_content'];
        yield 'length too small' => [$envelope("\1\0", \strlen($plain) - 1, $zlib), 8, 'bad_content'];
        yield 'length too great' => [$envelope("\1\0", \strlen($plain) + 1, $zlib), 8, 'bad_content'];
        yield 'length beyond the cap' => [$envelope("\1\0", 10_001, (string) \gzcompress(\str_repeat('a', 10_001))), 4, 'max_length'];
        yield 'length of 4 GiB' => [$envelope("\1\0", 0xffffffff, $zlib), 4, 'max_length'];
        yield 'data cut' => [$envelope("\1\0", \strlen($plain), \substr($zlib, 0, -1)), 8, 'bad_content'];
        yield 'data of one byte' => [$envelope("\1\0", \strlen($plain), 'x'), 8, 'bad_content'];
        yield 'data followed by a byte' => [$envelope("\1\0", \strlen($plain), "$zlib\0"), 8, 'bad_content'];
        yield 'data twice' => [$envelope("\1\0", \strlen($plain), $zlib . $zlib), 8, 'bad_content'];
        yield 'wrong checksum' => [$envelope("\1\0", \strlen($plain), \substr($zlib, 0, -1) . \chr(\ord($zlib[-1]) ^ 1)), 8, 'bad_content'];
        yield 'raw deflate' => [$envelope("\1\0", \strlen($plain), (string) \gzdeflate($plain)), 8, 'bad_content'];
        yield 'gzip' => [$envelope("\1\0", \strlen($plain), (string) \gzencode($plain)), 8, 'bad_content'];
        // FDICT is set, and FCHECK with it.
        yield 'a preset dictionary' => [$envelope("\1\0", \strlen($plain), "\x78\xbb" . \substr($zlib, 2)), 8, 'bad_content'];
        yield 'LZ4, more than it can become' => [$envelope("\3\0", 2562, 'abcdefghij'), 8, Algorithm::Lz4->isAvailable() ? 'bad_content' : 'algorithm_unavailable'];
        yield 'Zstandard, more than it can become' => [$envelope("\2\0", 9999, "\x28\xb5\x2f\xfd"), 8, Algorithm::Zstd->isAvailable() ? 'bad_content' : 'algorithm_unavailable'];
        yield 'stored, length too small' => [$envelope("\0\0", 3, 'b:0;'), 8, 'bad_content'];
        yield 'stored, length too great' => [$envelope("\0\0", 5, 'b:0;'), 8, 'bad_content'];
        yield 'content of no format' => [$envelope("\0\0", 4, "\xff\xff\xff\xff"), 8, 'unknown_format'];
        yield 'an envelope in it' => [$envelope("\0\0", 12, $envelope("\0\0", 4, 'b:0;')), 8, 'unknown_format'];
    }

    public function testARefusedPresetDictionaryLeavesNoMemoryBehind(): void
    {
        $data = Envelope::seal(Algorithm::Zlib, 1000, "\x78\xbb" . \substr((string) \gzcompress(\str_repeat('a', 1000)), 2));
        $this->assertRefused($data, 'a preset dictionary');
        $before = \memory_get_usage();
        for ($i = 0; $i < 100; $i++) {
            $this->assertRefused($data, 'a preset dictionary');
        }
        self::assertLessThan(100 * 8192, \memory_get_usage() - $before);
    }

    #[DataProvider('algorithms')]
    public function testDamageToEachAlgorithm(Algorithm $algorithm): void
    {
        if (!$algorithm->isAvailable()) {
            self::markTestSkipped("no extension for $algorithm->name");
        }
        foreach ([100, 400, 70_000] as $size) {
            $content = \serialize(\substr(\str_repeat(self::TEXT, 2000), 0, $size));
            $length = \strlen($content);
            $compressed = $algorithm->compress($content, $algorithm->levels()[1]);
            $auto = new Auto(options: ['max_length' => 100_000]);
            self::assertSame(\unserialize($content), $auto->unserialize(Envelope::seal($algorithm, $length, $compressed)));
            foreach ([$length - 1, $length + 1, 1, 100_000, 100_001, 0x7fffffff, 0xffffffff] as $wrong) {
                $this->assertRefused(Envelope::seal($algorithm, $wrong, $compressed), "$size bytes said to be $wrong");
            }
            for ($cut = 0; $cut < \min(100, \strlen($compressed)); $cut++) {
                $this->assertRefused(Envelope::seal($algorithm, $length, \substr($compressed, 0, $cut)), "$size bytes, cut to $cut");
            }
        }
    }

    public function testAFrameOfZstandardThatSaysALargeSize(): void
    {
        if (!Algorithm::Zstd->isAvailable()) {
            self::markTestSkipped('no extension for Zstd');
        }
        // Single segments of 1, 2, 4 and 8 bytes of size, one with a window, and one with neither: one raw block of one byte.
        $block = "\x09\x00\x00a";
        foreach (["\x20\xff", "\x60\xff\xff", "\xa0\xff\xff\xff\x7f", "\xe0\xff\xff\xff\xff\xff\xff\xff\x7f", "\x80\x58\xff\xff\xff\x7f", "\x00\x58"] as $head) {
            \memory_reset_peak_usage();
            $before = \memory_get_usage();
            foreach ([1, 255, 65791] as $length) {
                $this->assertRefused(Envelope::seal(Algorithm::Zstd, $length, "\x28\xb5\x2f\xfd$head$block"), \bin2hex($head));
            }
            self::assertLessThan(1 << 20, \memory_get_peak_usage() - $before);
        }
        self::assertSame(5, (new Auto())->unserialize(Envelope::seal(Algorithm::Zstd, 4, "\x28\xb5\x2f\xfd\x20\x04\x21\x00\x00i:5;")));
    }

    public function testAnEnvelopeThatBecomesAThousandTimesAsLong(): void
    {
        // 64 MiB of one byte in 64 KiB, declared as 1,000 bytes.
        $bomb = "\xc1\x18\x01\x00" . \pack('V', 1000) . \gzcompress(\str_repeat('a', 1 << 26), 9);
        \memory_reset_peak_usage();
        $before = \memory_get_usage();
        $this->assertRefused($bomb);
        self::assertLessThan(20 << 20, \memory_get_peak_usage() - $before);
    }

    public function testTheOrderOfDecorators(): void
    {
        $inner = new BrineSerializer();
        $compressed = new Compressed($inner);
        $wrong = [
            static fn () => new Compressed(new Signed($inner, 'key')),
            static fn () => new Compressed(new Compressed($inner)),
            static fn () => new Compressed(new Auto($compressed)),
            static fn () => new Compressed(Signed::alsoUnsigned($inner, 'key')),
            static fn () => new Signed(new Signed($inner, 'key'), 'key'),
            static fn () => new Signed(Signed::alsoUnsigned($inner, 'key'), 'key'),
            static fn () => new Auto(new Signed($inner, 'key')),
        ];
        foreach ($wrong as $i => $make) {
            try {
                $make();
                self::fail("number $i was made");
            } catch (\LogicException $error) {
                self::assertSame(\LogicException::class, $error::class);
            }
        }
        self::assertSame($compressed, (new Signed($compressed, 'key'))->inner());
        $auto = new Auto($inner);
        self::assertSame([$auto, $inner], [(new Compressed($auto))->inner(), $auto->inner()]);
    }

    public function testOptionsOutOfRange(): void
    {
        $inner = new NativeSerializer();
        $wrong = [
            'level 10' => static fn () => new Compressed($inner, Algorithm::Zlib, 10),
            'level 0' => static fn () => new Compressed($inner, Algorithm::Zlib, 0),
            'level of what is stored' => static fn () => new Compressed($inner, Algorithm::Stored, 1),
            'negative bytes' => static fn () => new Compressed($inner, minBytes: -1),
            'gain' => static fn () => new Compressed($inner, minGain: 1.01),
            'gain NaN' => static fn () => new Compressed($inner, minGain: \NAN),
            'length' => static fn () => new Compressed($inner, maxLength: 0),
            'length of 2 GiB' => static fn () => new Compressed($inner, maxLength: 0x7e000001),
        ];
        foreach ($wrong as $name => $make) {
            try {
                $make();
                self::fail($name);
            } catch (\ValueError $error) {
                self::assertSame(\ValueError::class, $error::class);
            }
        }
    }
}
