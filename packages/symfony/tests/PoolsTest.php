<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\BrineBundle\Adapter;
use Brine\BrineBundle\Adapter\TaggedSerializer;
use Brine\Format;
use PHPUnit\Framework\Attributes\DataProvider;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Adapter\ApcuAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;
use Symfony\Component\Cache\CacheItem;
use Symfony\Contracts\Cache\ItemInterface;

/** Pools of a real kernel: what they write and read, and what was there before. */
final class PoolsTest extends PoolTestCase
{
    private const SIGNED = ['sign' => ['keys' => ['a secret']]];

    /** @return iterable<string, array{string}> */
    public static function pools(): iterable
    {
        foreach (\array_keys(TestKernel::POOLS) as $pool) {
            yield $pool => [$pool];
        }
    }

    /** @return iterable<string, array{string, array<string, mixed>, Format}> */
    public static function configurations(): iterable
    {
        $ours = \extension_loaded('brine') ? Format::Brine : Format::Native;
        foreach (\array_keys(TestKernel::POOLS) as $pool) {
            yield "$pool as it is" => [$pool, [], $ours];
            yield "$pool compressed" => [$pool, ['compress' => ['min_bytes' => 50]], Format::Compressed];
            yield "$pool signed" => [$pool, self::SIGNED, Format::Signed];
            yield "$pool signed for the pool" => [$pool, ['sign' => ['keys' => 'a secret', 'bind' => 'pool']], Format::Signed];
            yield "$pool resident" => [$pool, ['resident' => ['pools' => [$pool]]], $ours];
        }
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('configurations')]
    public function testWhatIsWrittenIsRead(string $pool, array $brine, Format $format): void
    {
        $value = ['text' => \str_repeat('text ', 100), 'list' => [1, 2.5, null, false], 'object' => new \ArrayObject(['a' => 1])];
        $this->save($this->pool($this->boot($brine), $pool), 'key', $value);
        $container = $this->boot($brine);
        $bytes = $this->bytes($container, $pool, 'key');
        if ($pool === 'app.tagged') {
            self::assertSame("\x9D", $bytes[0]);
            $bytes = \substr($bytes, 13);
        }
        self::assertSame($format, Format::of($bytes));
        // Resident values are kept from the second read on.
        for ($i = 0; $i < 3; ++$i) {
            self::assertEquals([true, $value], $this->fetch($this->pool($container, $pool), 'key'));
        }
        foreach ([false, null, 0, '', []] as $i => $empty) {
            $this->save($this->pool($container, $pool), "empty$i", $empty);
            self::assertSame([true, $empty], $this->fetch($this->pool($this->boot($brine), $pool), "empty$i"));
        }
        self::assertSame([], $this->logger($container)->take());
    }

    /** Installing the bundle flushes nothing: neither namespaces nor names of files change. */
    #[DataProvider('pools')]
    public function testEntriesFromBeforeAreHits(string $pool): void
    {
        $value = ['an' => new \ArrayObject(['old' => 'entry'])];
        $this->save($this->pool($this->boot(null), $pool), 'key', $value);
        $container = $this->boot();
        self::assertEquals([true, $value], $this->fetch($this->pool($container, $pool), 'key'));
        self::assertSame([], $this->logger($container)->take());
    }

    /** Where the bundle is removed again: Symfony takes what it cannot read for a miss. */
    #[DataProvider('pools')]
    public function testWithoutTheBundleEntriesOfBrineAreMisses(string $pool): void
    {
        if (!\extension_loaded('brine')) {
            self::markTestSkipped('without the extension native text is written');
        }
        $this->save($this->pool($this->boot(), $pool), 'key', ['value']);
        $container = $this->boot(null);
        // The extension igbinary warns.
        self::assertFalse(@$this->fetch($this->pool($container, $pool), 'key')[0]);
        @$this->save($this->pool($container, $pool), 'key', ['value']);
        self::assertSame([true, ['value']], $this->fetch($this->pool($this->boot(), $pool), 'key'));
    }

