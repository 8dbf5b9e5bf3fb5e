<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\Cache\ChainedFastBackend;

/** APCu with apc.serializer = brine as the fast backend before the module's. */
final class ApcuTest extends BackendTestCase
{
    private const VALUE = ['id' => 7, 'tags' => ['a', 'b'], 'none' => null, 'no' => false];

    protected function setUp(): void
    {
        if (!\extension_loaded('brine') || !\extension_loaded('apcu')) {
            self::markTestSkipped('this needs the extensions brine and apcu');
        }
        parent::setUp();
        self::assertSame('brine', \ini_get('apc.serializer'));
        \apcu_clear_cache();
    }

    /** The first read decodes, the second keeps the value, each later one finds it. */
    public function testValuesComeFromApcuAndAreDecodedOnce(): void
    {
        $values = ['array' => self::VALUE, 'objects' => [new Versioned(), new Versioned()], 'text' => '<p>as it is</p>', 'false' => false];
        foreach ($values as $cid => $value) {
            $this->chained()->set($cid, $value);
        }
        // A write makes old what was put into APCu before it.
        \apcu_clear_cache();
        foreach ($values as $cid => $value) {
            self::assertEquals($value, $this->read($cid));
        }
        // What follows can only come from APCu.
        $this->database->query("UPDATE cache_default SET data = 'damaged' WHERE cid NOT LIKE 'last%'");
        $hits = self::hits();
        for ($i = 0; $i < 4; ++$i) {
            foreach ($values as $cid => $value) {
                $item = $this->chained()->get($cid);
                self::assertNotFalse($item);
                self::assertEquals($value, $item->data);
            }
        }
        self::assertSame($hits + 2 * \count($values), self::hits());
        self::assertSame([], $this->log->lines);
    }

    /** As after a restart, which empties APCu. */
    public function testAnEmptyApcuIsFilledAgain(): void
    {
        $this->chained()->set('key', self::VALUE);
        \apcu_clear_cache();
        self::assertSame(self::VALUE, $this->read('key'));
        self::assertSame(self::VALUE, $this->fast()->get('key')->data ?? null);
    }

    public function testAnotherHostsWriteCounts(): void
    {
        $this->chained()->set('key', self::VALUE);
        self::assertSame(self::VALUE, $this->read('key'));
        \usleep(2000);
        (new ChainedFastBackend($this->factory->get('default'), new EmptyBackend(), 'default'))->set('key', ['new']);
        self::assertSame(self::VALUE, $this->fast()->get('key')->data ?? null);
        self::assertSame(['new'], $this->read('key'));
        $this->chained()->delete('key');
        self::assertNull($this->read('key'));
    }

    public function testSeveralItems(): void
    {
        $this->chained()->setMultiple(['one' => ['data' => self::VALUE], 'two' => ['data' => [2]]]);
        for ($i = 0; $i < 3; ++$i) {
            $cids = ['one', 'none', 'two'];
            $items = $this->chained()->getMultiple($cids);
            self::assertSame(['none'], $cids);
            self::assertSame(['one' => self::VALUE, 'two' => [2]], \array_map(static fn (\stdClass $item): mixed => $item->data, $items));
        }
    }

    /** As in a new request. */
    private function chained(): ChainedFastBackend
    {
        return new ChainedFastBackend($this->factory->get('default'), $this->fast(), 'default');
    }

    private function fast(): ApcuBackend
    {
        return new ApcuBackend('default');
    }

    private function read(string $cid): mixed
    {
        return $this->chained()->get($cid)->data ?? null;
    }

    private static function hits(): int
    {
        $hits = \brine_resident_status()['hits'];

        return \is_int($hits) ? $hits : self::fail('there is no number of hits');
    }
}
