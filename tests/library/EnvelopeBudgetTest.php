<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\DecodeException;
use Brine\Format;
use Brine\Format\SignedFrame;
use Brine\IgbinarySerializer;
use Brine\Internal\ReadsWithin;
use Brine\JsonSerializer;
use Brine\MessagePackSerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** An envelope's bytes limit its content. */
final class EnvelopeBudgetTest extends TestCase
{
    private const BASE = 1 << 25;

    /** An envelope of so many bytes. */
    private static function envelope(string $content, int $size = 0): string
    {
        $compressed = Algorithm::Zlib->compress($content, 9);
        $envelope = Envelope::seal(Algorithm::Zlib, \strlen($content), $compressed);
        self::assertGreaterThanOrEqual($size === 0 ? 0 : \strlen($envelope), $size);

        return $envelope;
    }

    /** @param list<array{string, int|null}> $calls receives the arguments of the calls */
    private static function recorder(array &$calls): Serializer
    {
        $note = static function (string $data, ?int $maxMemory) use (&$calls): null {
            $calls[] = [$data, $maxMemory];

            return null;
        };

        return new class ($note) implements ReadsWithin {
            /** @param \Closure(string, int|null): null $note */
            public function __construct(private \Closure $note)
            {
            }

            public function serialize(mixed $value): string
            {
                return \is_string($value) ? $value : '';
            }

            public function unserialize(string $data): mixed
            {
                return ($this->note)($data, null);
            }

            public function unserializeWithin(string $data, int $maxMemory): mixed
            {
                return ($this->note)($data, $maxMemory);
            }
        };
    }

    public function testWhatIsGivenToTheReader(): void
    {
        $calls = [];
        $recorder = self::recorder($calls);
        $serializers = [new Compressed($recorder), new Signed(new Compressed($recorder), 'key')];
        foreach ($serializers as $i => $serializer) {
            $content = \str_repeat('abc', 10_000);
            $envelope = self::envelope($content);
            $serializer->unserialize($i === 0 ? $envelope : SignedFrame::sign($envelope, 'key'));
            self::assertSame([$content, self::BASE + 256 * 8 * \strlen($envelope)], \array_pop($calls));
        }
        // Up to eight times as long, the content has the same limit as without an envelope.
        $content = 'x';
        $serializers[0]->unserialize(Envelope::seal(Algorithm::Stored, 1, $content));
        self::assertSame([$content, null], \array_pop($calls));
        $serializers[0]->unserialize('plain');
        self::assertSame(['plain', null], \array_pop($calls));
    }

    public function testTheTurningPoint(): void
    {
        $calls = [];
        $recorder = self::recorder($calls);
        $compressed = new Compressed($recorder);
        $seen = [];
        for ($length = 100; $length < 400; $length++) {
            $envelope = self::envelope(\str_repeat('a', $length));
            $compressed->unserialize($envelope);
            $seen[$length > 8 * \strlen($envelope)] = true;
            self::assertSame(
                $length > 8 * \strlen($envelope) ? self::BASE + 256 * 8 * \strlen($envelope) : null,
                (\array_pop($calls) ?? self::fail('it was not asked'))[1],
            );
        }
        self::assertCount(2, $seen);
    }

    public function testSerializersOfOthersAreAskedAsBefore(): void
    {
        $other = new class () implements Serializer {
            public function serialize(mixed $value): string
            {
                return \serialize($value);
            }

            public function unserialize(string $data): mixed
            {
                return \unserialize($data);
            }
        };
        $value = \str_repeat('again ', 100_000);
        $compressed = new Compressed($other);
        self::assertTrue(Envelope::recognises($compressed->serialize($value)));
        self::assertSame($value, $compressed->unserialize($compressed->serialize($value)));
    }

    /** @return iterable<string, array{Serializer, Format|null}> */
    public static function formats(): iterable
    {
        yield 'Brine' => [new BrineSerializer(), null];
        yield 'native' => [new NativeSerializer(), null];
        yield 'MessagePack' => [new MessagePackSerializer(), Format::MessagePack];
        yield 'JSON' => [new JsonSerializer(), Format::Json];
        yield 'igbinary' => [new IgbinarySerializer(), null];
    }

