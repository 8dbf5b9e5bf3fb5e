<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use PHPUnit\Framework\TestCase;
use Psr\Cache\CacheItemPoolInterface;
use Symfony\Component\Cache\Adapter\ApcuAdapter;
use Symfony\Component\Cache\Adapter\ChainAdapter;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Filesystem\Filesystem;

/** Symfony's own adapters with apc.serializer = brine: nothing of the bundle takes part. */
final class ApcuTest extends TestCase
{
    private string $directory;

    protected function setUp(): void
    {
        if (!\extension_loaded('brine')) {
            self::markTestSkipped('APCu uses the extension');
        }
        self::assertSame('brine', \ini_get('apc.serializer'));
        \apcu_clear_cache();
        $this->directory = \sys_get_temp_dir() . '/brine-apcu-' . \bin2hex(\random_bytes(8));
    }

    protected function tearDown(): void
    {
        (new Filesystem())->remove($this->directory);
    }

    /** The first read decodes, the second keeps the value, each later one finds it. */
    public function testValuesComeBackAndAreDecodedOnce(): void
    {
        $values = self::values();
        foreach ($values as $key => $value) {
            self::save(new ApcuAdapter('app'), $key, $value);
        }
        $hits = self::hits();
        for ($i = 1; $i <= 4; ++$i) {
            foreach ($values as $key => $value) {
                self::assertEquals([true, $value], self::fetch(new ApcuAdapter('app'), $key), $key);
            }
        }
        self::assertSame($hits + 2 * \count($values), self::hits());
    }

    public function testEmptyValuesAreHits(): void
    {
        foreach ([null, false, 0, 0.0, '', []] as $i => $value) {
            self::save(new ApcuAdapter('app'), "empty$i", $value);
            self::assertSame([true, $value], self::fetch(new ApcuAdapter('app'), "empty$i"));
        }
        self::assertSame([false, null], self::fetch(new ApcuAdapter('app'), 'none'));
    }

    public function testWhatIsWrittenToAValueIsNotInTheNextOne(): void
    {
        self::save(new ApcuAdapter('app'), 'key', ['list' => ['a', 'b'], 'object' => new \ArrayObject([1])]);
        for ($i = 0; $i < 4; ++$i) {
            [, $value] = self::fetch(new ApcuAdapter('app'), 'key');
            self::assertEquals(['list' => ['a', 'b'], 'object' => new \ArrayObject([1])], $value);
            \assert(\is_array($value) && \is_array($value['list']) && $value['object'] instanceof \ArrayObject);
            $value['list'][] = 'mine alone';
            $value['object'][] = 2;
        }
    }

    public function testSeveralItems(): void
    {
        $pool = new ApcuAdapter('app');
        foreach (self::values() as $key => $value) {
            self::assertTrue($pool->saveDeferred($pool->getItem($key)->set($value)));
        }
        self::assertTrue($pool->commit());
        $found = [];
        foreach ((new ApcuAdapter('app'))->getItems([...\array_keys(self::values()), 'none']) as $key => $item) {
            $found[$key] = [$item->isHit(), $item->get()];
        }
        self::assertEquals(\array_map(static fn (mixed $value): array => [true, $value], self::values()) + ['none' => [false, null]], $found);
        self::assertTrue($pool->deleteItem('routes'));
        self::assertFalse((new ApcuAdapter('app'))->hasItem('routes'));
        self::save(new ApcuAdapter('another'), 'key', ['kept']);
        self::assertTrue($pool->clear());
        self::assertFalse((new ApcuAdapter('app'))->hasItem('config'));
        self::assertSame([true, ['kept']], self::fetch(new ApcuAdapter('another'), 'key'));
    }

