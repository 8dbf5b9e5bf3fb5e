<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Auto;
use Brine\Serializer;
use Brine\Store\Cache;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Psr\Log\LoggerInterface;
use Psr\SimpleCache\InvalidArgumentException;

/** What PSR-16 asks of a cache. */
abstract class CacheTestCase extends TestCase
{
    protected const PREFIX = 'test:';

    protected Log $log;

    /** The servers run already, and their users emptied them. */
    abstract protected function createCache(Serializer $serializer, string $prefix = self::PREFIX, ?LoggerInterface $logger = null): Cache;

    /** The server's data under a key; null if none. */
    abstract protected function fetch(Cache $cache, string $key): ?string;

    /** Writes as somebody else would. */
    abstract protected function put(Cache $cache, string $key, string $data): void;

    /** Seconds that an entry has left; null for no end. */
    abstract protected function left(Cache $cache, string $key): ?int;

    final protected function cache(?Serializer $serializer = null): Cache
    {
        $this->log = new Log();

        return $this->createCache($serializer ?? new Auto(), self::PREFIX, $this->log);
    }

    /** @return iterable<string, array{mixed}> */
    public static function values(): iterable
    {
        yield 'null' => [null];
        yield 'true' => [true];
        yield 'false' => [false];
        foreach ([0, 1, -1, \PHP_INT_MAX, \PHP_INT_MIN] as $integer) {
            yield "integer $integer" => [$integer];
        }
        yield 'float' => [5.0];
        yield 'float of digits' => [0.1 + 0.2];
        foreach (['', '0', '5', '-5', ' 5', '5 ', 'text', 'i:5;', 'N;', "\0", "\xc1\x10"] as $text) {
            yield 'string ' . \bin2hex($text) => [$text];
        }
        yield 'all bytes' => [\implode('', \array_map(\chr(...), \range(0, 255)))];
        yield 'long string' => [\str_repeat('long ', 50_000)];
        yield 'empty array' => [[]];
        yield 'array' => [['a' => 1, 'b' => [null, 2.5, 'c' => ['d']]]];
        yield 'object' => [(object) ['a' => 1, 'b' => new \ArrayObject(['c'])]];
    }

    #[DataProvider('values')]
    final public function testAValueComesBack(mixed $value): void
    {
        $cache = $this->cache();
        self::assertTrue($cache->set('key', $value));
        self::assertTrue($cache->has('key'));
        self::assertSame(\serialize($value), \serialize($cache->get('key', 'default')));
        self::assertTrue($cache->setMultiple(['key' => 'other', 'more' => $value]));
        self::assertSame(\serialize(['more' => $value, 'key' => 'other']), \serialize($cache->getMultiple(['more', 'key'], 'default')));
        self::assertSame([], $this->log->entries);
    }

    final public function testAMiss(): void
    {
        $cache = $this->cache();
        self::assertSame([null, 'default', false], [$cache->get('key'), $cache->get('key', 'default'), $cache->has('key')]);
        self::assertSame(['a' => null, 'b' => null], $cache->getMultiple(['a', 'b']));
        self::assertTrue($cache->delete('key'));
        self::assertTrue($cache->deleteMultiple(['a', 'b']));
        self::assertSame([], $this->log->entries);
    }

    final public function testEntriesAreOverwrittenAndDeleted(): void
    {
        $cache = $this->cache();
        self::assertTrue($cache->set('key', 'one'));
        self::assertTrue($cache->set('key', ['two']));
        self::assertTrue($cache->set('other', 3));
        self::assertSame(['two'], $cache->get('key'));
        self::assertTrue($cache->delete('key'));
        self::assertSame([null, 3], [$cache->get('key'), $cache->get('other')]);
        self::assertTrue($cache->setMultiple(['a' => 1, 'b' => 'two', 'c' => null]));
        self::assertTrue($cache->deleteMultiple(['a', 'c', 'missing']));
        self::assertSame([false, true, false, true], [$cache->has('a'), $cache->has('b'), $cache->has('c'), $cache->has('other')]);
    }

