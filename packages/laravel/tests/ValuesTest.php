<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Illuminate\Support\Carbon;
use Illuminate\Support\Collection;
use PHPUnit\Framework\Attributes\DataProvider;

/** Every value comes back as from Laravel's own drivers, however it was written. */
final class ValuesTest extends TestCase
{
    /** @return array<string, mixed> */
    private static function values(): array
    {
        return [
            'false' => false, 'true' => true, 'zero' => 0, 'int' => 5, 'negative' => -7, 'max' => \PHP_INT_MAX, 'float' => 1.5, 'tiny' => 1.0E-300,
            'nan' => \NAN, 'inf' => \INF, 'empty' => '', 'text' => 'text', 'numeric' => '5', 'padded' => ' 5', 'huge' => '1e999', 'serialized' => 'i:5;',
            'base64-like' => 'wRABAgME', 'binary' => "\0\xff\xfe;:\x80", 'payload' => "\xc1\x10abc", 'marked' => "\xc1\x14", 'list' => [1, 'two', null],
            'map' => ['a' => ['b' => ['c' => 1.25]]], 'object' => new Thing('a', [3], new Thing()), 'collection' => new Collection([1, new Thing()]),
            'date' => Carbon::create(2020, 1, 2, 3, 4, 5, 'UTC'), 'enum' => Kind::Second, 'page' => \str_repeat('<p>Text</p>', 500),
        ];
    }

    /** @return array<string, array{string, array<string, mixed>}> */
    public static function settings(): array
    {
        $cases = [];
        foreach (Host::KINDS as $kind) {
            $cases["$kind plain"] = [$kind, []];
            $cases["$kind signed"] = [$kind, ['brine.keys' => 'secret of a test']];
            $cases["$kind compressed"] = [$kind, ['brine.compression' => 'zlib', 'brine.compression_min_bytes' => 16]];
            $cases["$kind signed and compressed"] = [$kind, ['brine.compression' => 'zlib', 'brine.compression_min_bytes' => 16, 'brine.keys' => 'the new key of two,the old key of two']];
            $cases["$kind resident"] = [$kind, ['brine.resident' => true]];
            $cases["$kind native"] = [$kind, ['brine.write' => 'native']];
        }

        return $cases;
    }

    /** @param array<string, mixed> $config */
    #[DataProvider('settings')]
    public function testValuesAreThoseOfLaravelsOwnDriver(string $kind, array $config): void
    {
        $own = $this->cache($kind, isBrine: false);
        $own->flush();
        $expected = [];
        foreach (self::values() as $key => $value) {
            $own->put($key, $value, 100);
            $expected[$key] = \serialize($own->get($key));
        }
        $cache = $this->cache($kind, $config);
        $cache->flush();
        foreach (self::values() as $key => $value) {
            self::assertTrue($cache->put($key, $value, 100), $key);
            self::assertTrue($cache->add("added-$key", $value, 100), $key);
            self::assertFalse($cache->add("added-$key", 'another', 100), $key);
            self::assertTrue($cache->forever("forever-$key", $value), $key);
        }
        $many = [];
        foreach (self::values() as $key => $value) {
            $many["many-$key"] = $value;
        }
        self::assertTrue($cache->putMany($many, 100));
        foreach (['', 'added-', 'forever-', 'many-'] as $before) {
            $read = $cache->many(\array_map(static fn (string $key): string => $before . $key, \array_keys($expected)));
            foreach ($expected as $key => $text) {
                self::assertSame($text, \serialize($cache->get($before . $key)), $before . $key);
                self::assertSame($text, \serialize($read[$before . $key]), $before . $key);
            }
        }
        self::assertSame('', $this->log());
    }

    #[DataProvider('kinds')]
    public function testEntriesOfLaravelsOwnDriverAreRead(string $kind): void
    {
        $own = $this->cache($kind, isBrine: false);
        $own->flush();
        $expected = [];
        foreach (self::values() as $key => $value) {
            if ($value !== "\xc1\x10abc" && $value !== "\xc1\x14") {
                $own->put($key, $value, 100);
                $expected[$key] = \serialize($own->get($key));
            }
        }
        $cache = $this->cache($kind);
        foreach ($expected as $key => $text) {
            self::assertSame($text, \serialize($cache->get($key)), $key);
        }
        self::assertSame('', $this->log());
    }

    #[DataProvider('kinds')]
    public function testLaravelsOwnDriverReadsWhatIsWrittenNatively(string $kind): void
    {
        $cache = $this->cache($kind, ['brine.write' => 'native', 'brine.compression' => 'zlib']);
        $cache->flush();
        $expected = [];
        foreach (self::values() as $key => $value) {
            if ($value !== "\xc1\x10abc" && $value !== "\xc1\x14") {
                $cache->put($key, $value, 100);
                $expected[$key] = \serialize($cache->get($key));
            }
        }
        $own = $this->cache($kind, isBrine: false);
        foreach ($expected as $key => $text) {
            self::assertSame($text, \serialize($own->get($key)), $key);
        }
    }

