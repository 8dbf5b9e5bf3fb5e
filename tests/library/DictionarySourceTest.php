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
use Brine\Dictionary\Lookup;
use Brine\Dictionary\SignedStore;
use Brine\Dictionary\Source;
use Brine\EncodeException;
use Brine\Format\Dictionary\Registry;
use Brine\Format\Encoder;
use Brine\Serializer;
use Brine\Signed;

/** Where dictionaries are kept, and how what is unknown is looked for. */
final class DictionarySourceTest extends DictionaryTestCase
{
    public function testADirectory(): void
    {
        $directory = new Directory($this->directory);
        $dictionary = self::dictionary();
        self::assertSame([], $directory->ids());
        self::assertNull($directory->find($dictionary->id()));
        $file = $directory->store($dictionary);
        self::assertSame("$this->directory/{$dictionary->id()}.dictionary", $file);
        self::assertSame($file, $directory->store($dictionary));
        self::assertSame([$dictionary->id()], $directory->ids());
        self::assertSame($dictionary->bytes(), \file_get_contents($file));
        self::assertEquals($dictionary, $directory->find($dictionary->id()));
        foreach (['', '../' . $dictionary->id(), \strtoupper($dictionary->id()), $dictionary->id() . "\n"] as $id) {
            self::assertNull($directory->find($id));
        }
        // A file whose content has another id than its name is not a dictionary.
        \rename($file, "$this->directory/0123456789abcdef.dictionary");
        self::assertRefused('bad_dictionary', static fn (): mixed => $directory->find('0123456789abcdef'));
        \file_put_contents("$this->directory/0123456789abcdef.dictionary", 'hello');
        self::assertRefused('not_brine', static fn (): mixed => $directory->find('0123456789abcdef'));
    }

    public function testADirectoryThatIsNotThere(): void
    {
        $directory = new Directory("$this->directory/none");
        self::assertNull($directory->find('0123456789abcdef'));
        $this->expectExceptionMessage("The dictionary cannot be written to $this->directory/none");
        $directory->store(self::dictionary());
    }

    public function testASignedStore(): void
    {
        $cache = new MemoryCache();
        $store = new SignedStore($cache, ['the new key of two', 'old']);
        $dictionary = self::dictionary();
        $id = $dictionary->id();
        self::assertNull($store->find($id));
        $store->store($dictionary);
        self::assertSame(["brine-dictionary.$id"], \array_keys($cache->entries));
        self::assertEquals($dictionary, $store->find($id));
        self::assertEquals($dictionary, (new SignedStore($cache, 'the new key of two'))->find($id));
        self::assertNull((new SignedStore($cache, 'old'))->find($id));
        self::assertNull((new SignedStore($cache, 'the new key of two', 'other.'))->find($id));
        // Replaced and unsigned dictionaries count as missing.
        $cache->entries['brine-dictionary.0123456789abcdef'] = $cache->entries["brine-dictionary.$id"];
        self::assertNull($store->find('0123456789abcdef'));
        foreach ([$dictionary->bytes(), 5, null, '', (new Signed(new BrineSerializer(), 'the new key of two'))->serialize('x')] as $planted) {
            $cache->entries["brine-dictionary.$id"] = $planted;
            self::assertNull($store->find($id));
        }
        self::assertStringNotContainsString('old', \print_r($store, true) . \var_export((array) $store, true));
        $cache->writes = false;
        $this->expectExceptionMessage('The cache does not write');
        $store->store($dictionary);
    }

    public function testAShortKeyReadsAndDoesNotStore(): void
    {
        $cache = new MemoryCache();
        $dictionary = self::dictionary();
        $id = $dictionary->id();
        (new SignedStore($cache, 'key of 16 bytes.'))->store($dictionary);
        self::assertEquals($dictionary, (new SignedStore($cache, ['old', 'key of 16 bytes.']))->find($id));
        $entries = $cache->entries;
        try {
            (new SignedStore($cache, ['key of 15 bytes', 'key of 16 bytes.']))->store($dictionary);
            self::fail('not thrown');
        } catch (EncodeException $error) {
            self::assertSame(SignedTest::TOO_SHORT, $error->getMessage());
        }
        self::assertSame($entries, $cache->entries);
    }

    public function testAStoreNeedsAKey(): void
    {
        foreach ([[], '', ['key', '']] as $keys) {
            try {
                new SignedStore(new MemoryCache(), $keys);
                self::fail('not thrown');
            } catch (\ValueError $error) {
                self::assertStringContainsString('key', $error->getMessage());
            }
        }
    }