    final public function testSeveralAtOnce(): void
    {
        $cache = $this->cache();
        $values = [];
        for ($i = 0; $i < 50; $i++) {
            $values["key$i"] = $i % 3 === 0 ? $i : ['number' => $i];
        }
        self::assertTrue($cache->setMultiple((static function () use ($values): \Generator {
            yield from $values;
        })(), 3600));
        $keys = \array_reverse(\array_keys($values));
        self::assertSame(\array_reverse($values), $cache->getMultiple($keys));
        self::assertSame(\array_reverse($values), $cache->getMultiple((static function () use ($keys): \Generator {
            yield from $keys;
        })()));
        self::assertSame(['key1' => ['number' => 1], 'missing' => 'default', 'key3' => 3], $cache->getMultiple(['key1', 'missing', 'key3'], 'default'));
        self::assertTrue($cache->deleteMultiple(new \ArrayIterator($keys)));
        self::assertSame(\array_fill_keys($keys, null), $cache->getMultiple($keys));
        self::assertSame([[], true, true], [$cache->getMultiple([]), $cache->setMultiple([]), $cache->deleteMultiple([])]);
    }

    final public function testKeysOfDigits(): void
    {
        $cache = $this->cache();
        self::assertTrue($cache->setMultiple(['5' => 'five', '0' => 'none']));
        self::assertSame(['five', 'none'], [$cache->get('5'), $cache->get('0')]);
        self::assertSame([0 => 'none', 5 => 'five'], $cache->getMultiple(['0', '5']));
    }

    final public function testAllKeysThatPsrAllows(): void
    {
        $cache = $this->cache();
        foreach (['a', '0', \str_repeat('k', 64), 'AZaz09_.', 'with-dash'] as $i => $key) {
            self::assertTrue($cache->set($key, "value $i"));
            self::assertSame("value $i", $cache->get($key));
        }
    }

    /** @return iterable<string, array{\Closure(Cache, string): mixed}> */
    public static function calls(): iterable
    {
        yield 'get' => [static fn (Cache $cache, string $key): mixed => $cache->get($key)];
        yield 'set' => [static fn (Cache $cache, string $key): mixed => $cache->set($key, 1)];
        yield 'add' => [static fn (Cache $cache, string $key): mixed => $cache->add($key, 1)];
        yield 'has' => [static fn (Cache $cache, string $key): mixed => $cache->has($key)];
        yield 'delete' => [static fn (Cache $cache, string $key): mixed => $cache->delete($key)];
        yield 'getMultiple' => [static fn (Cache $cache, string $key): mixed => $cache->getMultiple(['good', $key])];
        yield 'setMultiple' => [static fn (Cache $cache, string $key): mixed => $cache->setMultiple(['good' => 1, $key => 2])];
        yield 'deleteMultiple' => [static fn (Cache $cache, string $key): mixed => $cache->deleteMultiple(['good', $key])];
        yield 'increment' => [static fn (Cache $cache, string $key): mixed => $cache->increment($key)];
        yield 'decrement' => [static fn (Cache $cache, string $key): mixed => $cache->decrement($key)];
        yield 'counter' => [static fn (Cache $cache, string $key): mixed => $cache->counter($key)];
        yield 'update' => [static fn (Cache $cache, string $key): mixed => $cache->update($key, static fn (): int => 1)];
    }

    /** @param \Closure(Cache, string): mixed $call */
    #[DataProvider('calls')]
    final public function testKeysThatPsrDoesNotAllow(\Closure $call): void
    {
        $cache = $this->cache();
        $cache->set('good', 'stays');
        foreach (['', '{key', 'key}', 'a(b', 'a)b', 'a/b', 'a\b', 'a@b', 'a:b'] as $key) {
            try {
                $call($cache, $key);
                self::fail("\"$key\" was taken");
            } catch (InvalidArgumentException $error) {
                $expected = $key === '' ? 'A key must not be empty' : "The key \"$key\" has one of {}()/\\@:, which PSR-16 reserves";
                self::assertSame($expected, $error->getMessage());
            }
        }
        self::assertSame('stays', $cache->get('good'));
    }