    /**
     * A list of so many lists, each of 16 of 16 of 16 of 16 lists of one element. Its bytes repeat, but it contains no back-references.
     */
    private static function tree(Serializer $serializer, int $count): string
    {
        $parts = match ($serializer::class) {
            BrineSerializer::class => ["\xc1\x10", "\xc0\x00", static fn (int $n, string $child): string => \chr(0xbf + $n) . \str_repeat($child, $n)],
            NativeSerializer::class => ['', 'a:1:{i:0;i:0;}', static fn (int $n, string $child): string => "a:$n:{" . \implode('', \array_map(static fn (int $i): string => "i:$i;$child", \range(0, $n - 1))) . '}'],
            MessagePackSerializer::class => ['', "\x91\x00", static fn (int $n, string $child): string => "\xdc\x00" . \chr($n) . \str_repeat($child, $n)],
            JsonSerializer::class => ['', '[0]', static fn (int $n, string $child): string => '[' . \implode(',', \array_fill(0, $n, $child)) . ']'],
            default => ["\0\0\0\2", "\x14\x01\x06\x00\x06\x00", static fn (int $n, string $child): string => "\x14" . \chr($n) . \implode('', \array_map(static fn (int $i): string => "\x06" . \chr($i) . $child, \range(0, $n - 1)))],
        };
        [$head, $tree, $node] = $parts;
        foreach ([16, 16, 16, 16, $count] as $n) {
            $tree = $node($n, $tree);
        }

        return $head . $tree;
    }

    #[DataProvider('formats')]
    public function testArraysInAnEnvelope(Serializer $serializer, ?Format $foreign): void
    {
        $content = self::tree($serializer, 6);
        $envelope = self::envelope($content, \intdiv(\strlen($content), 80));
        // By itself it is read.
        self::assertCount(6, (array) $serializer->unserialize($content));
        $auto = new Auto(foreign: $foreign);
        $readers = [
            'Compressed' => [new Compressed($serializer), $envelope],
            'Compressed around Auto' => [new Compressed($auto), $envelope],
            'Compressed around Auto, resident' => [new Compressed(new Auto(options: ['resident' => true], foreign: $foreign)), $envelope],
            'Auto' => [$auto, $envelope],
            'Auto with a signature' => [Signed::alsoUnsigned($auto, 'key'), SignedFrame::sign($envelope, 'key')],
            'without a signature, inside of one' => [Signed::alsoUnsigned($auto, 'key'), $envelope],
            'Signed' => [new Signed(new Compressed($serializer), 'key'), SignedFrame::sign($envelope, 'key')],
        ];
        foreach ($readers as $name => [$reader, $data]) {
            \memory_reset_peak_usage();
            $before = \memory_get_usage();
            try {
                $reader->unserialize($data);
                self::fail("$name has read it");
            } catch (DecodeException $error) {
                self::assertSame('max_memory', $error->getReason(), $name);
                self::assertSame(\strlen($data) - \strlen($envelope) + Envelope::HEAD, $error->getOffset(), $name);
            }
            // The content, what is made of it before it is too much (the estimate is within a factor of two, and the readers in PHP note what was there), and the step of decompressing.
            self::assertLessThan(4 * self::BASE + 3 * \strlen($content), \memory_get_peak_usage() - $before, $name);
        }
    }

    #[DataProvider('formats')]
    public function testFewerAreRead(Serializer $serializer, ?Format $foreign): void
    {
        $content = self::tree($serializer, 1);
        $value = \serialize($serializer->unserialize($content));
        foreach ([new Compressed($serializer), new Auto(foreign: $foreign)] as $reader) {
            self::assertSame($value, \serialize($reader->unserialize(self::envelope($content))));
        }
    }

    public function testATrustedStoreHasNoSuchLimit(): void
    {
        if (!IgbinarySerializer::canWrite()) {
            self::markTestSkipped('igbinary is not loaded');
        }
        $envelope = self::envelope(self::tree(new IgbinarySerializer(), 6));
        foreach ([new Compressed(new IgbinarySerializer([], true)), new Auto(igbinaryTrusted: true)] as $reader) {
            self::assertCount(6, (array) $reader->unserialize($envelope));
        }
    }

    /** @return iterable<string, array{Serializer, \Closure(int): Serializer}> */
    public static function limited(): iterable
    {
        yield 'Brine' => [new BrineSerializer(), static fn (int $max): Serializer => new BrineSerializer(['max_memory' => $max])];
        yield 'native' => [new NativeSerializer(), static fn (int $max): Serializer => new NativeSerializer(['max_memory' => $max])];
        yield 'igbinary' => [new IgbinarySerializer(), static fn (int $max): Serializer => new IgbinarySerializer(['max_memory' => $max])];
    }

    /** @param \Closure(int): Serializer $make */
    #[DataProvider('limited')]
    public function testTheCallersLimitCounts(Serializer $serializer, \Closure $make): void
    {
        $content = self::tree($serializer, 3);
        $envelope = self::envelope($content);
        foreach ([new Compressed($make(1 << 30)), new Auto(options: ['max_memory' => 1 << 30])] as $reader) {
            self::assertCount(3, (array) $reader->unserialize($envelope));
        }
        foreach ([new Compressed($make(1 << 20)), new Auto(options: ['max_memory' => 1 << 20])] as $reader) {
            foreach ([$content, $envelope] as $data) {
                try {
                    $reader->unserialize($data);
                    self::fail('it was read');
                } catch (DecodeException $error) {
                    self::assertSame('max_memory', $error->getReason());
                }
            }
        }
    }

