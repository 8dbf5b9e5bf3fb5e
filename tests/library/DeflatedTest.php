<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\Compressed;
use Brine\DecodeException;
use Brine\Deflated;
use Brine\NativeSerializer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\DeflateMarshaller;

/** Entries that were compressed before Brine came. */
#[RequiresPhpExtension('zlib')]
final class DeflatedTest extends TestCase
{
    private const VALUE = ['id' => 5, 'title' => 'An entry', 'more' => [true, null, 2.5, 'An entry']];

    /** igbinary's bytes of VALUE. */
    private const IGBINARY = '00000002140311026964060511057469746c651108416e20656e74727911046d6f7265140406000506010006020c400400000000000006030e02';

    /** @return iterable<string, array{string}> */
    public static function entries(): iterable
    {
        $native = \serialize(self::VALUE);
        $igbinary = (string) \hex2bin(self::IGBINARY);
        yield 'native' => [$native];
        yield 'igbinary' => [$igbinary];
        yield 'native by gzdeflate()' => [(string) \gzdeflate($native)];
        yield 'igbinary by gzdeflate()' => [(string) \gzdeflate($igbinary)];
        yield 'native by gzcompress()' => [(string) \gzcompress($native)];
        yield 'igbinary by gzcompress()' => [(string) \gzcompress($igbinary)];
        foreach ([0, 1, 9] as $level) {
            yield "native by gzdeflate(), level $level" => [(string) \gzdeflate($native, $level)];
        }
        yield 'Brine in igbinary\'s place by gzdeflate()' => [(string) \gzdeflate("\0\0\0\2" . \brine_serialize(self::VALUE))];
        yield 'Brine' => [\brine_serialize(self::VALUE)];
        yield 'compressed by Brine' => [(new Compressed(new Auto(), minBytes: 1, minGain: 0.0))->serialize(self::VALUE)];
    }

    #[DataProvider('entries')]
    public function testOldEntriesAreRead(string $data): void
    {
        self::assertSame(self::VALUE, self::serializer()->unserialize($data));
    }

    public function testEntriesOfSymfony(): void
    {
        $written = (new DeflateMarshaller(new DefaultMarshaller(false)))->marshall(['a' => self::VALUE, 'b' => false, 'c' => \str_repeat('long ', 1000)], $failed);
        self::assertSame([], $failed);
        foreach (['a' => self::VALUE, 'b' => false, 'c' => \str_repeat('long ', 1000)] as $key => $value) {
            $data = $written[$key];
            self::assertIsString($data);
            self::assertSame($value, self::serializer()->unserialize($data));
        }
    }

    public function testWhatIsWrittenIsWhatTheInnerOneWrites(): void
    {
        self::assertSame('i:5;', (new Deflated(new NativeSerializer()))->serialize(5));
    }

    /** @return iterable<string, array{string, string}> */
    public static function damage(): iterable
    {
        $zlib = (string) \gzcompress(\serialize(self::VALUE));
        yield 'nothing' => ['', 'unknown_format'];
        yield 'cut' => [\substr($zlib, 0, -1), 'unknown_format'];
        yield 'cut in the middle' => [\substr($zlib, 0, 20), 'unknown_format'];
        yield 'more behind it' => ["$zlib\0", 'unknown_format'];
        yield 'a bit changed' => [\substr_replace($zlib, $zlib[20] ^ "\1", 20, 1), 'unknown_format'];
        yield 'a preset dictionary' => ["x\x20" . \substr($zlib, 2), 'unknown_format'];
        yield 'a text' => [(string) \gzdeflate('some text'), 'unknown_format'];
        yield 'compressed twice' => [(string) \gzdeflate($zlib), 'unknown_format'];
        yield 'an envelope' => [(string) \gzdeflate((new Compressed(new Auto(), minBytes: 1, minGain: 0.0))->serialize(self::VALUE)), 'unknown_format'];
        yield 'a broken content' => [(string) \gzdeflate('a:1:{i:0;'), 'malformed'];
    }

    #[DataProvider('damage')]
    public function testDamagedEntriesAreRefused(string $data, string $reason): void
    {
        try {
            self::serializer()->unserialize($data);
            self::fail('It was read');
        } catch (DecodeException $error) {
            self::assertSame($reason, $error->getReason());
        }
    }

    public function testContentThatIsTooLong(): void
    {
        $data = (string) \gzdeflate(\serialize(\str_repeat('a', 1000)));
        self::assertSame(\str_repeat('a', 1000), (new Deflated(new Auto(), 1010))->unserialize($data));
        $this->expectException(DecodeException::class);
        (new Deflated(new Auto(), 1009))->unserialize($data);
    }

    public function testABombIsNotDecompressed(): void
    {
        // 20 MiB of one letter take 20 KB, which may become 4 MiB and 128 times their size.
        $data = (string) \gzdeflate(\serialize(\str_repeat('a', 20 << 20)));
        $before = \memory_get_peak_usage();
        \memory_reset_peak_usage();
        try {
            self::serializer()->unserialize($data);
            self::fail('It was read');
        } catch (DecodeException $error) {
            self::assertSame('unknown_format', $error->getReason());
        }
        self::assertLessThan(\max($before, \memory_get_usage() + (32 << 20)), \memory_get_peak_usage());
    }

    private static function serializer(): Deflated
    {
        return new Deflated(new Compressed(new Auto()));
    }
}
