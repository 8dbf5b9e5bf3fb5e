<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\DecodeException;
use Brine\Format\SignedFrame;
use Brine\IgbinarySerializer;
use Brine\JsonSerializer;
use Brine\Laravel\Events\CacheEntryUnreadable;
use Brine\Laravel\Store\FileStore;
use Brine\Signed;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Events\Dispatcher;
use PHPUnit\Framework\Attributes\DataProvider;

/** Unreadable entries are misses, reported once, and never throw. */
final class UnreadableTest extends TestCase
{
    private const VALUE = ['name' => 'value', 'list' => [1, 2, 3], 'page' => '<p>Text</p>'];

    /** @var list<CacheEntryUnreadable> */
    private array $events = [];

    /** @param array<string, mixed> $config */
    private function listening(string $kind, array $config = []): Repository
    {
        $app = $this->app($kind, $config);
        $this->events = [];
        $app->make(Dispatcher::class)->listen(CacheEntryUnreadable::class, function (CacheEntryUnreadable $event): void {
            $this->events[] = $event;
        });

        return self::store($app);
    }

    /** The stored form of a payload in a store of this kind. */
    private static function kept(string $kind, string $payload): string
    {
        return $kind === 'database' ? \base64_encode($payload) : $payload;
    }

    private function assertIsMiss(Repository $cache, string $key, string $reason): void
    {
        self::assertSame('default', $cache->get($key, 'default'));
        self::assertNull($cache->get($key));
        self::assertSame([$key => null], $cache->many([$key]));
        self::assertFalse($cache->has($key));
        self::assertSame([$reason], \array_map(static fn (CacheEntryUnreadable $event): string => $event->reason, $this->events));
        self::assertSame(1, \substr_count($this->log(), 'A cache entry cannot be read'), $this->log());
        self::assertStringContainsString('"reason":"' . $reason . '"', $this->log());
        // It is overwritten as any other.
        self::assertTrue($cache->put($key, self::VALUE, 100));
        self::assertSame(self::VALUE, $cache->get($key));
        self::assertCount(1, $this->events);
    }

    /** @return array<string, array{string, array<string, mixed>, \Closure(string, string): string, string}> */
    public static function damages(): array
    {
        $cases = [];
        foreach (Host::KINDS as $kind) {
            $signed = static fn (string $secret, string $context): string => (new Signed(new BrineSerializer(), $secret, $context))->serialize(self::VALUE);
            $keys = ['brine.keys' => 'secret of a test'];
            $cases += [
                "$kind cut" => [$kind, [], static fn (string $payload): string => \substr($payload, 0, -3), 'truncated'],
                "$kind longer" => [$kind, [], static fn (string $payload): string => "{$payload}x", 'trailing_bytes'],
                "$kind signed, cut" => [$kind, $keys, static fn (string $payload): string => \substr($payload, 0, -3), 'not_verified'],
                "$kind of a foreign key" => [$kind, $keys, static fn (string $payload, string $key): string => $signed('foreign key of a test', $key), 'not_verified'],
                "$kind of another place" => [$kind, $keys, static fn (string $payload, string $key): string => $signed('secret of a test', $key . '2'), 'not_verified'],
                "$kind not signed" => [$kind, $keys, static fn (): string => \brine_serialize(self::VALUE), 'not_verified'],
                "$kind native and not signed" => [$kind, $keys, static fn (): string => \serialize(self::VALUE), 'not_verified'],
                "$kind signed, and no key is set" => [$kind, [], static fn (string $payload, string $key): string => $signed('secret of a test', $key), 'not_verified'],
                "$kind with a missing class" => [$kind, [], static fn (): string => MissingClass::in(\brine_serialize([new Thing()])), 'missing_class'],
                "$kind signed, with a missing class" => [
                    $kind, $keys, static fn (string $payload, string $key): string => SignedFrame::sign(MissingClass::in(\brine_serialize([new Thing()])), 'secret of a test', $key), 'missing_class',
                ],
                "$kind with a hook's error" => [$kind, [], static fn (): string => \brine_serialize(new Waking('error')), 'exception'],
                "$kind with a hook's exception" => [$kind, [], static fn (): string => \brine_serialize(new Waking('exception')), 'exception'],
                "$kind with a state that its class refuses" => [
                    $kind, [], static fn (): string => \str_replace('NoDating', 'DateTime', \brine_serialize(\unserialize('O:8:"NoDating":1:{s:4:"date";s:1:"x";}'))), 'bad_object',
                ],
                "$kind of a class that is not allowed" => [
                    $kind, ['cache.serializable_classes' => [Waking::class]], static fn (): string => \brine_serialize(new Thing()), 'denied_class',
                ],
                "$kind where no class is allowed" => [
                    $kind, ['cache.serializable_classes' => false], static fn (): string => \brine_serialize(new Thing()), 'denied_class',
                ],
                "$kind of an unknown dictionary" => [$kind, [], static fn (): string => "\xc1\x12" . \str_repeat('x', 20), 'unknown_dictionary'],
                "$kind that inflates to something else" => [$kind, [], static fn (): string => \substr((new Compressed(new BrineSerializer()))->serialize(\str_repeat('page', 999)), 0, -1), 'bad_content'],
            ];
            if ($kind !== 'memcached') {
                // Texts are raw there.
                $cases += [
                    "$kind of another format" => [$kind, [], static fn (): string => (new JsonSerializer())->serialize(self::VALUE), 'unknown_format'],
                    "$kind empty" => [$kind, [], static fn (): string => '', 'unknown_format'],
                    "$kind of native text, cut" => [$kind, [], static fn (): string => \substr(\serialize(self::VALUE), 0, -2), 'malformed'],
                    "$kind of native text with a missing class" => [$kind, [], static fn (): string => MissingClass::in(\serialize(new Thing())), 'missing_class'],
                ];
            }
        }

        return $cases;
    }