    /** Memory of an array with this capacity. */
    private static function memoryOf(int $places, int $element): int
    {
        return 56 + $element * $places + 4096;
    }

    /** @return iterable<string, array{ReadsWithin, string, int}> reader, bytes, and the least sufficient limit */
    public static function counted(): iterable
    {
        $number = static fn (int $i): string => \sprintf('%04d', $i);
        // Brine charges strings before the first value after 4,096 bytes, and after 4,096 more: the list begins at 2, and each string has 5 bytes.
        $strings = "\xc1\x10\xe8\xc7\x10" . \implode('', \array_map(static fn (int $i): string => "\x23" . $number($i), \range(0, 1999)));
        yield 'Brine, strings' => [new BrineSerializer(), $strings, self::memoryOf(2048, 16) + 32 * (int) (\ceil(4091 / 5) + \ceil(4096 / 5))];
        $references = "\xc1\x10\xe8\xc7\x10" . \str_repeat("\xf5\x00", 2000);
        yield 'Brine, references' => [new BrineSerializer(), $references, self::memoryOf(2048, 16) + 32 * 2000];
        $keys = "\xc1\x10\xe9\xc7\x10" . \implode('', \array_map(static fn (int $i): string => "\x23" . $number($i), \range(0, 1999))) . \str_repeat("\x00", 2000);
        // All keys come before the first value.
        yield 'Brine, keys' => [new BrineSerializer(), $keys, self::memoryOf(2048, 40) + 32 * 2000];
        $digits = "\xc1\x10\xe8\xc7\x10" . \str_repeat("\xf7\x04\x21\x43", 2000);
        yield 'Brine, digits' => [new BrineSerializer(), $digits, self::memoryOf(2048, 16) + 32 * (int) \ceil(4091 / 4)];
        $text = \serialize(\array_map($number, \range(0, 1999)));
        yield 'native, strings' => [new NativeSerializer(), $text, self::memoryOf(2048, 40) + 32 * 2000];
        $value = 5;
        $text = \serialize(\array_map(static function () use (&$value): array {
            return [&$value];
        }, \range(0, 1999)));
        // The first of them is the value.
        yield 'native, references' => [new NativeSerializer(), $text, self::memoryOf(2048, 40) + 2000 * (56 + 8 * 40) + 1999 * 32];
        $text = "\0\0\0\2\x15\x07\xd0" . \implode('', \array_map(static fn (int $i): string => "\x08" . \pack('n', $i) . "\x11\x04" . $number($i), \range(0, 1999)));
        // Of igbinary, keys are where strings are counted. An element has 9 bytes, and the first is at 7.
        yield 'igbinary, strings' => [new IgbinarySerializer(), $text, self::memoryOf(2048, 40) + 32 * (int) (\ceil(4089 / 9) + 3 * \ceil(4096 / 9))];
        $text = "\0\0\0\2\x15\x07\xd0" . \implode('', \array_map(static fn (int $i): string => "\x08" . \pack('n', $i) . "\x25\x00", \range(0, 1999)));
        yield 'igbinary, references' => [new IgbinarySerializer(), $text, self::memoryOf(2048, 40) + 32 * 2000];
        $text = "\xdc\x07\xd0" . \implode('', \array_map(static fn (int $i): string => "\xa4" . $number($i), \range(0, 1999)));
        yield 'MessagePack, strings' => [new MessagePackSerializer(), $text, self::memoryOf(2048, 16) + 32 * 2000];
        $text = (string) \json_encode(\array_map($number, \range(0, 1999)));
        yield 'JSON, strings' => [new JsonSerializer(), $text, 56 + 8 * 16 + 1999 * 40 + 32 * 2000];
    }

    /** The least sufficient limit, and one byte less, with and without the extension. */
    #[DataProvider('counted')]
    public function testStringsAndReferencesCount(ReadsWithin $serializer, string $data, int $memory): void
    {
        self::assertSame(2000, \count((array) $serializer->unserializeWithin($data, $memory)));
        try {
            $serializer->unserializeWithin($data, $memory - 1);
            self::fail('it was read');
        } catch (DecodeException $error) {
            self::assertSame('max_memory', $error->getReason());
        }
    }

