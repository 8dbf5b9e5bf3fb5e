<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Format;
use Brine\JsonSerializer;
use Brine\MessagePackSerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Brine\Store\Cache;
use Brine\Store\StoreException;
use Brine\Tests\Library\CountedThing;
use Brine\Tests\Library\ThrowingThing;
use Psr\SimpleCache\CacheException;
use Psr\SimpleCache\InvalidArgumentException;

/** What Brine's stores do beyond PSR-16. */
abstract class StoreTestCase extends CacheTestCase
{
    /** The least number of a counter. */
    abstract protected static function least(): int;

    final public function testIntegersAreDigits(): void
    {
        $cache = $this->cache();
        $cache->setMultiple(['a' => 5, 'b' => '5', 'c' => -7]);
        self::assertSame(['5', '-7'], [$this->fetch($cache, 'a'), $this->fetch($cache, 'c')]);
        self::assertNotSame('5', $this->fetch($cache, 'b'));
        $this->put($cache, 'd', '17');
        self::assertSame([17, 17, true], [$cache->get('d'), $cache->counter('d'), $cache->has('d')]);
        foreach (['05', '5.0', '+5', '-0', '9223372036854775808'] as $other) {
            $this->put($cache, 'e', $other);
            self::assertSame([null, null], [$cache->get('e'), $cache->counter('e')], $other);
        }
    }

    final public function testCounters(): void
    {
        foreach ([new Auto(), new Signed(new Auto(), 'secret'), new Compressed(new Auto())] as $i => $serializer) {
            $cache = $this->cache($serializer);
            $key = "counter$i";
            self::assertSame([1, 2, 7, 6, 4], [
                $cache->increment($key), $cache->increment($key), $cache->increment($key, 5), $cache->decrement($key), $cache->decrement($key, 2),
            ]);
            self::assertSame([4, '4'], [$cache->counter($key), $this->fetch($cache, $key)]);
            self::assertSame(7, $cache->decrement($key, -3));
            self::assertSame(\max(-5, static::least()), $cache->decrement($key, 12));
            self::assertSame(\max(-3, static::least()), $cache->decrement("new$i", 3));
            self::assertNull($cache->counter('missing'));
            self::assertSame(0, $cache->increment("zero$i", 0));
            self::assertSame(12_345_678_901_234_567, $cache->increment("large$i", 12_345_678_901_234_567, 100));
            self::assertSame(12_345_678_901_234_568, $cache->increment("large$i", 1, 5000));
            self::assertEqualsWithDelta(100, $this->left($cache, "large$i"), 60);
        }
    }

    final public function testWhatIsNoCounter(): void
    {
        $cache = $this->cache();
        $cache->set('key', ['text']);
        try {
            $cache->increment('key');
            self::fail('It was counted');
        } catch (StoreException $error) {
            self::assertInstanceOf(CacheException::class, $error);
        }
        self::assertSame([['text'], null], [$cache->get('key'), $cache->counter('key')]);
    }

    /** Otherwise anyone with access to the store could replace values by numbers. */
    final public function testIntegersAreSignedWhereAllIs(): void
    {
        $cache = $this->cache(new Signed(new Auto(), 'secret'));
        $cache->set('key', 5);
        self::assertSame(5, $cache->get('key'));
        self::assertSame(Format::Signed, Format::of($this->fetch($cache, 'key') ?? ''));
        $cache->increment('counter');
        self::assertSame([null, false, 1], [$cache->get('counter'), $cache->has('counter'), $cache->counter('counter')]);
        $lenient = $this->cache(Signed::alsoUnsigned(new NativeSerializer(), 'secret'));
        $lenient->set('number', 5);
        self::assertSame(['5', 1], [$this->fetch($lenient, 'number'), $lenient->get('counter')]);
    }