    /**
     * @param array<string, mixed> $config
     * @param \Closure(string, string): string $damage
     */
    #[DataProvider('damages')]
    public function testDamagedEntryIsAMiss(string $kind, array $config, \Closure $damage, string $reason): void
    {
        $cache = $this->listening($kind, $config);
        $cache->put('key', self::VALUE, 100);
        $payload = $this->raw($cache, 'key');
        $payload = $kind === 'database' ? (string) \base64_decode($payload, true) : $payload;
        // The context of a signature. The prefix differs in Laravel 13.
        $store = $cache->getStore();
        $damaged = $damage($payload, $store instanceof FileStore ? \sha1('key') : $store->getPrefix() . 'key');
        $this->plant($cache, 'key', self::isText($damaged) ? $damaged : self::kept($kind, $damaged));
        $this->assertIsMiss($cache, 'key', $reason);
    }

    #[DataProvider('kinds')]
    public function testEntriesOfAChangedClassAreMissesAndNoDamage(string $kind): void
    {
        foreach (['log', 'report', 'throw'] as $before => $onCorrupt) {
            $cache = $this->listening($kind, ['brine.on_corrupt' => $onCorrupt]);
            foreach (['one', 'two'] as $key) {
                $cache->put($key, 'a value', 100);
                $this->plant($cache, $key, self::kept($kind, \brine_serialize(new Versioned())));
                self::assertSame('default', $cache->get($key, 'default'));
            }
            self::assertSame(['stale_class', 'stale_class'], \array_map(static fn (CacheEntryUnreadable $event): string => $event->reason, $this->events));
            self::assertStringNotContainsString('cannot be read', $this->log());
            self::assertSame($before + 1, \substr_count($this->log(), '.INFO: Entries written before a class has changed are misses'), $this->log());
            self::assertEquals(new Versioned(), $this->listening($kind, ['brine.stale_classes' => 'accept'])->get('two'));
            $cache->put('two', new Versioned(), 100);
            self::assertEquals(new Versioned(), $cache->get('two'));
        }
    }