    /** @return iterable<string, array{string}> payloads of few different bytes, each of which expands as much as possible */
    public static function dear(): iterable
    {
        $elements = ['strings' => "\x21ab", 'digits' => "\xf7\x02\x10", 'references' => "\xf5\x00", 'lists of a reference' => "\xc0\xf5\x00", 'references of lists' => "\xf5\xc0\x00", 'lists of a string' => "\xc0\x21ab"];
        foreach ($elements as $name => $element) {
            // Lists of 128, since one list would be too large before it has any elements.
            yield $name => ["\xc1\x10\xe8\xe0" . \pack('v', 12_000 - 8384) . \str_repeat("\xe8\x80" . \str_repeat($element, 128), 12_000)];
        }
        $references = "\xe8\xf0" . \pack('V', 2_000_000) . \str_repeat("\xf5\x00", 2_000_000);
        yield 'references in one list' => ["\xc1\x10$references"];
        yield 'references in a map' => ["\xc1\x10\xe9\x01\x20a$references"];
    }

    /** Besides the content, memory is at most 1.25 times the budget with the extension, and three times without. */
    #[DataProvider('dear')]
    public function testStringsAndReferencesInAnEnvelope(string $content): void
    {
        $envelope = self::envelope($content);
        $budget = self::BASE + 2048 * \strlen($envelope);
        self::assertLessThan(3 * self::BASE, $budget);
        $factor = \extension_loaded('brine') ? 1.25 : 3;
        foreach ([new Compressed(new BrineSerializer()), new Auto()] as $reader) {
            \memory_reset_peak_usage();
            $before = \memory_get_usage();
            try {
                $reader->unserialize($envelope);
                self::fail('it was read');
            } catch (DecodeException $error) {
                self::assertContains($error->getReason(), \extension_loaded('brine') ? ['max_memory'] : ['max_memory', 'too_large']);
            }
            self::assertLessThan($factor * $budget + 3 * \strlen($content), \memory_get_peak_usage() - $before);
        }
    }

    /** Lookalikes of further elements are inside strings. */
    #[DataProvider('formats')]
    public function testStringsThatLookLikeArrays(Serializer $serializer, ?Format $foreign): void
    {
        if ($serializer instanceof IgbinarySerializer && !IgbinarySerializer::canWrite()) {
            self::markTestSkipped('igbinary is not loaded');
        }
        $string = \str_repeat('a:9:{i:0;[{[{,,,' . "\u{1f600}\u{8bcd}", 60_000);
        $value = ['text' => $string, 'list' => [$string]];
        $auto = new Auto(foreign: $foreign);
        self::assertSame($value, $auto->unserialize(self::envelope($serializer->serialize($value))));
    }

    /** @return iterable<string, array{Algorithm}> */
    public static function algorithms(): iterable
    {
        foreach ([Algorithm::Zlib, Algorithm::Zstd, Algorithm::Lz4] as $algorithm) {
            yield $algorithm->name => [$algorithm];
        }
    }

    #[DataProvider('algorithms')]
    public function testHowLongAContentMayBe(Algorithm $algorithm): void
    {
        if (!$algorithm->isAvailable()) {
            self::markTestSkipped("no extension for $algorithm->name");
        }
        $serializer = new Compressed(new NativeSerializer(), $algorithm);
        // Four mebibytes may come from anything.
        $value = \str_repeat('a', (1 << 22) - 13);
        $data = $serializer->serialize($value);
        self::assertSame([1 << 22, $value], [\unpack('V', $data, 4)[1] ?? 0, $serializer->unserialize($data)]);
        // More is not written, and would not be read.
        $content = \serialize(\str_repeat('a', 20_000_000));
        $compressed = $algorithm->compress($content, $algorithm->levels()[1]);
        self::assertGreaterThan(128, \strlen($content) / \strlen($compressed));
        self::assertSame($content, $serializer->serialize(\unserialize($content)));
        \memory_reset_peak_usage();
        $before = \memory_get_usage();
        try {
            (new Auto())->unserialize(Envelope::seal($algorithm, \strlen($content), $compressed));
            self::fail('it was read');
        } catch (DecodeException $error) {
            $most = (1 << 22) + 128 * \strlen($compressed);
            self::assertSame(['max_length', 4], [$error->getReason(), $error->getOffset()]);
            self::assertSame("The content has 20000014 bytes, more than the $most that an envelope of this size may have", $error->getMessage());
        }
        self::assertLessThan(1 << 20, \memory_get_peak_usage() - $before);
        // Where compressing takes more room, it may be longer.
        $value = \implode('', \array_map(static fn (int $i): string => \md5((string) $i) . \str_repeat('a', 2000), \range(1, 5_000)));
        $data = $serializer->serialize($value);
        self::assertSame([Envelope::MAGIC, true], [\substr($data, 0, 2), $value === $serializer->unserialize($data)]);
    }

    public function testTheLongestContent(): void
    {
        self::assertSame([1 << 22, (1 << 22) + 128_000, Envelope::MAX_LENGTH], \array_map(Envelope::mostOf(...), [0, 1000, 1 << 30]));
    }
}
