<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\brine\Codec;
use Drupal\brine\Damage;
use Drupal\brine\TolerantFactory;
use Drupal\brine\TolerantTagBackend;
use PHPUnit\Framework\Attributes\DataProvider;

final class TolerantBackendTest extends BackendTestCase
{
    private const VALUE = ['id' => 7, 'tags' => ['a', 'b'], 'none' => null, 'no' => false];

    /** @return iterable<string, array{mixed}> */
    public static function values(): iterable
    {
        yield 'an array' => [self::VALUE];
        yield 'false' => [false];
        yield 'null' => [null];
        yield 'zero' => [0];
        yield 'an object' => [new \ArrayObject([1, 2])];
        yield 'a string' => ['<p>as it is</p>'];
        yield 'an empty string' => [''];
    }

    #[DataProvider('values')]
    public function testValuesComeBack(mixed $value): void
    {
        $this->factory->get('default')->set('it', $value);
        $this->assertHit($value, 'it');
    }

    public function testWritesBrineWhereTheExtensionIs(): void
    {
        $this->factory->get('default')->set('it', self::VALUE);
        self::assertSame(\brine_serialize(self::VALUE), $this->bytes('it'));
        self::assertTrue(\extension_loaded('brine'));
    }

    public function testStringsStayAsTheyAre(): void
    {
        $this->factory->get('default')->setMultiple(['it' => ['data' => 'text'], 'value' => ['data' => [1]]]);
        self::assertSame('text', $this->bytes('it'));
        self::assertSame(\brine_serialize([1]), $this->bytes('value'));
    }

    /** @return iterable<string, array{string}> */
    public static function formats(): iterable
    {
        $igbinary = \igbinary_serialize(self::VALUE);
        \assert(\is_string($igbinary));
        yield 'native' => [\serialize(self::VALUE)];
        yield 'igbinary' => [$igbinary];
        yield 'igbinary, compressed' => [(string) \gzcompress($igbinary)];
        yield 'igbinary, compressed most' => [(string) \gzcompress($igbinary, 9)];
        yield 'native, compressed' => [(string) \gzcompress(\serialize(self::VALUE))];
        yield 'Brine' => [\brine_serialize(self::VALUE)];
        yield 'Brine, compressed' => [(new \Brine\Compressed(new \Brine\BrineSerializer(), minBytes: 0, minGain: 0.0))->serialize(self::VALUE)];
    }

    #[DataProvider('formats')]
    public function testReadsWhatWasThereBefore(string $bytes): void
    {
        $this->put('it', $bytes);
        $this->assertHit(self::VALUE, 'it');
    }

    #[DataProvider('formats')]
    public function testEntriesThatAreCutAreMisses(string $bytes): void
    {
        for ($length = 0; $length < \strlen($bytes); ++$length) {
            $this->put("cut to $length", \substr($bytes, 0, $length));
            $this->assertMiss("cut to $length");
        }
    }

    /** A flipped bit may give another value, which only a signature detects. It causes no exception and no warning. */
    #[DataProvider('formats')]
    public function testFlippedBitsBreakNothing(string $bytes): void
    {
        $misses = 0;
        for ($bit = 0; $bit < 8 * \strlen($bytes); ++$bit) {
            $flipped = $bytes;
            $flipped[$bit >> 3] = \chr(\ord($bytes[$bit >> 3]) ^ (1 << ($bit & 7)));
            $this->put("bit $bit", $flipped);
            $item = $this->factory->get('default')->get("bit $bit");
            $misses += $item === false ? 1 : 0;
        }
        self::assertGreaterThan(0, $misses);
        Damage::log();
        self::assertSame($misses, $this->log->lines[0]['%count']);
    }

    /** @return iterable<string, array{string}> */
    public static function foreign(): iterable
    {
        yield 'JSON' => ['{"a":1}'];
        yield 'text' => ['nothing known'];
        yield 'what looks like zlib' => ["x\x9c"];
        yield 'zlib of no format' => [(string) \gzcompress('nothing known')];
        yield 'zlib of zlib' => [(string) \gzcompress((string) \gzcompress(\serialize([1])))];
        yield 'zlib of far too much' => [(string) \gzcompress(\str_repeat("\0", 1 << 23))];
        yield 'a signed frame' => [\brine_serialize_signed([1], 'some key of a test', ['context' => 'drupal cache default:it'])];
        yield 'a missing class' => ['O:13:"NoSuchClass14":1:{s:1:"a";i:1;}'];
        yield 'a missing class in an array' => ['a:1:{i:0;O:11:"NoSuchClass":0:{}}'];
        $missing = \unserialize('O:11:"NoSuchClass":1:{s:1:"a";i:1;}');
        yield 'a missing class in Brine' => [\brine_serialize([$missing])];
        yield 'a missing class in igbinary' => ["\0\0\0\2\x17\x0bNoSuchClass\x14\0"];
        yield 'an unknown dictionary' => ["\xc1\x12" . \str_repeat('x', 8) . "\x01"];
    }