    final public function testDamagedEntriesAreMissesAndToldOnce(): void
    {
        $value = ['id' => 5, 'text' => \str_repeat('some text ', 30)];
        foreach ([new Auto(), new BrineSerializer(), new NativeSerializer(), new Compressed(new Auto()), new Signed(new Auto(), 'secret')] as $serializer) {
            $cache = $this->cache($serializer);
            $cache->set('key', $value);
            $data = $this->fetch($cache, 'key') ?? '';
            $name = $this->nameOf($cache, 'key');
            foreach ([\substr($data, 0, -1), \substr($data, 0, 3), $data . 'x', '', 'some text', "\xc1\x10", '{"a":1}', "\0\0\0\2", "\xff\xfe"] as $damaged) {
                $this->put($cache, 'key', $damaged);
                $this->log->entries = [];
                self::assertSame('default', $cache->get('key', 'default'), \bin2hex($damaged));
                self::assertFalse($cache->has('key'));
                self::assertSame(['key' => null, 'other' => null], $cache->getMultiple(['key', 'other']));
                self::assertSame([$name], \array_map(static fn (string $entry): string => \explode(' ', $entry, 2)[1], $this->log->entries));
                // It is logged again only if it was readable in between.
                self::assertTrue($cache->set('key', $value));
                self::assertSame($value, $cache->get('key'));
            }
        }
    }

    final public function testEveryFlippedBitOfASignedEntryIsAMiss(): void
    {
        $cache = $this->cache(new Signed(new Auto(), 'secret'));
        $cache->set('key', ['id' => 5]);
        $data = $this->fetch($cache, 'key') ?? '';
        for ($bit = 0; $bit < 8 * \strlen($data); $bit++) {
            $this->put($cache, 'key', \substr_replace($data, $data[$bit >> 3] ^ \chr(1 << ($bit & 7)), $bit >> 3, 1));
            $this->log->entries = [];
            self::assertSame(['miss', false], [$cache->get('key', 'miss'), $cache->has('key')], "bit $bit");
            self::assertCount(1, $this->log->entries, "bit $bit");
            $cache->set('key', ['id' => 5]);
        }
        $this->put($cache, 'key', $data);
        self::assertSame(['id' => 5], $cache->get('key'));
    }

    /** Without a signature, a flipped bit is a logged miss, or another value, never an exception. */
    final public function testFlippedBitsAreNeverAnException(): void
    {
        $value = ['id' => 5, 'text' => 'some text', 'thing' => new CountedThing()];
        foreach ([new Auto(), new Compressed(new Auto(), minBytes: 1, minGain: 0.0), new NativeSerializer()] as $i => $serializer) {
            $cache = $this->cache($serializer);
            $cache->set('key', $value);
            $data = $this->fetch($cache, 'key') ?? '';
            $misses = 0;
            for ($bit = 0; $bit < 8 * \strlen($data); $bit += 3) {
                $this->put($cache, 'key', \substr_replace($data, $data[$bit >> 3] ^ \chr(1 << ($bit & 7)), $bit >> 3, 1));
                $this->log->entries = [];
                $isMiss = $cache->get('key', 'miss') === 'miss';
                self::assertSame(!$isMiss, $cache->has('key'));
                self::assertCount($isMiss ? 1 : 0, $this->log->entries, "serializer $i, bit $bit");
                $misses += (int) $isMiss;
                $cache->set('key', $value);
            }
            self::assertGreaterThan(10, $misses, "serializer $i");
        }
    }

    final public function testSignedEntriesAreBoundToTheirKey(): void
    {
        $signed = new Signed(new Auto(), 'secret');
        $cache = $this->cache($signed);
        $cache->setMultiple(['mine' => ['admin' => false], 'theirs' => ['admin' => true]]);
        $theirs = $this->fetch($cache, 'theirs') ?? '';
        // The key as the server has it is the context.
        self::assertSame(['admin' => true], $signed->withContext($this->nameOf($cache, 'theirs'))->unserialize($theirs));
        $this->put($cache, 'mine', $theirs);
        self::assertSame([null, ['admin' => true]], [$cache->get('mine'), $cache->get('theirs')]);
        self::assertSame(['not_verified ' . $this->nameOf($cache, 'mine')], $this->log->entries);
        foreach ([new Signed(new Auto(), 'another'), Signed::alsoUnsigned(new Auto(), 'another')] as $foreign) {
            self::assertNull($this->cache($foreign)->get('theirs'));
            self::assertSame(['not_verified ' . $this->nameOf($cache, 'theirs')], $this->log->entries);
        }
        // The new key signs, the old one still verifies.
        self::assertSame(['admin' => true], $this->cache(new Signed(new Auto(), ['new', 'secret']))->get('theirs'));
    }