    /** The single attempt explains why it cannot be read. */
    #[DataProvider('kinds')]
    public function testHooksOfAnEntryThatCannotBeReadAreCalledOnce(string $kind): void
    {
        foreach ([[], ['brine.keys' => 'secret of a test'], ['brine.compression' => 'zlib', 'brine.compression_min_bytes' => 1]] as $config) {
            $cache = $this->listening($kind, $config);
            $cache->put('key', [\str_repeat('text ', 20), new Waking('error')], 100);
            foreach ([static fn (): mixed => $cache->get('key'), static fn (): mixed => $cache->many(['key'])['key']] as $call) {
                Waking::$count = 0;
                self::assertNull($call());
                self::assertSame(1, Waking::$count);
            }
            self::assertCount(1, $this->events);
        }
    }

    private static function isText(string $payload): bool
    {
        return \in_array($payload[1] ?? '', [':', ';'], true);
    }

    /** A bit of what is signed is changed, each in its turn. */
    #[DataProvider('kinds')]
    public function testNoFlippedBitOfASignedEntryGivesAValue(string $kind): void
    {
        $cache = $this->listening($kind, ['brine.keys' => 'secret of a test']);
        $cache->put('key', self::VALUE, 1000);
        $raw = $this->raw($cache, 'key');
        $count = 0;
        for ($i = 0; $i < 8 * \strlen($raw); $i += 5) {
            $flipped = $raw;
            $flipped[$i >> 3] = \chr(\ord($flipped[$i >> 3]) ^ (1 << ($i & 7)));
            if ($kind === 'database' && \base64_decode($flipped, true) === \base64_decode($raw, true)) {
                continue;
            }
            if ($kind === 'memcached' && $i < 16) {
                // Not marked as a payload, it is another text, and not signed.
                self::assertStringStartsNotWith("\xc1\x14", $flipped);
            }
            $this->plant($cache, 'key', $flipped);
            self::assertNull($cache->get('key'), "bit $i");
            $count++;
        }
        self::assertCount($count, $this->events);
        self::assertSame($count, \substr_count($this->log(), 'A cache entry cannot be read'));
    }

    /** Without a signature another value may come of it, and nothing else. */
    #[DataProvider('kinds')]
    public function testNoFlippedBitThrows(string $kind): void
    {
        $cache = $this->listening($kind);
        $cache->put('key', [new Thing(), ...self::VALUE], 1000);
        $raw = $this->raw($cache, 'key');
        $misses = 0;
        for ($i = 0; $i < 8 * \strlen($raw); $i += 3) {
            $flipped = $raw;
            $flipped[$i >> 3] = \chr(\ord($flipped[$i >> 3]) ^ (1 << ($i & 7)));
            $this->plant($cache, 'key', $flipped);
            // Memory that a damaged count asks for is bounded by the bytes.
            $misses += $cache->get('key', 'miss') === 'miss' ? 1 : 0;
        }
        self::assertGreaterThan(10, $misses);
        self::assertCount($misses, $this->events);
        // A name that has changed looks as a class that has.
        $stale = \array_filter($this->events, static fn (CacheEntryUnreadable $event): bool => $event->reason === 'stale_class');
        self::assertSame($misses - \count($stale), \substr_count($this->log(), 'A cache entry cannot be read'));
    }

    /** Of a file, what is damaged or cut can also be the time before the payload. */
    public function testAFileWithADamagedTimeIsAMissOrTheValue(): void
    {
        $cache = $this->listening('file');
        $store = $cache->getStore();
        self::assertInstanceOf(FileStore::class, $store);
        $misses = 0;
        for ($i = 0; $i < 80; $i++) {
            $cache->put('key', self::VALUE, 1000);
            $contents = (string) \file_get_contents($store->path('key'));
            $contents[$i >> 3] = \chr(\ord($contents[$i >> 3]) ^ (1 << ($i & 7)));
            \file_put_contents($store->path('key'), $contents);
            $value = $cache->get('key');
            self::assertContains($value, [null, self::VALUE], "bit $i");
            $misses += \ctype_digit(\substr($contents, 0, 10)) ? 0 : 1;
        }
        self::assertCount($misses, $this->events);
        self::assertGreaterThan(40, $misses);
        for ($i = 0; $i < 10; $i++) {
            \file_put_contents($store->path('key'), \substr('1999999999', 0, $i));
            self::assertNull($cache->get('key'));
        }
        self::assertCount($misses + 9, $this->events);
    }

