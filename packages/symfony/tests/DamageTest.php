<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\BrineBundle\Adapter\TaggedSerializer;
use Brine\BrineSerializer;
use Brine\JsonSerializer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestWith;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\DependencyInjection\ContainerInterface;

/**
 * Entries that are not what was written: a miss, logged once, never an exception and never a value. Without a signature flipped bits may be
 * another value, as with every serializer.
 */
final class DamageTest extends PoolTestCase
{
    private const SIGNED = ['sign' => ['keys' => ['a secret of a test']]];
    private const FOR_POOL = ['sign' => ['keys' => ['a secret of a test'], 'bind' => 'pool']];
    private const VALUE = ['id' => 17, 'names' => ['one', 'two'], 'text' => 'some text'];

    /** @return iterable<string, array{string, array<string, mixed>}> */
    public static function pools(): iterable
    {
        foreach (\array_keys(TestKernel::POOLS) as $pool) {
            yield "$pool unsigned" => [$pool, []];
            yield "$pool compressed" => [$pool, ['compress' => ['min_bytes' => 0]]];
            yield "$pool signed" => [$pool, self::SIGNED];
            yield "$pool signed for the pool" => [$pool, self::FOR_POOL];
        }
    }

    /** @return iterable<string, array{string}> */
    public static function signed(): iterable
    {
        foreach (\array_keys(TestKernel::POOLS) as $pool) {
            yield $pool => [$pool];
        }
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('pools')]
    public function testCutEntriesAreMisses(string $pool, array $brine): void
    {
        $this->prepare($pool, $brine);
        $container = $this->boot($brine);
        $bytes = $this->bytes($container, $pool, 'bad');
        // Redis and Symfony's adapter both treat an empty string as nothing.
        for ($length = \strlen($bytes) - 1; $length >= 1; --$length) {
            $this->bytes($container, $pool, 'bad', \substr($bytes, 0, $length));
            $this->assertIsMiss($container, $pool, "$length bytes");
        }
        $this->bytes($container, $pool, 'bad', $bytes . 'x');
        $this->assertIsMiss($container, $pool, 'a byte more');
    }

    #[DataProvider('signed')]
    public function testFlippedBitsOfSignedEntriesAreMisses(string $pool): void
    {
        $this->prepare($pool, self::SIGNED);
        $container = $this->boot(self::SIGNED);
        $bytes = $this->bytes($container, $pool, 'bad');
        for ($i = 0; $i < \strlen($bytes); ++$i) {
            // Symfony's metadata, by which an entry may expire early, has no signature.
            if ($pool !== 'app.tagged' || !\in_array($i, [1, 2, 3, 4, 6, 7, 8], true)) {
                $this->bytes($container, $pool, 'bad', \substr_replace($bytes, $bytes[$i] ^ \chr(1 << $i % 8), $i, 1));
                $this->assertIsMiss($container, $pool, "byte $i");
            }
        }
    }

    /**
     * Without a signature a flipped bit is a miss or another value, and never an exception.
     *
     * @param array<string, mixed> $brine
     */
    #[DataProvider('pools')]
    public function testFlippedBitsAreNeverAnException(string $pool, array $brine): void
    {
        $this->prepare($pool, $brine);
        $container = $this->boot($brine);
        $bytes = $this->bytes($container, $pool, 'bad');
        for ($i = 0; $i < \strlen($bytes); ++$i) {
            $this->bytes($container, $pool, 'bad', \substr_replace($bytes, $bytes[$i] ^ \chr(1 << $i * 3 % 8), $i, 1));
            [$isHit] = $this->fetch($this->forget($container, $pool), 'bad');
            self::assertCount($isHit ? 0 : 1, $this->logger($container)->take(), "byte $i");
        }
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('pools')]
    public function testOtherFormatsAreMisses(string $pool, array $brine): void
    {
        $this->prepare($pool, $brine);
        $container = $this->boot($brine);
        foreach (['noise' => \str_repeat("\xff\x00", 20), 'JSON' => (new JsonSerializer())->serialize(self::VALUE), 'text' => 'hello', 'one byte' => "\x80"] as $name => $bytes) {
            $this->bytes($container, $pool, 'bad', $bytes);
            $this->assertIsMiss($container, $pool, $name);
        }
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('pools')]
    public function testEntriesOfAChangedClassAreMissesAndNoDamage(string $pool, array $brine): void
    {
        $accepting = $brine + ['stale_classes' => 'accept'];
        $this->prepare($pool, $accepting, new Versioned());
        $this->save($this->pool($this->boot($accepting), $pool), 'other', new Versioned());
        self::assertEquals([true, new Versioned()], $this->fetch($this->forget($this->boot($accepting), $pool), 'bad'));
        $container = $this->boot($brine);
        $cache = $this->forget($container, $pool);
        self::assertSame([[false, null], [false, null], [true, 'good']], [$this->fetch($cache, 'bad'), $this->fetch($cache, 'other'), $this->fetch($cache, 'good')]);
        self::assertSame([], $this->logger($container)->take());
        $infos = $this->logger($container)->infos;
        self::assertCount(1, $infos);
        self::assertIsString($infos[0]);
        self::assertStringContainsString(Versioned::class . ' has changed since this was written (another version)', $infos[0]);
        $this->save($cache, 'bad', new Versioned());
        self::assertEquals([true, new Versioned()], $this->fetch($this->forget($this->boot($brine), $pool), 'bad'));
    }