    final public function testEntriesOfOtherFormatsAreRead(): void
    {
        $cache = $this->cache();
        foreach ([new NativeSerializer(), new BrineSerializer(), new Compressed(new NativeSerializer(), minBytes: 1)] as $serializer) {
            $this->put($cache, 'key', $serializer->serialize(['a' => \str_repeat('a', 100)]));
            self::assertSame(['a' => \str_repeat('a', 100)], $cache->get('key'));
        }
        // One that reads a format alone takes the others for misses.
        $this->put($cache, 'key', \serialize(['a' => 1]));
        self::assertNull($this->cache(new BrineSerializer())->get('key'));
        self::assertSame(['not_brine ' . $this->nameOf($cache, 'key')], $this->log->entries);
    }

    /** The second byte of Brine's format in other bytes. */
    final public function testAByteOfTheFormatByChance(): void
    {
        foreach ([new Auto(new MessagePackSerializer()), new Signed(new Auto(new MessagePackSerializer()), 'secret')] as $serializer) {
            $cache = $this->cache($serializer);
            foreach ([[16], "\x10"] as $value) {
                $cache->set('key', $value);
                self::assertSame([$value, ['key' => $value]], [$cache->get('key'), $cache->getMultiple(['key'])]);
            }
            self::assertSame([], $this->log->entries);
        }
        $cache = $this->cache();
        $cache->delete('key');
        $this->put($cache, 'key', "\xc2\x10");
        self::assertSame(['miss', ['key' => null]], [$cache->get('key', 'miss'), $cache->getMultiple(['key'])]);
        self::assertSame(['unknown_format ' . $this->nameOf($cache, 'key')], $this->log->entries);
    }

    final public function testObjectsThatCannotBeRead(): void
    {
        $cache = $this->cache();
        $gone = 'O:24:"Brine\Tests\Library\Gone":1:{s:1:"a";i:1;}';
        $entries = [
            'gone' => [$gone, 'missing_class'], 'brine' => [\brine_serialize(\unserialize($gone)), 'missing_class'], 'inner' => ["a:1:{i:0;$gone}", 'missing_class'],
            'throws' => [\serialize(new ThrowingThing('read')), 'bad_object'],
        ];
        foreach ($entries as $key => [$data, $reason]) {
            $this->put($cache, $key, $data);
            $this->log->entries = [];
            self::assertSame(['miss', false], [$cache->get($key, 'miss'), $cache->has($key)]);
            self::assertSame(["$reason {$this->nameOf($cache, $key)}"], $this->log->entries);
        }
        // Signed and compressed, too.
        foreach ([new Signed(new Auto(), 'secret'), new Compressed(new Auto(), minBytes: 1, minGain: 0.0)] as $serializer) {
            $other = $this->cache($serializer);
            $other->set('packed', [\str_repeat('text ', 20), \unserialize($gone)]);
            self::assertNotSame("\xc1\x10", \substr($this->fetch($other, 'packed') ?? '', 0, 2));
            self::assertSame(['miss', false], [$other->get('packed', 'miss'), $other->has('packed')]);
            self::assertSame(["missing_class {$this->nameOf($other, 'packed')}"], $this->log->entries);
        }
        // One bad entry does no harm to others.
        $cache->set('good', 'value');
        self::assertSame(['gone' => null, 'good' => 'value', 'throws' => null], $cache->getMultiple(['gone', 'good', 'throws']));
        // A dynamic property is a deprecation.
        $this->put($cache, 'key', 'O:32:"Brine\Tests\Library\CountedThing":1:{s:3:"new";i:1;}');
        self::assertInstanceOf(CountedThing::class, $cache->get('key'));
    }

