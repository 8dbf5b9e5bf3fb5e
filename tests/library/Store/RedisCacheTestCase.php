<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Auto;
use Brine\Signed;
use Brine\Store\Cache;
use Brine\Store\StoreException;

/** Tests for all clients of Redis. */
abstract class RedisCacheTestCase extends StoreTestCase
{
    /** Sends a raw command to the key's server. */
    abstract protected function command(string $key, string ...$command): mixed;

    protected static function least(): int
    {
        return \PHP_INT_MIN;
    }

    protected function fetch(Cache $cache, string $key): ?string
    {
        $data = $this->command($name = $this->nameOf($cache, $key), 'GET', $name);

        return \is_string($data) ? $data : null;
    }

    protected function put(Cache $cache, string $key, string $data): void
    {
        $this->command($name = $this->nameOf($cache, $key), 'SET', $name, $data);
    }

    protected function left(Cache $cache, string $key): ?int
    {
        $left = $this->command($name = $this->nameOf($cache, $key), 'TTL', $name);
        self::assertIsInt($left);

        return $left === -1 ? null : $left;
    }

    /** The client has the prefix "app*:". */
    final protected function assertPrefixOfTheClient(Cache $cache, Signed $signed): void
    {
        $cache->setMultiple(['one' => 'first', 'two' => 'second']);
        $cache->increment('counter');
        self::assertSame(['first', 'second'], \array_values($cache->getMultiple(['one', 'two'])));
        self::assertSame('first', $signed->withContext('app*:test:one')->unserialize((string) $this->fetch($cache, 'one')));
        self::assertSame('1', $this->command('', 'GET', 'app*:test:counter'));
        foreach (['app2:test:key', 'app*:other', 'test:key'] as $other) {
            $this->command('', 'SET', $other, 'stays');
        }
        self::assertTrue($cache->clear());
        $left = $this->command('', 'KEYS', '*');
        self::assertIsArray($left);
        \sort($left);
        self::assertSame(['app*:other', 'app2:test:key', 'test:key'], $left);
    }

    final public function testOtherTypesOfRedisAreMisses(): void
    {
        $cache = $this->cache();
        $name = $this->nameOf($cache, 'list');
        $this->command($name, 'RPUSH', $name, 'i:1;');
        $cache->set('other', 'value');
        self::assertSame(['miss', false], [$cache->get('list', 'miss'), $cache->has('list')]);
        self::assertSame(["unknown_format $name"], $this->log->entries);
        self::assertSame(['list' => null, 'other' => 'value'], $cache->getMultiple(['list', 'other']));
        self::assertSame('new', $cache->update('list', static fn (mixed $value): string => $value === null ? 'new' : 'old'));
        self::assertSame('new', $cache->get('list'));
        $this->command($name, 'DEL', $name);
        $this->command($name, 'RPUSH', $name, 'i:1;');
        self::assertTrue($cache->set('list', ['new']));
        self::assertSame(['new'], $cache->get('list'));
    }

    /** @return iterable<string, array{\Closure(Cache): mixed}> */
    final public static function commandsToServers(): iterable
    {
        foreach (self::calls() as $name => [$call]) {
            yield $name => [static fn (Cache $cache): mixed => $call($cache, $name === 'add' ? 'new' : 'key')];
        }
        yield 'set for a time' => [static fn (Cache $cache): mixed => $cache->set('key', 1, 60)];
        yield 'set for no time' => [static fn (Cache $cache): mixed => $cache->set('key', 1, 0)];
        yield 'setMultiple for a time' => [static fn (Cache $cache): mixed => $cache->setMultiple(['key' => 1], 60)];
        yield 'clear' => [static fn (Cache $cache): mixed => $cache->clear()];
    }

    final public function testCountersHaveBounds(): void
    {
        $cache = $this->cache();
        $cache->set('key', \PHP_INT_MAX - 1);
        self::assertSame(\PHP_INT_MAX, $cache->increment('key'));
        try {
            $cache->increment('key');
            self::fail('It was counted');
        } catch (StoreException $error) {
            self::assertStringContainsString('increment or decrement would overflow', $error->getMessage());
        }
        self::assertSame(\PHP_INT_MAX, $cache->get('key'));
        // Between the two bounds are more than the integers.
        $this->expectExceptionMessage('A counter cannot be decremented by ' . \PHP_INT_MIN);
        $cache->decrement('key', \PHP_INT_MIN);
    }

    final public function testTheSerializerOfTheStoreHasNoLimitOfBytes(): void
    {
        $cache = $this->cache(new Auto());
        $text = \str_repeat("\0\xff", 3 << 20);
        self::assertTrue($cache->set('key', $text));
        self::assertTrue($text === $cache->get('key'));
    }
}