    public function testWhatIsUnknownIsLookedForAndReadOnceMore(): void
    {
        self::needsToForget();
        $directory = new Directory($this->directory);
        $dictionary = self::dictionary();
        $directory->store($dictionary);
        $writer = new BrineSerializer(dictionary: $dictionary);
        $value = self::value();
        $many = \array_map(static fn (int $i): array => [$i, ...self::value()], \range(0, 200));
        $readers = [
            [$writer, static fn (Directory $source): Serializer => new BrineSerializer(dictionaries: $source)],
            [$writer, static fn (Directory $source): Serializer => new Auto(dictionaries: $source)],
            [$writer, static fn (Directory $source): Serializer => new Auto([\Brine\Format::Native], dictionaries: $source)],
            [new Compressed($writer, minBytes: 1), static fn (Directory $source): Serializer => new Compressed(new BrineSerializer(dictionaries: $source))],
            [new Compressed($writer, minBytes: 1), static fn (Directory $source): Serializer => new Auto(dictionaries: $source)],
            [new Signed($writer, 'key of this test'), static fn (Directory $source): Serializer => new Signed(new BrineSerializer(dictionaries: $source), 'key of this test')],
            [new Signed($writer, 'key of this test'), static fn (Directory $source): Serializer => new Signed(new Auto(dictionaries: $source), 'key of this test')],
            [new Signed($writer, 'key of this test'), static fn (Directory $source): Serializer => Signed::alsoUnsigned(new Auto(dictionaries: $source), 'key of this test')],
            [
                new Signed(new Compressed($writer), 'key of this test'),
                static fn (Directory $source): Serializer => new Signed(new Compressed(new BrineSerializer(dictionaries: $source)), 'key of this test'),
            ],
            [
                new Signed(new Compressed($writer), 'key of this test'),
                static fn (Directory $source): Serializer => new Signed(new Compressed(new Auto(dictionaries: $source)), 'key of this test'),
            ],
        ];
        foreach ($readers as $i => [$from, $make]) {
            foreach ([$value, $many] as $written) {
                $dictionary->load();
                $data = $from->serialize($written);
                Registry::clear();
                self::assertSame($written, $make($directory)->unserialize($data), "reader $i");
                Registry::clear();
                $empty = $make(new Directory("$this->directory/none"));
                self::assertRefused('unknown_dictionary', static fn (): mixed => $empty->unserialize($data));
            }
        }
    }

    public function testEachReaderLooksForWhatIsUnknown(): void
    {
        $directory = new Directory($this->directory);
        $none = new Directory("$this->directory/none");
        $make = [
            static fn (Directory $source): Serializer => new BrineSerializer(dictionaries: $source),
            static fn (Directory $source): Serializer => new BrineSerializer(['resident' => true], dictionaries: $source),
            static fn (Directory $source): Serializer => new Auto(dictionaries: $source),
            static fn (Directory $source): Serializer => new Compressed(new BrineSerializer(dictionaries: $source)),
            static fn (Directory $source): Serializer => new Compressed(new BrineSerializer(['resident' => true], dictionaries: $source)),
            static fn (Directory $source): Serializer => new Compressed(new Auto(options: ['resident' => true], dictionaries: $source)),
        ];
        $many = \array_fill(0, 400, ['id' => 1, 'title' => 'a string that is in the dictionary']);
        foreach ($make as $i => $reader) {
            foreach ([self::value(), $many] as $value) {
                $dictionary = self::unknown();
                $directory->store($dictionary);
                $data = Encoder::encodeWith($value, $dictionary->contents());
                self::assertStringStartsWith("\xC1\x12", $data);
                if ($i > 2) {
                    $data = Envelope::seal(Algorithm::Zlib, \strlen($data), (string) \gzcompress($data));
                }
                self::assertRefused('unknown_dictionary', static fn (): mixed => $reader($none)->unserialize($data));
                // The third time a value is one that was kept.
                for ($time = 0; $time < 3; ++$time) {
                    self::assertSame($value, $reader($directory)->unserialize($data), "reader $i");
                }
            }
        }
    }

    public function testWhatIsNotThereIsRememberedForAWhile(): void
    {
        $cache = new MemoryCache();
        $store = new SignedStore($cache, 'key of this test');
        $now = 1000.0;
        $lookup = new Lookup($store, static function () use (&$now): float {
            return $now;
        });
        $dictionary = self::unknown();
        $payload = "\xC1\x12" . \hex2bin($dictionary->id()) . "\x05";
        $error = self::assertRefused('unknown_dictionary', static fn (): mixed => (new BrineSerializer())->unserialize($payload));
        self::assertFalse($lookup->provide($error, $payload));
        self::assertSame(1, $cache->asked);
        $store->store($dictionary);
        $now += Lookup::SECONDS - 1;
        self::assertFalse($lookup->provide($error, $payload));
        self::assertSame(1, $cache->asked);
        $now += 1;
        self::assertTrue($lookup->provide($error, $payload));
        self::assertSame(2, $cache->asked);
        self::assertSame(5, (new BrineSerializer())->unserialize($payload));
        // Other faults are not looked for.
        $other = self::assertRefused('truncated', static fn (): mixed => (new BrineSerializer())->unserialize("\xC1"));
        self::assertFalse($lookup->provide($other, "\xC1"));
        self::assertSame(2, $cache->asked);
    }