    /** Symfony logs it, and the old entry stays. */
    public function testWhatCannotBeWrittenIsNotSaved(): void
    {
        $pool = new ApcuAdapter('app');
        $pool->setLogger($logger = new TestLogger());
        self::save($pool, 'key', ['old']);
        self::assertFalse($pool->save($pool->getItem('key')->set(['callback' => static fn (): int => 1])));
        self::assertSame(['Failed to save key "key" of type array: Serialization of \'Closure\' is not allowed at $value[\'callback\']'], $logger->take());
        self::assertSame([true, ['old']], self::fetch(new ApcuAdapter('app'), 'key'));
    }

    /** As after a deployment: Symfony takes it for a miss, and logs it. */
    public function testAMissingClassIsAMiss(): void
    {
        if (!\function_exists('pcntl_fork')) {
            self::markTestSkipped('this needs pcntl');
        }
        $child = \pcntl_fork();
        if ($child === 0) {
            $gone = eval('namespace Brine\BrineBundle\Tests; final class GoneFromApcu { public int $number = 5; } return new GoneFromApcu();');
            self::save(new ApcuAdapter('app'), 'key', [$gone]);
            // Without PHPUnit's end.
            \posix_kill(\posix_getpid(), \SIGKILL);
        }
        \pcntl_waitpid($child, $status);
        $pool = new ApcuAdapter('app');
        $pool->setLogger($logger = new TestLogger());
        self::assertTrue($pool->hasItem('key'));
        self::assertSame([false, null], self::fetch($pool, 'key'));
        self::assertSame(['Failed to fetch key "key": Class not found: ' . __NAMESPACE__ . '\GoneFromApcu'], $logger->take());
    }

    public function testAChainFillsApcuFromFiles(): void
    {
        foreach (self::values() as $key => $value) {
            self::save(new FilesystemAdapter('app', 0, $this->directory), $key, $value);
            self::assertEquals([true, $value], self::fetch($this->chain(), $key));
            self::assertEquals([true, $value], self::fetch(new ApcuAdapter('app'), $key), 'in APCu now');
        }
        self::assertTrue((new FilesystemAdapter('app', 0, $this->directory))->clear());
        $hits = self::hits();
        for ($i = 0; $i < 3; ++$i) {
            foreach (self::values() as $key => $value) {
                self::assertEquals([true, $value], self::fetch($this->chain(), $key), 'not in the files any more');
            }
        }
        self::assertGreaterThanOrEqual($hits + 2 * \count(self::values()), self::hits());
    }

    public function testAChainWritesToBoth(): void
    {
        self::save($this->chain(), 'key', self::values());
        self::assertEquals([true, self::values()], self::fetch(new ApcuAdapter('app'), 'key'));
        self::assertEquals([true, self::values()], self::fetch(new FilesystemAdapter('app', 0, $this->directory), 'key'));
        self::assertTrue($this->chain()->deleteItem('key'));
        self::assertSame([false, null], self::fetch($this->chain(), 'key'));
    }

    private function chain(): ChainAdapter
    {
        return new ChainAdapter([new ApcuAdapter('app'), new FilesystemAdapter('app', 0, $this->directory)]);
    }

    /** @return array<string, mixed> */
    private static function values(): array
    {
        return [
            'routes' => ['home' => ['path' => '/', 'methods' => ['GET']], 'show' => ['path' => '/{id}', 'requirements' => ['id' => '\d+'], 'methods' => ['GET', 'HEAD']]],
            'config' => ['name' => 'example', 'debug' => false, 'ratio' => 0.1, 'none' => null],
            'objects' => [new Versioned(), new Versioned()],
        ];
    }

    private static function save(CacheItemPoolInterface $pool, string $key, mixed $value): void
    {
        self::assertTrue($pool->save($pool->getItem($key)->set($value)));
    }

    /** @return array{bool, mixed} whether it is a hit, and the value */
    private static function fetch(CacheItemPoolInterface $pool, string $key): array
    {
        $item = $pool->getItem($key);

        return [$item->isHit(), $item->get()];
    }

    private static function hits(): int
    {
        $hits = \brine_resident_status()['hits'];

        return \is_int($hits) ? $hits : self::fail('there is no number of hits');
    }
}