    /** The single attempt explains why it cannot be read. */
    final public function testHooksOfAnEntryThatCannotBeReadAreCalledOnce(): void
    {
        foreach ([new Auto(), new BrineSerializer(), new Compressed(new Auto(), minBytes: 1, minGain: 0.0), new Signed(new Auto(), 'secret'), new NativeSerializer()] as $i => $serializer) {
            $cache = $this->cache($serializer);
            self::assertTrue($cache->delete('key'));
            $name = $this->nameOf($cache, 'key');
            $bound = $serializer instanceof Signed ? $serializer->withContext($name) : $serializer;
            $this->put($cache, 'key', $bound->serialize(['text' => \str_repeat('text ', 20), 'thing' => new ThrowingThing('read')]));
            $calls = [
                'get' => static fn (): bool => $cache->get('key', 'miss') === 'miss',
                'getMultiple' => static fn (): bool => $cache->getMultiple(['key']) === ['key' => null],
                'has' => static fn (): bool => !$cache->has('key'),
                'update' => static fn (): bool => $cache->update('key', static fn (mixed $value, bool $isHit): bool => $isHit) === false,
            ];
            foreach ($calls as $call => $isMiss) {
                ThrowingThing::$reads = 0;
                self::assertTrue($isMiss(), "$call $i");
                self::assertSame(1, ThrowingThing::$reads, "$call $i");
            }
            self::assertSame(["bad_object $name"], $this->log->entries);
        }
        // So it is for what classes of PHP refuse.
        $cache = $this->cache();
        $this->put($cache, 'key', \str_replace('NoDating', 'DateTime', \brine_serialize(\unserialize('O:8:"NoDating":1:{s:4:"date";s:1:"x";}'))));
        self::assertSame(['miss', ['bad_object ' . $this->nameOf($cache, 'key')]], [$cache->get('key', 'miss'), $this->log->entries]);
    }

    final public function testHooksOfAValueThatCannotBeWrittenAreCalledOnce(): void
    {
        foreach ([new Auto(), new Signed(new Auto(), 'secret')] as $serializer) {
            $cache = $this->cache($serializer);
            $value = [new ThrowingThing('read'), static fn (): int => 1];
            foreach ([static fn (): bool => $cache->set('key', $value), static fn (): bool => $cache->setMultiple(['key' => $value])] as $call) {
                ThrowingThing::$writes = 0;
                try {
                    $call();
                    self::fail('It was written');
                } catch (InvalidArgumentException) {
                    self::assertSame(1, ThrowingThing::$writes);
                }
            }
        }
    }

    final public function testValuesThatCannotBeWritten(): void
    {
        $cache = $this->cache();
        $cache->set('key', 'old');
        foreach ([static fn (): int => 1, ['a' => [static fn (): int => 1]]] as $value) {
            foreach ([static fn (): bool => $cache->set('key', $value), static fn (): bool => $cache->setMultiple(['first' => 1, 'key' => $value])] as $call) {
                try {
                    $call();
                    self::fail('It was written');
                } catch (InvalidArgumentException $error) {
                    self::assertStringStartsWith("The value for \"{$this->nameOf($cache, 'key')}\" cannot be stored: ", $error->getMessage());
                }
            }
        }
        self::assertSame(['old', null], [$cache->get('key'), $cache->get('first')]);
        try {
            $cache->set('key', new ThrowingThing('write'));
            self::fail('It was written');
        } catch (\RuntimeException $error) {
            self::assertSame('at write', $error->getMessage());
        }
    }

    final public function testOtherSerializers(): void
    {
        foreach ([new JsonSerializer(), new MessagePackSerializer()] as $serializer) {
            $cache = $this->cache($serializer);
            foreach ([5, '5', 5.0, true, null, [1, 2], 48, '0', ''] as $value) {
                $cache->set('key', $value);
                self::assertSame([$value, true], [$cache->get('key', 'miss'), $cache->has('key')]);
            }
        }
        $digits = new class () implements Serializer {
            public function serialize(mixed $value): string
            {
                return '5';
            }

            public function unserialize(string $data): mixed
            {
                return null;
            }
        };
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('the serializer writes digits, which are an integer here');
        $this->cache($digits)->set('key', true);
    }