    #[DataProvider('signed')]
    public function testWhatIsNotSignedIsAMiss(string $pool): void
    {
        $this->prepare($pool, self::SIGNED);
        $container = $this->boot(self::SIGNED);
        foreach ([\serialize(self::VALUE), (new BrineSerializer())->serialize(self::VALUE)] as $bytes) {
            $this->bytes($container, $pool, 'bad', $bytes);
            $this->assertIsMiss($container, $pool, 'unsigned');
        }
    }

    #[DataProvider('signed')]
    public function testEntriesOfAForeignKeyAreMisses(string $pool): void
    {
        foreach (['key', 'pool'] as $bind) {
            $this->prepare($pool, ['sign' => ['keys' => ['another secret of a test'], 'bind' => $bind]]);
            $foreign = $this->bytes($this->boot(['sign' => ['keys' => ['another secret of a test'], 'bind' => $bind]]), $pool, 'bad');
            $ours = ['sign' => ['keys' => ['a secret of a test'], 'bind' => $bind]];
            $this->prepare($pool, $ours);
            $container = $this->boot($ours);
            $this->bytes($container, $pool, 'bad', $foreign);
            $this->assertIsMiss($container, $pool, "bound to the $bind");
            if ($pool === 'app.memcached') {
                // Its ids have a number that changes when the entry with it cannot be read.
                continue;
            }
            // The key is known from now on.
            $both = $this->boot(['sign' => ['keys' => ['a secret of a test', 'another secret of a test'], 'bind' => $bind]]);
            self::assertSame([true, self::VALUE], $this->fetch($this->pool($both, $pool), 'bad'));
        }
    }

    #[DataProvider('signed')]
    public function testEntriesOfAnotherKeyAreMisses(string $pool): void
    {
        $this->prepare($pool, self::SIGNED);
        $container = $this->boot(self::SIGNED);
        $this->bytes($container, $pool, 'bad', $this->bytes($container, $pool, 'good'));
        $this->assertIsMiss($container, $pool, 'moved');
    }

    /** @param array<string, mixed> $brine */
    #[TestWith([[]])]
    #[TestWith([self::SIGNED])]
    #[TestWith([self::FOR_POOL])]
    public function testAValueWithoutItsFrameIsAMiss(array $brine): void
    {
        $this->prepare('app.tagged', $brine, ['value' => 'from a form', 'tags' => []]);
        $container = $this->boot($brine);
        $payload = TaggedSerializer::parts($this->bytes($container, 'app.tagged', 'bad'))['value'] ?? '';
        $this->bytes($container, 'app.tagged', 'bad', $payload);
        $this->assertIsMiss($container, 'app.tagged', 'without a frame');
    }