    #[DataProvider('kinds')]
    public function testAMovedEntryIsAMiss(string $kind): void
    {
        $cache = $this->listening($kind, ['brine.keys' => 'secret of a test']);
        $cache->put('admin', ['role' => 'admin'], 100);
        $this->plant($cache, 'key', $this->raw($cache, 'admin'));
        self::assertSame(['role' => 'admin'], $cache->get('admin'));
        $this->assertIsMiss($cache, 'key', 'not_verified');
    }

    public function testAHookMayAskForAClassThatIsMissing(): void
    {
        $cache = $this->listening('file');
        $cache->put('key', [new Waking()], 100);
        $value = $cache->get('key');
        self::assertIsArray($value);
        self::assertInstanceOf(Waking::class, $value[0]);
        self::assertFalse($value[0]->found);
        self::assertSame([], $this->events);
    }

    public function testAllowedClassesAreRead(): void
    {
        $cache = $this->listening('phpredis', ['cache.serializable_classes' => [Thing::class]]);
        $cache->put('key', new Thing('name'), 100);
        self::assertEquals(new Thing('name'), $cache->get('key'));
        // As with Laravel's own drivers, inside a value it becomes an incomplete object.
        $cache->put('nested', [new Waking()], 100);
        $nested = $cache->get('nested');
        self::assertIsArray($nested);
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $nested[0]);
    }

    public function testSignaturesRotate(): void
    {
        $this->listening('database', ['brine.keys' => 'the old key of two'])->put('key', self::VALUE, 100);
        self::assertSame(self::VALUE, $this->listening('database', ['brine.keys' => ['the new key of two', 'the old key of two']])->get('key'));
        self::assertNull($this->listening('database', ['brine.keys' => 'the new key of two'])->get('key'));
    }

    #[DataProvider('kinds')]
    public function testEntriesOfAShortKeyAreRead(string $kind): void
    {
        $cache = $this->listening($kind, ['brine.keys' => 'key of 16 bytes.,key of 15 bytes']);
        $store = $cache->getStore();
        $context = $store instanceof FileStore ? \sha1('key') : $store->getPrefix() . 'key';
        // HMAC pads keys with zeros: to it, this is the key of 15 bytes.
        $frame = SignedFrame::sign(\brine_serialize(self::VALUE), "key of 15 bytes\0", $context);
        $this->plant($cache, 'key', self::kept($kind, $frame));
        self::assertSame(self::VALUE, $cache->get('key'));
        self::assertSame([], $this->events);
    }

    public function testNumbersAreNotSigned(): void
    {
        foreach (Host::KINDS as $kind) {
            $cache = $this->listening($kind, ['brine.keys' => 'secret of a test']);
            $cache->put('count', 5, 100);
            self::assertEquals(7, $cache->increment('count', 2), $kind);
            self::assertEquals(7, $cache->get('count'), $kind);
        }
    }

    public function testReportGoesToTheExceptionHandler(): void
    {
        $app = $this->app('file', ['brine.on_corrupt' => 'report']);
        $cache = self::store($app);
        $this->plant($cache, 'key', 'damaged');
        self::assertNull($cache->get('key'));
        self::assertSame(1, \substr_count($this->log(), 'production.ERROR: The first bytes are of no format that is read here'), $this->log());
    }

    public function testThrowThrows(): void
    {
        $cache = $this->listening('phpredis', ['brine.on_corrupt' => 'throw']);
        $this->plant($cache, 'key', 'damaged');
        $reasons = [];
        foreach (['first', 'second'] as $time) {
            try {
                $cache->get('key', $time);
            } catch (\Exception $error) {
                $reasons[] = $error instanceof DecodeException ? $error->getReason() : $error->getMessage();
            }
        }
        self::assertSame(['unknown_format', 'unknown_format'], $reasons);
        self::assertCount(1, $this->events);
    }

    /** Entries of igbinary, as phpredis writes them with its own serializer. */
    public function testEntriesOfIgbinaryAreRead(): void
    {
        $cache = $this->listening('phpredis');
        $this->plant($cache, 'key', (new IgbinarySerializer())->serialize(self::VALUE));
        self::assertSame(self::VALUE, $cache->get('key'));
        self::assertSame([], $this->events);
    }
}