    final public function testKeysThatAreNoStrings(): void
    {
        $cache = $this->cache();
        foreach ([true, 2.5, null, new \stdClass(), ['a']] as $key) {
            foreach (['getMultiple', 'deleteMultiple'] as $method) {
                try {
                    // @phpstan-ignore argument.type, argument.type (this is what is tested)
                    $method === 'getMultiple' ? $cache->getMultiple([$key]) : $cache->deleteMultiple([$key]);
                    self::fail('It was taken');
                } catch (InvalidArgumentException $error) {
                    self::assertSame('A key must be a string, not ' . \get_debug_type($key), $error->getMessage());
                }
            }
        }
    }

    final public function testTimesToLive(): void
    {
        $cache = $this->cache();
        $day = 86_400;
        $ttls = [
            'none' => [null, null], 'minute' => [60, 60], 'month' => [30 * $day, 30 * $day], 'more' => [31 * $day, 31 * $day], 'year' => [400 * $day, 400 * $day],
            'interval' => [new \DateInterval('PT1H'), 3600], 'long' => [new \DateInterval('P40D'), 40 * $day], 'ever' => [\PHP_INT_MAX, null],
        ];
        foreach ($ttls as $key => [$ttl, $expected]) {
            self::assertTrue($cache->set($key, 'text', $ttl));
            self::assertTrue($cache->setMultiple(["$key-a" => 'text', "$key-b" => 5], $ttl));
            self::assertSame(1, $cache->increment("$key-c", 1, $ttl));
            self::assertSame('new', $cache->update("$key-d", static fn (): string => 'new', $ttl));
            self::assertTrue($cache->add("$key-e", 'new', $ttl));
            foreach ([$key, "$key-a", "$key-b", "$key-c", "$key-d", "$key-e"] as $name) {
                $left = $this->left($cache, $name);
                if ($expected === null) {
                    self::assertNull($left, $name);
                } else {
                    self::assertNotNull($left, $name);
                    // A server that waits for the processor has a late clock.
                    self::assertEqualsWithDelta($expected, $left, 60, $name);
                }
            }
        }
    }

    final public function testNothingIsKeptForNoTime(): void
    {
        $cache = $this->cache();
        $past = new \DateInterval('PT1H');
        $past->invert = 1;
        foreach ([0, -1, \PHP_INT_MIN, $past, new \DateInterval('PT0S')] as $ttl) {
            $cache->setMultiple(['a' => 1, 'b' => 2, 'c' => 3]);
            self::assertTrue($cache->set('a', 'new', $ttl));
            self::assertTrue($cache->setMultiple(['b' => 'new', 'd' => 'new'], $ttl));
            self::assertSame(['a' => null, 'b' => null, 'c' => 3, 'd' => null], $cache->getMultiple(['a', 'b', 'c', 'd']));
            foreach ([static fn (): mixed => $cache->increment('c', 1, $ttl), static fn (): mixed => $cache->update('c', static fn (): int => 1, $ttl), static fn (): mixed => $cache->add('a', 1, $ttl)] as $call) {
                try {
                    $call();
                    self::fail('It was taken');
                } catch (InvalidArgumentException $error) {
                    self::assertStringStartsWith('The time to live must be above 0, not ', $error->getMessage());
                }
            }
        }
    }