    public function testEachPoolHasTheAdapterOfTheBundle(): void
    {
        $container = $this->boot();
        self::assertSame([
            'app.files' => Adapter\FilesystemAdapter::class,
            'app.redis' => Adapter\RedisAdapter::class,
            'app.tagged' => Adapter\RedisTagAwareAdapter::class,
            'app.memcached' => Adapter\MemcachedAdapter::class,
            'app.database' => Adapter\PdoAdapter::class,
            'app.valkey' => Adapter\RedisAdapter::class,
            'app.valkey_tagged' => Adapter\RedisTagAwareAdapter::class,
            'app.apcu' => ApcuAdapter::class,
        ], \array_map(fn (string $pool): string => $this->pool($container, $pool)::class, [
            'app.files' => 'app.files', 'app.redis' => 'app.redis', 'app.tagged' => 'app.tagged', 'app.memcached' => 'app.memcached',
            'app.database' => 'app.database', 'app.valkey' => 'app.valkey', 'app.valkey_tagged' => 'app.valkey_tagged', 'app.apcu' => 'app.apcu',
        ]));
    }

    public function testApcuIsLeftToItself(): void
    {
        $this->save($this->pool($this->boot(self::SIGNED), 'app.apcu'), 'key', ['value', new \ArrayObject([1])]);
        self::assertEquals([true, ['value', new \ArrayObject([1])]], $this->fetch($this->pool($this->boot(self::SIGNED), 'app.apcu'), 'key'));
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('signings')]
    public function testTags(array $brine): void
    {
        $pool = $this->pool($this->boot($brine), 'app.tagged');
        \assert($pool instanceof TagAwareAdapterInterface);
        foreach (['a' => ['x', 'y'], 'b' => ['y'], 'c' => []] as $key => $tags) {
            self::assertTrue($pool->saveDeferred($pool->getItem($key)->set("value $key")->tag($tags)));
        }
        self::assertTrue($pool->commit());
        $again = $this->pool($this->boot($brine), 'app.tagged');
        \assert($again instanceof TagAwareAdapterInterface);
        self::assertSame(['x' => 'x', 'y' => 'y'], $again->getItem('a')->getMetadata()[CacheItem::METADATA_TAGS]);
        self::assertTrue($again->invalidateTags(['x']));
        $hits = [];
        foreach ($again->getItems(['a', 'b', 'c']) as $key => $item) {
            $hits[$key] = $item->isHit();
        }
        \ksort($hits);
        self::assertSame(['a' => false, 'b' => true, 'c' => true], $hits);
        // Deleted entries leave their tags' sets.
        $ofTag = fn (): int => (int) \array_sum(\array_map(fn (string $key): int => (int) $this->redis()->scard($key), $this->redis()->keys("*tags\1y")));
        $before = $ofTag();
        self::assertTrue($again->deleteItem('b'));
        self::assertSame($before - 1, $ofTag());
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function signings(): iterable
    {
        yield 'unsigned' => [[]];
        yield 'for the key' => [self::SIGNED];
        yield 'for the pool' => [['sign' => ['keys' => 'a secret', 'bind' => 'pool']]];
    }

    /** Resident values are those of the same bytes: only redis_tag_aware keeps tags out of them. */
    public function testTheBytesOfATaggedValueAfterAnInvalidation(): void
    {
        $container = $this->boot(['resident' => ['pools' => ['app.tagged', 'app.redis']]]);
        $redis = $container->get('app.redis');
        \assert($redis instanceof AdapterInterface);
        foreach (['app.tagged' => $container->get('app.tagged'), 'app.redis' => new TagAwareAdapter($redis)] as $name => $pool) {
            \assert($pool instanceof TagAwareAdapterInterface);
            $payloads = [];
            for ($i = 0; $i < 2; ++$i) {
                self::assertTrue($pool->invalidateTags(['x']));
                self::assertTrue($pool->save($pool->getItem('resident')->set(['value'])->tag(['x'])));
                $bytes = $this->bytes($container, $name, 'resident');
                $payloads[] = TaggedSerializer::parts($bytes)['value'] ?? $bytes;
            }
            self::assertSame($name === 'app.tagged', $payloads[0] === $payloads[1], $name);
        }
    }

    /** A value with metadata is an object of a class of Symfony's. */
    #[DataProvider('pools')]
    public function testContractsWithMetadata(string $pool): void
    {
        $container = $this->boot(self::SIGNED);
        $calls = 0;
        for ($i = 0; $i < 2; ++$i) {
            $cache = $container->get($pool);
            \assert($cache instanceof \Symfony\Contracts\Cache\CacheInterface);
            $value = $cache->get('key', static function (ItemInterface $item) use (&$calls): array {
                $item->expiresAfter(3600);
                \usleep(2000);
                ++$calls;

                return ['computed'];
            }, 0.0, $metadata);
            self::assertSame(['computed'], $value);
        }
        self::assertSame(1, $calls);
        // A chain reports none.
        self::assertSame($pool !== 'app.chain', isset($metadata[CacheItem::METADATA_CTIME]));
    }

    public function testOnlySomePools(): void
    {
        $container = $this->boot(['pools' => ['only' => ['app.redis']]]);
        $this->save($this->pool($container, 'app.redis'), 'key', ['value']);
        $this->save($this->pool($container, 'app.files'), 'key', ['value']);
        self::assertSame(\extension_loaded('brine') ? Format::Brine : Format::Native, Format::of($this->bytes($container, 'app.redis', 'key')));
        self::assertSame(Format::Native, Format::of($this->bytes($container, 'app.files', 'key')));
        $container = $this->boot(['pools' => ['except' => ['app.redis']]]);
        $this->save($this->pool($container, 'app.redis'), 'other', ['value']);
        self::assertSame(Format::Native, Format::of($this->bytes($container, 'app.redis', 'other')));
        self::assertSame(\Symfony\Component\Cache\Adapter\RedisAdapter::class, $this->pool($container, 'app.redis')::class);
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('mistakes')]
    public function testMistakes(array $brine, string $message): void
    {
        $this->expectExceptionMessage($message);
        $this->boot($brine);
    }

    /** @return iterable<string, array{array<string, mixed>, string}> */
    public static function mistakes(): iterable
    {
        yield 'no such pool' => [['resident' => ['pools' => ['app.none']]], 'brine: "resident" names the pool "app.none". There are: '];
        yield 'only and except' => [['pools' => ['only' => ['app.redis'], 'except' => ['app.files']]], 'Give "only" or "except", not both'];
        yield 'a codec' => [['compress' => ['codec' => 'bzip2']], 'The value "bzip2" is not allowed for path "brine.compress.codec"'];
        yield 'no sessions' => [['session' => true], 'brine: "session" is for sessions of Symfony, and there are none: set framework.session, with a handler_id'];
        yield 'a dictionary in no directory' => [['dictionary' => ['write' => '0123456789abcdef']], 'To write with a dictionary, give its directory too'];
    }

    /** @return iterable<string, array{string}> */
    public static function unsignable(): iterable
    {
        foreach (\array_keys(TestKernel::POOLS) as $pool) {
            yield $pool => [$pool];
        }
    }

    /** Unwritable values do not throw: they are not saved, and the others of the same commit are. */
    #[DataProvider('unsignable')]
    public function testWhatCannotBeWrittenIsNotSaved(string $pool): void
    {
        foreach ([[], self::SIGNED] as $brine) {
            $container = $this->boot($brine);
            $cache = $this->pool($container, $pool);
            $cache->saveDeferred($cache->getItem('bad')->set(static fn (): int => 1));
            $cache->saveDeferred($cache->getItem('good')->set('good'));
            self::assertFalse($cache->commit());
            $again = $this->pool($this->boot($brine), $pool);
            self::assertSame([false, null], $this->fetch($again, 'bad'));
            self::assertSame([true, 'good'], $this->fetch($again, 'good'));
        }
    }

    public function testInDebugModeWhatCannotBeWrittenIsAnError(): void
    {
        $pool = $this->pool($this->boot(debug: true), 'app.redis');
        $this->expectException(\ValueError::class);
        $this->expectExceptionMessage('Closure');
        $pool->save($pool->getItem('bad')->set(static fn (): int => 1));
    }
}
