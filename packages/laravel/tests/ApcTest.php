<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\EncodeException;
use Illuminate\Cache\ApcStore;
use Illuminate\Cache\Repository;
use Illuminate\Support\Carbon;
use Illuminate\Support\Collection;

/** Laravel's own store `apc` with apc.serializer = brine: no driver of the package takes part. */
final class ApcTest extends TestCase
{
    protected function setUp(): void
    {
        if (!\extension_loaded('brine') || !\extension_loaded('apcu')) {
            self::markTestSkipped('this needs the extensions brine and apcu');
        }
        parent::setUp();
        self::assertSame('brine', \ini_get('apc.serializer'));
        \apcu_clear_cache();
    }

    /** The first read decodes, the second keeps the value, each later one finds it. Carbon is a class of PHP, and is decoded each time. */
    public function testValuesComeBackAndAreDecodedOnce(): void
    {
        foreach ($this->values() as $key => $value) {
            self::assertTrue($this->apc()->put($key, $value, 60));
        }
        $cache = $this->apc();
        $hits = self::hits();
        for ($i = 0; $i < 4; ++$i) {
            foreach ($this->values() as $key => $value) {
                self::assertEquals($value, $cache->get($key), $key);
            }
        }
        self::assertSame($hits + 2 * (\count($this->values()) - 1), self::hits());
    }

    public function testManyAtOnce(): void
    {
        $cache = $this->apc();
        self::assertTrue($cache->putMany($this->values(), 60));
        self::assertEquals($this->values() + ['none' => null], $this->apc()->many([...\array_keys($this->values()), 'none']));
        self::assertTrue($cache->forget('config'));
        self::assertNull($this->apc()->get('config'));
        self::assertTrue($cache->flush());
        self::assertNull($this->apc()->get('things'));
    }

    public function testEmptyValues(): void
    {
        foreach ([false, 0, 0.0, '', []] as $i => $value) {
            self::assertTrue($this->apc()->forever("empty$i", $value));
            self::assertSame($value, $this->apc()->get("empty$i", 'a miss'));
        }
    }

    /** APCu stores numbers by itself. */
    public function testCounters(): void
    {
        $cache = $this->apc();
        self::assertTrue($cache->put('count', 5, 60));
        self::assertSame([6, 10, 7], [$cache->increment('count'), $cache->increment('count', 4), $cache->decrement('count', 3)]);
        self::assertSame(7, $this->apc()->get('count'));
    }

    public function testRememberAndTags(): void
    {
        $calls = 0;
        $value = function () use (&$calls): array {
            ++$calls;

            return $this->values();
        };
        for ($i = 0; $i < 3; ++$i) {
            self::assertEquals($this->values(), $this->apc()->remember('remembered', 60, $value));
            self::assertEquals($this->values(), $this->apc()->tags(['red'])->remember('remembered', 60, $value));
        }
        self::assertSame(2, $calls);
        self::assertTrue($this->apc()->tags(['red'])->flush());
        self::assertNull($this->apc()->tags(['red'])->get('remembered'));
        self::assertEquals($this->values(), $this->apc()->get('remembered'));
    }

    public function testWhatCannotBeWrittenKeepsTheOldEntry(): void
    {
        self::assertTrue($this->apc()->put('key', ['old'], 60));
        try {
            $this->apc()->put('key', ['callback' => static fn (): int => 1], 60);
            self::fail('a closure was stored');
        } catch (EncodeException $error) {
            self::assertSame("\$value['callback']", $error->getPath());
        }
        self::assertSame(['old'], $this->apc()->get('key'));
    }

    /** As in a new request. */
    private function apc(): Repository
    {
        $app = Host::start("$this->directory/app", ['cache.default' => 'apc', 'cache.stores.apc' => ['driver' => 'apc'], 'cache.prefix' => 'app-']);
        $cache = self::store($app);
        self::assertInstanceOf(ApcStore::class, $cache->getStore());

        return $cache;
    }

    /** @return array<string, mixed> */
    private function values(): array
    {
        return [
            'config' => ['name' => 'example', 'debug' => false, 'ratio' => 0.1, 'none' => null],
            'things' => [new Thing('first', [1, 2], new Thing('second')), new Thing('third')],
            'collection' => new Collection([['id' => 1, 'name' => 'Ada'], ['id' => 2, 'name' => 'Grace']]),
            'date' => Carbon::parse('2024-02-29 08:15:00', 'Europe/Berlin'),
        ];
    }

    private static function hits(): int
    {
        $hits = \brine_resident_status()['hits'];

        return \is_int($hits) ? $hits : self::fail('there is no number of hits');
    }
}