    final public function testPartsOfASecondAreRoundedUp(): void
    {
        $cache = $this->cache();
        $interval = static function (string $spec, float $fraction, bool $isPast = false): \DateInterval {
            $interval = new \DateInterval($spec);
            $interval->f = $fraction;
            $interval->invert = $isPast ? 1 : 0;

            return $interval;
        };
        // The clock has another part of a second each time.
        for ($i = 0; $i < 20; $i++, \usleep(25_000)) {
            foreach ([0.000001, 0.1, 0.5, 0.9, 0.999999] as $fraction) {
                self::assertSame(1, $cache->increment("short$i", 1, $interval('PT0S', $fraction)), "$fraction");
                self::assertTrue($cache->delete("short$i"));
                foreach ([['PT0S', true], ['PT1S', true]] as [$spec, $isPast]) {
                    $cache->set('key', 'text');
                    self::assertTrue($cache->set('key', 'text', $interval($spec, $fraction, $isPast)));
                    self::assertNull($cache->get('key'), "$spec $fraction");
                }
            }
        }
        $seconds = new \ReflectionMethod(Cache::class, 'seconds');
        for ($i = 0; $i < 200; $i++, \usleep(2_000)) {
            self::assertSame(
                [1, 1, 1, 3600, 3601, 3601, 0, 0, -1],
                \array_map(static fn (\DateInterval $ttl): mixed => $seconds->invoke(null, $ttl), [
                    $interval('PT0S', 0.000001), $interval('PT0S', 0.9), $interval('PT1S', 0), $interval('PT1H', 0), $interval('PT1H', 0.1), $interval('PT1H', 0.9),
                    $interval('PT0S', 0), $interval('PT0S', 0.9, true), $interval('PT1S', 0.9, true),
                ]),
            );
        }
    }

    final public function testAnEntryExpires(): void
    {
        $cache = $this->cache();
        $cache->set('one', 'text', 1);
        $cache->setMultiple(['two' => 'text', 'three' => 3], new \DateInterval('PT1S'));
        $cache->set('stays', 'text', 100);
        $cache->set('one', 'text', 1);
        for ($end = \microtime(true) + 20; \microtime(true) < $end && ($cache->has('one') || $cache->has('two') || $cache->has('three')); \usleep(100_000)) {
        }
        self::assertSame([null, null, null, 'text'], \array_values($cache->getMultiple(['one', 'two', 'three', 'stays'])));
    }

    final public function testWhatIsClearedIsOfItsOwnPrefix(): void
    {
        $prefixes = ['a:', 'a:*', 'a:[b]', 'a:\\', 'a:?', 'ab:', 'A:'];
        $caches = [];
        foreach ($prefixes as $prefix) {
            $caches[$prefix] = $this->createCache(new Auto(), $prefix);
            $caches[$prefix]->set('key', $prefix);
        }
        $many = [];
        for ($i = 0; $i < 2500; $i++) {
            $many["key$i"] = $i;
        }
        foreach (['a:*', 'a:[b]', 'a:\\', 'a:?'] as $cleared) {
            if ($cleared === 'a:*') {
                $caches[$cleared]->setMultiple($many);
            }
            self::assertTrue($caches[$cleared]->clear());
            foreach ($prefixes as $prefix) {
                self::assertSame($prefix === $cleared ? null : $prefix, $caches[$prefix]->get('key'), "$prefix after $cleared");
            }
            self::assertSame(\array_fill_keys(\array_keys($many), null), $caches[$cleared]->getMultiple(\array_keys($many)));
            $caches[$cleared]->set('key', $cleared);
            self::assertSame($cleared, $this->createCache(new Auto(), $cleared)->get('key'));
        }
        self::assertTrue($this->createCache(new Auto(), 'nothing:')->clear());
    }

    final public function testAnEmptyPrefix(): void
    {
        $this->expectException(\ValueError::class);
        $this->expectExceptionMessage('The prefix must not be empty: clear() deletes all that begins with it');
        $this->createCache(new Auto(), '');
    }

    final public function testObjectsAreCopied(): void
    {
        $cache = $this->cache();
        $object = (object) ['value' => 'old'];
        $cache->set('key', $object);
        $object->value = 'new';
        self::assertEquals((object) ['value' => 'old'], $cache->get('key'));
    }
}
