<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\Dictionary;
use Brine\Dictionary\Directory;
use Brine\Serializer;
use Brine\Signed;
use PHPUnit\Framework\Attributes\DataProvider;

/** Preset dictionaries of compression, which dictionaries have. */
final class PresetTest extends DictionaryTestCase
{
    private const TEXT = '<a class="teaser" href="/node/';

    /** One that nobody has loaded, with a preset. */
    private static function preset(): Dictionary
    {
        return self::random(static fn (string $random): array => [
            ['a string that is in the dictionary'], [], [], [1 => $random . self::TEXT, 2 => $random . self::TEXT],
        ]);
    }

    /** @return array<int, string> */
    private static function entry(int $i = 7): array
    {
        return ['a string that is in the dictionary', self::TEXT . "$i\">"];
    }

    /** @return iterable<string, array{Algorithm}> */
    public static function algorithms(): iterable
    {
        yield 'zlib' => [Algorithm::Zlib];
        yield 'zstd' => [Algorithm::Zstd];
    }

    #[DataProvider('algorithms')]
    public function testItIsUsedWhereTheContentNamesIt(Algorithm $algorithm): void
    {
        if (!$algorithm->isAvailable()) {
            self::markTestSkipped("no extension for $algorithm->name");
        }
        $dictionary = self::preset();
        $inner = new BrineSerializer(dictionary: $dictionary);
        $serializer = new Compressed($inner, $algorithm, minBytes: 1);
        $payload = $inner->serialize(self::entry());
        $data = $serializer->serialize(self::entry());
        $head = "\xC1\x18" . \pack('CCV', $algorithm->value, 1, \strlen($payload)) . \hex2bin($dictionary->id());
        self::assertSame($head, \substr($data, 0, 16));
        self::assertLessThan(\strlen($payload), \strlen($data));
        self::assertSame($payload, Envelope::open($data, 1000));
        foreach ([$serializer, new Auto(), new Compressed(new Auto()), new Auto(options: ['resident' => true])] as $reader) {
            self::assertSame(self::entry(), $reader->unserialize($data));
        }
        // Payloads that name no dictionary have none.
        $plain = $serializer->serialize(\str_repeat('abc', 100));
        self::assertSame("\xC1\x18" . \chr($algorithm->value) . "\0", \substr($plain, 0, 4));
        $without = self::unknown();
        $data = (new Compressed(new BrineSerializer(dictionary: $without), $algorithm, minBytes: 1))->serialize(['a string that is in the dictionary', \str_repeat('abc', 100)]);
        self::assertSame("\xC1\x18" . \chr($algorithm->value) . "\0", \substr($data, 0, 4));
        self::assertSame("\xC1\x12" . \hex2bin($without->id()), \substr(Envelope::open($data, 1000), 0, 10));
    }

    public function testTheGainCountsTheId(): void
    {
        $inner = new BrineSerializer(dictionary: self::preset());
        $payload = $inner->serialize(self::entry());
        $size = \strlen((new Compressed($inner, minBytes: 1, minGain: 0.0))->serialize(self::entry()));
        $gain = static fn (float $bytes): float => (\strlen($payload) - $bytes) / \strlen($payload);
        self::assertSame($payload, (new Compressed($inner, minBytes: 1, minGain: $gain($size - 0.5)))->serialize(self::entry()));
        self::assertNotSame($payload, (new Compressed($inner, minBytes: 1, minGain: $gain($size + 0.5)))->serialize(self::entry()));
        self::assertSame($payload, (new Compressed($inner, minBytes: \strlen($payload) + 1))->serialize(self::entry()));
    }

    public function testADictionaryIsLookedFor(): void
    {
        \mkdir($empty = "$this->directory/none");
        $directory = new Directory($this->directory);
        $make = [
            static fn (Directory $source): Serializer => new Auto(dictionaries: $source),
            static fn (Directory $source): Serializer => new Auto(options: ['resident' => true], dictionaries: $source),
            static fn (Directory $source): Serializer => new Compressed(new BrineSerializer(dictionaries: $source)),
            static fn (Directory $source): Serializer => new Compressed(new BrineSerializer(['resident' => true], dictionaries: $source)),
            static fn (Directory $source): Serializer => new Compressed(new Auto(dictionaries: $source)),
        ];
        foreach ($make as $i => $reader) {
            foreach ([false, true] as $isSigned) {
                $dictionary = self::preset();
                $directory->store($dictionary);
                $data = self::envelope($dictionary);
                $signed = static fn (Serializer $inner): Serializer => $isSigned ? new Signed($inner, 'key') : $inner;
                $data = $isSigned ? \Brine\Format\SignedFrame::sign($data, 'key') : $data;
                $error = self::assertRefused('unknown_dictionary', static fn (): mixed => $signed($reader(new Directory($empty)))->unserialize($data));
                self::assertSame($isSigned ? 46 : 8, $error->getOffset());
                for ($time = 0; $time < 3; ++$time) {
                    self::assertSame(self::entry(), $signed($reader($directory))->unserialize($data), "reader $i");
                }
            }
        }
        \rmdir($empty);
    }

    /** Of a dictionary that need not be loaded. */
    private static function envelope(Dictionary $dictionary): string
    {
        $payload = \Brine\Format\Encoder::encodeWith(self::entry(), $dictionary->contents());
        self::assertSame("\xC1\x12", \substr($payload, 0, 2));
        $compressed = Algorithm::Zlib->compress(\substr($payload, 10), 6, $dictionary->contents()->compression[1]);

        return "\xC1\x18\x01\x01" . \pack('V', \strlen($payload)) . \hex2bin($dictionary->id()) . $compressed;
    }

    public function testADictionaryWithoutAPreset(): void
    {
        $data = self::envelope(self::preset());
        $dictionary = self::unknown();
        $dictionary->load();
        $data = \substr_replace($data, (string) \hex2bin($dictionary->id()), 8, 8);
        $error = self::assertRefused('bad_content', static fn (): mixed => (new Auto())->unserialize($data));
        self::assertSame([8, "The dictionary {$dictionary->id()} has no preset for Zlib"], [$error->getOffset(), $error->getMessage()]);
    }

    public function testTheExampleOfTheDocument(): void
    {
        $document = (string) \file_get_contents(\dirname(__DIR__, 2) . '/docs/reference/envelope.md');
        self::assertSame(2, \preg_match_all('/```\n(C1 18 .*?)```/s', $document, $examples));
        \preg_match_all('/^((?:[0-9A-F]{2} )+) /m', $examples[1][1], $lines);
        $data = (string) \hex2bin(\str_replace(' ', '', \implode('', $lines[1])));
        Dictionary::fromBytes("\xC1\x10\xC3\xE7\xE7\xE7\xE9\x02\x01\x02\x23zlib\xE5\x04zstd")->load();
        self::assertSame('zlib', (new Auto())->unserialize($data));
    }
}