    public function testSoManyIdsAreRememberedAndNoMore(): void
    {
        $cache = new MemoryCache();
        $serializer = new BrineSerializer(dictionaries: new SignedStore($cache, 'key of this test'));
        $payloads = \array_map(static fn (int $i): string => "\xC1\x12" . \hex2bin(\sprintf('1%015d', $i)) . "\x05", \range(0, Lookup::MAX));
        foreach ([...$payloads, $payloads[Lookup::MAX], $payloads[1], $payloads[0], $payloads[3]] as $payload) {
            self::assertRefused('unknown_dictionary', static fn (): mixed => $serializer->unserialize($payload));
        }
        // The first one was forgotten.
        self::assertSame(Lookup::MAX + 2, $cache->asked);
    }

    public function testASourceThatReadsWhatNeedsTheSameIsAskedOnce(): void
    {
        $source = new class () implements Source {
            public int $asked = 0;
            public ?Serializer $serializer = null;

            public function find(string $id): ?Dictionary
            {
                if (++$this->asked === 1) {
                    $this->serializer?->unserialize("\xC1\x12" . \hex2bin($id) . "\x05");
                }
                throw new \LogicException('Not asked again');
            }
        };
        $source->serializer = new BrineSerializer(dictionaries: $source);
        self::assertRefused('unknown_dictionary', static fn (): mixed => $source->serializer->unserialize("\xC1\x12\1\2\3\4\5\6\7\x08\x05"));
        self::assertSame(1, $source->asked);
        // Other exceptions of a source do not mean that the dictionary is missing.
        foreach ([2, 3] as $asked) {
            try {
                $source->serializer->unserialize("\xC1\x12\2\2\3\4\5\6\7\x08\x05");
                self::fail('It was read');
            } catch (\Throwable $error) {
                self::assertSame('Not asked again', $error->getMessage());
            }
            self::assertSame($asked, $source->asked);
        }
    }

    /** Each entry names another dictionary, endlessly: written by an attacker with access to the store. */
    public function testASourceWhoseEntriesNameOneAnotherIsAskedAFewTimes(): void
    {
        $source = new class () implements Source {
            public int $asked = 0;
            public ?Serializer $serializer = null;

            public function find(string $id): ?Dictionary
            {
                if (++$this->asked > 1000) {
                    throw new \LogicException('Asked again and again');
                }
                $this->serializer?->unserialize("\xC1\x12" . \pack('P', $this->asked) . "\x05");

                return null;
            }
        };
        $source->serializer = new BrineSerializer(dictionaries: $source);
        self::assertRefused('unknown_dictionary', static fn (): mixed => $source->serializer->unserialize("\xC1\x12\1\2\3\4\5\6\7\x08\x05"));
        self::assertSame(16, $source->asked);
        // One after the other they are looked for all the same.
        self::assertRefused('unknown_dictionary', static fn (): mixed => $source->serializer->unserialize("\xC1\x12\2\2\3\4\5\6\7\x08\x05"));
        self::assertSame(32, $source->asked);
    }

    public function testWhatIsMalformedThereIsSaidOnce(): void
    {
        $id = self::unknown()->id();
        $payload = "\xC1\x12" . \hex2bin($id) . "\x05";
        \file_put_contents("$this->directory/$id.dictionary", "\xC1\x10\x05");
        $serializer = new BrineSerializer(dictionaries: new Directory($this->directory));
        $error = self::assertRefused('bad_dictionary', static fn (): mixed => $serializer->unserialize($payload));
        self::assertSame("The dictionary $id cannot be read: the dictionary is malformed: it is no list of three or four parts, at byte 2", $error->getMessage());
        self::assertRefused('unknown_dictionary', static fn (): mixed => $serializer->unserialize($payload));
    }

    public function testTwoFleetsOnOneStore(): void
    {
        $directory = new Directory($this->directory);
        $first = self::dictionary(['what both have', 'what the first has']);
        $second = self::dictionary(['what the second has', 'what both have']);
        $directory->store($first);
        $directory->store($second);
        $fleets = [
            new Auto(new BrineSerializer(dictionary: $first), dictionaries: $directory),
            new Auto(new BrineSerializer(dictionary: $second), dictionaries: $directory),
            new Auto(dictionaries: $directory),
        ];
        $store = [];
        for ($i = 0; $i < 300; ++$i) {
            $value = [$i, 'what both have', $i % 2 === 0 ? 'what the first has' : 'what the second has', 'what both have'];
            $store[$i] = [$fleets[$i % 3]->serialize($value), $value];
            // A worker that has just begun knows none.
            if ($i % 50 === 0) {
                Registry::clear();
                $first->load();
                $second->load();
            }
            [$data, $expected] = $store[($i * 7) % ($i + 1)];
            self::assertSame($expected, $fleets[($i + 1) % 3]->unserialize($data));
        }
    }
}