    #[DataProvider('foreign')]
    public function testWhatIsNotReadIsAMiss(string $bytes): void
    {
        $this->put('it', $bytes);
        $this->assertMiss('it');
    }

    /** The single attempt explains why it is a miss. */
    public function testFailureOfAHookIsAMiss(): void
    {
        foreach ([[], ['compress' => ['min_bytes' => 0]], ['sign_keys' => ['secret of a test']], ['resident_bins' => ['default']]] as $brine) {
            self::configure($brine);
            $this->factory->get('default')->set('it', [\str_repeat('text ', 20), new Unhappy()]);
            Unhappy::$count = 0;
            // Fetched alone, and with others.
            $this->assertMiss('it');
            self::assertSame(2, Unhappy::$count);
        }
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function writing(): iterable
    {
        yield 'plain' => [[]];
        yield 'compressed' => [['compress' => true]];
        yield 'signed' => [['sign_keys' => ['secret of a test']]];
        yield 'native' => [['write' => 'native']];
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('writing')]
    public function testAMissCanBeWrittenAnew(array $brine): void
    {
        self::configure($brine);
        $this->put('it', 'broken');
        $this->assertMiss('it');
        $this->log->lines = [];
        $this->factory->get('default')->set('it', self::VALUE);
        $this->assertHit(self::VALUE, 'it');
    }

    public function testOneBadEntryIsOneMiss(): void
    {
        $backend = $this->factory->get('default');
        $backend->setMultiple(['one' => ['data' => [1]], 'two' => ['data' => [2]], '3' => ['data' => [3]]]);
        $this->put('two', 'broken');
        $cids = ['one', 'two', '3', 'none'];
        $items = $backend->getMultiple($cids);
        self::assertSame([[1], [3]], \array_column($items, 'data'));
        self::assertEqualsCanonicalizing(['two', 'none'], $cids);
    }

    public function testNativeTextIsWrittenForDrupalItself(): void
    {
        self::configure(['write' => 'native', 'compress' => true, 'sign_keys' => ['secret of a test']]);
        $this->factory->get('default')->set('it', self::VALUE);
        self::assertSame(\serialize(self::VALUE), $this->bytes('it'));
    }

    /** Signed entries are read by their keys. */
    public function testEverythingIsReadWhereNativeTextIsWritten(): void
    {
        self::configure(['sign_keys' => ['secret of a test'], 'compress' => ['min_bytes' => 0]]);
        $this->factory->get('default')->set('it', self::VALUE);
        self::assertStringStartsWith("\xc1\x14", $this->bytes('it'));
        self::configure(['write' => 'native', 'sign_keys' => ['secret of a test']]);
        $this->assertHit(self::VALUE, 'it');
        self::configure(['write' => 'native', 'sign_keys' => ['another key']]);
        $this->assertMiss('it');
    }

    public function testSignedEntriesAreReadWhereTheyWereWritten(): void
    {
        self::configure(['sign_keys' => ['the new key of three', 'the old key of three']]);
        $backend = $this->factory->get('default');
        $backend->set('it', self::VALUE);
        $backend->set('text', 'a string is signed, too');
        $this->assertHit(self::VALUE, 'it');
        $this->assertHit('a string is signed, too', 'text');
        $this->put('moved', $this->bytes('it'));
        $this->assertMiss('moved');
        self::configure(['sign_keys' => ['the newest key of three', 'the new key of three']]);
        self::assertEquals(self::VALUE, $backend->get('it')->data ?? null);
        self::configure(['sign_keys' => ['the newest key of three']]);
        $this->assertMiss('it');
    }

    public function testEntriesOfAShortKeyAreRead(): void
    {
        // HMAC pads keys with zeros: to it, this is the key of 15 bytes.
        self::configure(['sign_keys' => ["key of 15 bytes\0"]]);
        $this->factory->get('default')->set('it', self::VALUE);
        $bytes = $this->bytes('it');
        foreach ([['write' => 'native', 'sign_keys' => ['key of 15 bytes']], ['sign_keys' => ['key of 16 bytes.', 'key of 15 bytes']]] as $settings) {
            self::configure($settings);
            $this->put('it', $bytes);
            $this->assertHit(self::VALUE, 'it');
        }
        self::configure(['sign_keys' => ['key of 15 bytes']]);
        $this->expectException(\InvalidArgumentException::class);
        $this->expectExceptionMessage('$settings[\'brine\'][\'sign_keys\']: A signing key must have at least 16 bytes, and this one has 15. ');
        $this->factory->get('default')->set('it', self::VALUE);
    }

    public function testAnEntryOfAnotherBinIsNoneOfThisOne(): void
    {
        self::configure(['sign_keys' => ['secret of a test']]);
        $this->factory->get('other')->set('it', self::VALUE);
        $this->factory->get('default');
        $this->database->query('INSERT INTO cache_default SELECT * FROM cache_other');
        self::assertEquals(self::VALUE, $this->factory->get('other')->get('it')->data ?? null);
        $this->assertMiss('it');
    }

    public function testWhereEntriesAreSignedOthersAreMisses(): void
    {
        self::configure(['sign_keys' => ['secret of a test']]);
        $this->put('brine', \brine_serialize(self::VALUE));
        $this->put('native', \serialize(self::VALUE));
        $this->put('zlib', (string) \gzcompress(\serialize(self::VALUE)));
        $this->put('string', 'planted', true);
        foreach (['brine', 'native', 'zlib', 'string'] as $cid) {
            $this->assertMiss($cid);
        }
    }

    /** Version 2 of the module redis asks no serializer for it, and its client makes the word "Object" of an object. */
    public function testTimeOfTheLastWriteIsNotSigned(): void
    {
        self::configure(['sign_keys' => ['secret of a test']]);
        $store = new TextBackend();
        $backend = (new TolerantFactory(new FixedFactory($store)))->get('config');
        $backend->set('last_write_timestamp_cache_config', 1234.567);
        self::assertSame(['last_write_timestamp_cache_config' => '1234.567'], $store->texts);
        $item = $backend->get('last_write_timestamp_cache_config');
        self::assertNotFalse($item);
        self::assertSame('1234.567', $item->data);
        $store->texts = ['last_write_timestamp_cache_config' => 'later', 'other' => '1234.567'];
        self::assertFalse($backend->get('last_write_timestamp_cache_config'));
        self::assertFalse($backend->get('other'));
        Damage::log();
        self::assertSame(2, $this->log->lines[0]['%count']);
    }

    public function testTimeOfTheLastWriteIsReadInTheDatabase(): void
    {
        self::configure(['sign_keys' => ['secret of a test']]);
        $backend = $this->factory->get('default');
        $backend->set('last_write_timestamp_cache_default', 1234.567);
        self::assertSame('1234.567', $this->bytes('last_write_timestamp_cache_default'));
        $this->assertHit('1234.567', 'last_write_timestamp_cache_default');
        // Signed, as it was once.
        $this->put('last_write_timestamp_cache_default', (new Codec(Codec::current()->configuration()))->encode(1234.5, Codec::contextOf('default', 'last_write_timestamp_cache_default')));
        $this->assertHit(1234.5, 'last_write_timestamp_cache_default');
    }

    public function testAMissingClassIsAMissHoweverItIsWritten(): void
    {
        foreach ([[], ['compress' => ['min_bytes' => 0]], ['sign_keys' => ['secret of a test']], ['resident_bins' => ['default']]] as $brine) {
            self::configure($brine);
            $this->factory->get('default')->set('it', [\str_repeat('text ', 20), \unserialize('O:11:"NoSuchClass":1:{s:1:"a";i:1;}')]);
            $this->assertMiss('it');
        }
    }

    /** Every bit of a signed entry is covered. */
    public function testFlippedBitsOfSignedEntriesAreMisses(): void
    {
        self::configure(['sign_keys' => ['secret of a test']]);
        $this->factory->get('default')->set('it', [1, 2]);
        $bytes = $this->bytes('it');
        for ($bit = 0; $bit < 8 * \strlen($bytes); ++$bit) {
            $flipped = $bytes;
            $flipped[$bit >> 3] = \chr(\ord($bytes[$bit >> 3]) ^ (1 << ($bit & 7)));
            $this->put('it', $flipped);
            $this->assertMiss('it');
        }
    }

    public function testCompressesWhatIsLongEnough(): void
    {
        self::configure(['compress' => ['algorithm' => 'zlib', 'level' => 9, 'min_bytes' => 100]]);
        $long = \array_fill(0, 50, 'some words that come again') + [99 => \str_repeat('ab', 100)];
        $this->factory->get('default')->set('long', $long);
        $this->factory->get('default')->set('short', [1]);
        self::assertStringStartsWith("\xc1\x18", $this->bytes('long'));
        self::assertSame(\brine_serialize([1]), $this->bytes('short'));
        $this->assertHit($long, 'long');
    }

    public function testResidentBinsKeepWhatIsReadAgain(): void
    {
        self::configure(['resident_bins' => ['default']]);
        $value = ['resident of this test', \range(1, 50)];
        $this->factory->get('default')->set('it', $value);
        $this->factory->get('other')->set('it', ['not resident', \range(1, 50)]);
        $read = function (string $bin): int {
            $hits = static function (): int {
                $hits = \brine_resident_status()['hits'];

                return \is_int($hits) ? $hits : -1;
            };
            $before = $hits();
            for ($i = 0; $i < 5; ++$i) {
                $this->factory->get($bin)->get('it');
            }

            return $hits() - $before;
        };
        // The first sight is remembered, and the second one is kept.
        self::assertSame(3, $read('default'));
        self::assertSame(0, $read('other'));
        $this->assertHit($value, 'it');
    }

    public function testAValueThatBrineRefusesIsWrittenNatively(): void
    {
        $deep = [];
        for ($i = 0; $i < 5000; ++$i) {
            $deep = [$deep];
        }
        $this->factory->get('default')->set('it', $deep);
        self::assertSame(\serialize($deep), $this->bytes('it'));
    }

    public function testAValueThatNobodyWritesIsTheExceptionThatDrupalKnows(): void
    {
        $this->expectExceptionObject(new \Exception("Serialization of 'Closure' is not allowed"));
        $this->factory->get('default')->set('it', [static fn () => 1]);
    }

    public function testDamageIsCountedAndTheFirstIsNamed(): void
    {
        for ($i = 0; $i < 8; ++$i) {
            $this->put("entry $i", 'broken');
            $this->factory->get('default')->get("entry $i");
            $this->factory->get('default')->get("entry $i");
        }
        Damage::log();
        self::assertCount(1, $this->log->lines);
        self::assertSame(8, $this->log->lines[0]['%count']);
        self::assertIsString($this->log->lines[0]['%entries']);
        self::assertSame(Damage::NAMED, \substr_count($this->log->lines[0]['%entries'], 'default:entry'));
        self::assertSame(8, $this->keyValues->store->values['damaged'] ?? 0);
    }

    public function testEntriesOfAChangedClassAreMissesAndNoDamage(): void
    {
        foreach (['one', 'two'] as $cid) {
            $this->put($cid, \brine_serialize(new Versioned()));
            self::assertFalse($this->factory->get('default')->get($cid));
        }
        Damage::log();
        self::assertSame([[], [['%count' => 2, '%class' => Versioned::class]]], [$this->log->lines, $this->log->infos]);
        self::assertSame(0, $this->keyValues->store->values['damaged'] ?? 0);
        self::configure(['stale_classes' => 'accept']);
        $this->assertHit(new Versioned(), 'two');
        self::configure([]);
        $this->factory->get('default')->set('two', new Versioned());
        $this->assertHit(new Versioned(), 'two');
    }

    public function testOtherMethodsAreThoseOfTheBackend(): void
    {
        $backend = $this->factory->get('default');
        $fill = static fn () => $backend->setMultiple(['a' => ['data' => [1]], 'b' => ['data' => [2]], 'c' => ['data' => [3]]]);
        $left = function () use ($backend): array {
            $cids = ['a', 'b', 'c'];

            return \array_keys($backend->getMultiple($cids));
        };
        $fill();
        $backend->delete('a');
        self::assertSame(['b', 'c'], $left());
        $backend->deleteMultiple(['b', 'a']);
        self::assertSame(['c'], $left());
        $fill();
        $backend->invalidate('b');
        self::assertSame(['a', 'c'], $left());
        $backend->invalidateMultiple(['a']);
        self::assertSame(['c'], $left());
        $backend->invalidateAll();
        self::assertSame([], $left());
        $fill();
        $backend->deleteAll();
        self::assertSame([], $left());
        $backend->garbageCollection();
        $backend->removeBin();
        self::assertFalse($this->database->schema()->tableExists('cache_default'));
    }

    public function testABackendThatListensToTagsStillDoes(): void
    {
        $listening = new ListeningBackend();
        $factory = new TolerantFactory(new FixedFactory($listening));
        $backend = $factory->get('default');
        self::assertInstanceOf(TolerantTagBackend::class, $backend);
        $backend->invalidateTags(['node:1']);
        self::assertSame([['node:1']], $listening->invalidated);
        self::assertNotInstanceOf(TolerantTagBackend::class, $this->factory->get('default'));
        self::assertSame($this->factory->get('default'), $this->factory->get('default'));
    }

    public function testTheSettingsOfPhpAreAsBefore(): void
    {
        \ini_set('unserialize_callback_func', 'something');
        $this->put('it', 'broken');
        $this->factory->get('default')->get('it');
        self::assertSame('something', \ini_get('unserialize_callback_func'));
        \ini_set('unserialize_callback_func', '');
        self::assertSame(Codec::current(), Codec::current());
    }
}