    /** Laravel's own driver hands out the bytes of payloads as text: the README says to wait, or to flush. */
    public function testTheWayBackOnMemcached(): void
    {
        $cache = $this->cache('memcached');
        $cache->flush();
        $cache->put('short', ['old'], 2);
        $cache->put('long', ['old'], 1000);
        self::assertSame(\brine_serialize(['old']), $this->cache('memcached', isBrine: false)->get('long'));

        $values = ['list' => ['a' => 1], 'thing' => new Thing(), 'text' => 'text', 'count' => 5, 'float' => 0.1, 'flag' => false];
        $native = $this->cache('memcached', ['brine.write' => 'native']);
        self::assertSame([['old'], ['old']], [$native->get('long'), $native->get('short')]);
        foreach ($values as $key => $value) {
            $native->put($key, $value, 1000);
        }
        for ($end = \microtime(true) + 20; $native->get('short') !== null && \microtime(true) < $end; \usleep(100_000)) {
        }
        $native->put('long', ['new'], 1000);
        $own = $this->cache('memcached', isBrine: false);
        foreach ($values as $key => $value) {
            self::assertEquals($value, $own->get($key), $key);
        }
        self::assertSame([['new'], null], [$own->get('long'), $own->get('short')]);

        // Signatures stay with BRINE_WRITE=native.
        $signed = $this->cache('memcached', ['brine.write' => 'native', 'brine.keys' => 'a secret of more than 16 bytes']);
        $signed->put('signed', ['a' => 1], 1000);
        self::assertIsString($this->cache('memcached', isBrine: false)->get('signed'));

        $this->cache('memcached')->put('another', ['payload'], 1000);
        self::assertTrue($this->cache('memcached')->flush());
        $own = $this->cache('memcached', isBrine: false);
        self::assertSame([null, null], [$own->get('another'), $own->get('signed')]);
    }

    public function testPutManyTellsOfEachEntryOfMemcached(): void
    {
        $cache = $this->cache('memcached');
        $large = \random_bytes(1 << 20);
        foreach ([['large' => $large, 'a' => 1], ['a' => 1, 'large' => $large]] as $values) {
            $cache->flush();
            self::assertFalse($cache->putMany($values, 100));
            self::assertSame([1, null], [$cache->get('a'), $cache->get('large')]);
        }
    }

    #[DataProvider('kinds')]
    public function testPayloadsAreBrines(string $kind): void
    {
        $cache = $this->cache($kind);
        $cache->put('key', ['a' => 1], 100);
        $raw = $this->raw($cache, 'key');
        if ($kind === 'database') {
            self::assertMatchesRegularExpression('~\A[A-Za-z0-9+/=]+\z~', $raw);
            $raw = (string) \base64_decode($raw, true);
        }
        self::assertSame(\brine_serialize(['a' => 1]), $raw);
    }

    #[DataProvider('kinds')]
    public function testFlexibleAndRemember(string $kind): void
    {
        $cache = $this->cache($kind);
        $cache->flush();
        self::assertSame(['a' => 1], $cache->flexible('flexible', [5, 10], static fn (): array => ['a' => 1]));
        self::assertSame(['a' => 1], $cache->flexible('flexible', [5, 10], static fn (): array => ['a' => 2]));
        self::assertSame(['b'], $cache->remember('remembered', 100, static fn (): array => ['b']));
        self::assertSame(['b'], $cache->remember('remembered', 100, static fn (): array => ['c']));
        self::assertSame(['b'], $cache->pull('remembered'));
        self::assertNull($cache->get('remembered'));
    }

    /** Laravel's own driver for Redis cuts them to the digits of the setting "precision". */
    #[DataProvider('kinds')]
    public function testFloatsKeepAllTheirDigits(string $kind): void
    {
        foreach ([[], ['brine.keys' => 'a secret of more than 16 bytes']] as $config) {
            $cache = $this->cache($kind, $config);
            $cache->flush();
            $floats = [0.1 + 0.2, 1 / 3, -\M_PI, 1e300 / 3, 5.0E-324, \PHP_FLOAT_MAX, 1e15, 123456789012345678.0, 5.0, -1.5e-7];
            foreach ($floats as $i => $float) {
                self::assertTrue($cache->put("put-$i", $float, 100));
                self::assertTrue($cache->add("add-$i", $float, 100));
                self::assertTrue($cache->forever("forever-$i", $float));
                self::assertTrue($cache->putMany(["many-$i" => $float], 100));
                foreach (['put', 'add', 'forever', 'many'] as $way) {
                    $value = $cache->get("$way-$i");
                    self::assertSame($float, \is_numeric($value) ? (float) $value : $value, "$way $float");
                }
            }
        }
    }

    public function testAClosureIsRefusedAsLaravelDoes(): void
    {
        $this->expectException(\Brine\EncodeException::class);
        $this->cache('file')->put('key', static fn (): int => 1, 100);
    }
}