    /** Names of entries may have any bytes but Symfony's reserved ones. */
    public function testNoValueIsTakenForTags(): void
    {
        $this->prepare('app.tagged', self::SIGNED);
        $container = $this->boot(self::SIGNED);
        $cache = $this->pool($container, 'app.tagged');
        $this->save($cache, "bad\0tags", ['no tag']);
        $tags = TaggedSerializer::parts($this->bytes($container, 'app.tagged', "bad\0tags"))['value'] ?? '';
        $bytes = $this->bytes($container, 'app.tagged', 'bad');
        $value = TaggedSerializer::parts($bytes)['value'] ?? '';
        $this->bytes($container, 'app.tagged', 'bad', \substr($bytes, 0, 9) . "\x5f\0\0" . \chr(\strlen($tags)) . $tags . $value);
        $this->assertIsMiss($container, 'app.tagged', 'a value in place of tags');
    }

    /** A signature for the pool lets entries move within it, and not to another one. */
    #[DataProvider('signed')]
    public function testEntriesOfAnotherPoolAreMisses(string $pool): void
    {
        $this->prepare($pool, self::FOR_POOL);
        $container = $this->boot(self::FOR_POOL);
        $this->bytes($container, $pool, 'bad', $this->bytes($container, $pool, 'good'));
        self::assertSame([true, 'good'], $this->fetch($this->forget($container, $pool), 'bad'));
        $other = $pool === 'app.database' ? 'app.files' : 'app.database';
        foreach ([self::FOR_POOL, self::SIGNED] as $brine) {
            $this->prepare($pool, $brine);
            $this->prepare($other, $brine);
            $container = $this->boot($brine);
            $bytes = $this->bytes($container, $other, 'bad');
            $this->bytes($container, $pool, 'bad', $bytes);
            $this->assertIsMiss($container, $pool, "from $other");
        }
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('pools')]
    public function testMissingClassesAreMisses(string $pool, array $brine): void
    {
        // An object of a missing class is written under its original class.
        $gone = \unserialize('O:12:"Gone\Product":1:{s:4:"name";s:3:"tea";}');
        foreach ([$gone, ['inside' => [$gone]]] as $value) {
            $this->prepare($pool, $brine, $value);
            $this->assertIsMiss($this->boot($brine), $pool, 'a missing class', 'There is no class Gone\Product');
        }
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('pools')]
    public function testWhatHooksThrowIsAMiss(string $pool, array $brine): void
    {
        foreach ([new \RuntimeException('an exception'), new \Error('an error')] as $error) {
            ThrowingThing::$error = null;
            $this->prepare($pool, $brine, new ThrowingThing());
            ThrowingThing::$error = $error;
            ThrowingThing::$reads = 0;
            $this->assertIsMiss($this->boot($brine), $pool, $error::class, $error->getMessage());
            // Once for one entry, and once for several.
            self::assertSame(2, ThrowingThing::$reads);
        }
    }

    /** @param array<string, mixed> $brine */
    private function prepare(string $pool, array $brine, mixed $bad = self::VALUE): void
    {
        $container = $this->boot($brine);
        $cache = $this->pool($container, $pool);
        $this->save($cache, 'good', 'good');
        $this->save($cache, 'bad', $bad);
        $this->save($cache, 'other', 'other');
    }

    private function assertIsMiss(ContainerInterface $container, string $pool, string $what, string $message = ''): void
    {
        $this->logger($container)->take();
        $cache = $this->forget($container, $pool);
        self::assertSame([false, null], $this->fetch($cache, 'bad'), $what);
        $logged = $this->logger($container)->take();
        self::assertCount(1, $logged, $what);
        self::assertStringStartsWith('Failed to fetch key "', $logged[0]);
        self::assertStringContainsString($message, $logged[0]);
        // The call returns the other entries.
        $hits = [];
        foreach ($this->forget($container, $pool)->getItems(['good', 'bad', 'other']) as $key => $item) {
            $hits[$key] = $item->get();
        }
        \ksort($hits);
        self::assertSame(['bad' => null, 'good' => 'good', 'other' => 'other'], $hits, $what);
        self::assertCount(1, $this->logger($container)->take(), $what);
    }

    /** The pool, without values cached in the process. */
    private function forget(ContainerInterface $container, string $pool): AdapterInterface
    {
        if ($pool === 'app.chain') {
            $first = $container->get('brine.chain.app.chain.0');
            \assert($first instanceof AdapterInterface);
            $first->clear();
        }

        return $this->pool($container, $pool);
    }
}