    final public function testAddStoresOnlyWhereNothingIs(): void
    {
        foreach ([new Auto(), new Signed(new Auto(), 'a key of thirty-two bytes, or so'), new Compressed(new Auto())] as $serializer) {
            $cache = $this->cache($serializer);
            foreach (['text', ['a' => \str_repeat('text ', 500)], 5, null, false] as $value) {
                $cache->delete('key');
                self::assertTrue($cache->add('key', $value));
                self::assertSame([$value, false, $value, true], [$cache->get('key', 'miss'), $cache->add('key', 'other', 60), $cache->get('key', 'miss'), $cache->has('key')]);
                self::assertNull($this->left($cache, 'key'));
            }
            self::assertTrue($cache->set('key', 'new'));
            self::assertFalse($cache->add('key', 'other'));
            self::assertSame('new', $cache->get('key'));
            $this->put($cache, 'key', 'what nobody can read');
            self::assertSame(['miss', false], [$cache->get('key', 'miss'), $cache->add('key', 'new')]);
            self::assertTrue($cache->clear());
            self::assertTrue($cache->add('key', 'new'));
        }
        $cache = $this->cache();
        self::assertTrue($cache->add('count', 0, 1));
        self::assertSame(1, $cache->increment('count'));
        $isAdded = false;
        for ($end = \microtime(true) + 20; !$isAdded && \microtime(true) < $end; \usleep(50_000)) {
            $isAdded = $cache->add('count', 'again');
        }
        self::assertSame([true, 'again'], [$isAdded, $cache->get('count')]);
    }

    final public function testUpdate(): void
    {
        $cache = $this->cache();
        $seen = [];
        $change = static function (mixed $value, bool $isHit) use (&$seen): mixed {
            $seen[] = [$value, $isHit];

            return ['count' => (\is_array($value) && \is_int($value['count']) ? $value['count'] : 0) + 1];
        };
        self::assertSame(['count' => 1], $cache->update('key', $change));
        self::assertSame(['count' => 2], $cache->update('key', $change, 100));
        self::assertSame([[null, false], [['count' => 1], true]], $seen);
        self::assertSame(['count' => 2], $cache->get('key'));
        self::assertEqualsWithDelta(100, $this->left($cache, 'key'), 60);
        // A damaged entry is a miss, and replaced.
        $this->put($cache, 'key', 'damaged');
        self::assertSame(['count' => 1], $cache->update('key', $change));
        // So is null, which is a value.
        $cache->set('null', null);
        $seen = [];
        self::assertSame(['count' => 1], $cache->update('null', $change));
        self::assertSame([[null, true]], $seen);
        self::assertSame(5, $cache->update('number', static fn (): int => 5));
        self::assertSame('5', $this->fetch($cache, 'number'));
        self::assertSame(6, $cache->increment('number'));
    }

    final public function testUpdateSeesWhatOthersDo(): void
    {
        foreach (['i:1;', '7', null] as $others) {
            $cache = $this->cache(new NativeSerializer());
            foreach (['key' => 'old', 'new' => null] as $key => $old) {
                $old === null ? $cache->delete($key) : $cache->set($key, $old);
                $seen = [];
                $change = function (mixed $value) use (&$seen, $cache, $others, $key): string {
                    $seen[] = $value;
                    if (\count($seen) === 1) {
                        $others === null ? $cache->delete($key) : $this->put($cache, $key, $others);
                    }

                    return \get_debug_type($value);
                };
                $expected = $others === null ? null : (\is_numeric($others) ? 7 : 1);
                // Deleting a missing entry changes nothing.
                $times = $old === null && $others === null ? [null] : [$old, $expected];
                self::assertSame(\get_debug_type($expected), $cache->update($key, $change));
                self::assertSame([$times, \get_debug_type($expected)], [$seen, $cache->get($key)]);
            }
        }
    }

    final public function testUpdateGivesUp(): void
    {
        $cache = $this->cache();
        $count = 0;
        try {
            $cache->update('key', function () use ($cache, &$count): int {
                $cache->set('key', 'other' . ++$count);

                return 1;
            });
            self::fail('It was written');
        } catch (StoreException $error) {
            self::assertSame('Others change "' . $this->nameOf($cache, 'key') . '" all the time', $error->getMessage());
        }
        self::assertSame([1000, 'other1000'], [$count, $cache->get('key')]);
    }

    final public function testAnExceptionOfTheFunctionChangesNothing(): void
    {
        $cache = $this->cache();
        $cache->set('key', 'old');
        try {
            $cache->update('key', static fn () => throw new \ErrorException('no'));
            self::fail('It was written');
        } catch (\Throwable $error) {
            self::assertSame('no', $error->getMessage());
        }
        self::assertSame('old', $cache->get('key'));
    }

    /** The key as the server has it, or the client. */
    final protected function nameOf(Cache $cache, string $key): string
    {
        $name = (fn (): string => $this->nameOf($key))->call($cache);

        return \is_string($name) ? $name : '';
    }
}
