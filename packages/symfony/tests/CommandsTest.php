<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\Format;
use PHPUnit\Framework\Attributes\DataProvider;
use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;
use Symfony\Component\Cache\CacheItem;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\DeflateMarshaller;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Tester\CommandTester;
use Symfony\Component\DependencyInjection\ContainerInterface;

/** The commands, on stores with entries from before. */
final class CommandsTest extends PoolTestCase
{
    private const SIGNED = ['sign' => ['keys' => ['a secret of a test']]];

    /** @return iterable<string, array{string, array<string, mixed>, Format}> */
    public static function walkable(): iterable
    {
        $ours = \extension_loaded('brine') ? Format::Brine : Format::Native;
        foreach (['app.files', 'app.redis', 'app.tagged', 'app.database'] as $pool) {
            yield $pool => [$pool, ['compress' => ['min_bytes' => 100]], Format::Compressed];
            yield "$pool signed" => [$pool, self::SIGNED, Format::Signed];
            yield "$pool as it is" => [$pool, [], $ours];
        }
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('walkable')]
    public function testMigration(string $pool, array $brine, Format $format): void
    {
        $this->fill($pool);
        $container = $this->boot($brine);
        $before = [];
        for ($i = 0; $i < 30; ++$i) {
            $before[$i] = $this->bytes($container, $pool, "key$i");
        }
        [$status, $text] = $this->execute($container, 'brine.command.migrate', ['pool' => $pool, '--dry-run' => true]);
        self::assertSame(Command::SUCCESS, $status, $text);
        self::assertSame($before[29], $this->bytes($container, $pool, 'key29'));
        // Without the extension, native text stays unchanged.
        $isOld = static fn (string $bytes): bool => $format !== Format::Native || ($pool !== 'app.tagged' && Format::of($bytes) !== Format::Native);
        $count = \count(\array_filter($before, $isOld));
        self::assertStringContainsString("$count of 31 entries would be written", $text);
        [$status, $text] = $this->execute($container, 'brine.command.migrate', ['pool' => $pool]);
        self::assertSame(Command::SUCCESS, $status, $text);
        // The damaged entry is left alone, and named.
        self::assertStringContainsString("$count of 31 entries written, " . (30 - $count) . ' as they were, 0 changed by others meanwhile, 0 inaccessible, 1 left alone', $text);
        self::assertStringContainsString('unreadable: ', $text);
        foreach ($before as $i => $bytes) {
            $now = $this->bytes($container, $pool, "key$i");
            // In Symfony's frame, the value comes after the tags.
            $value = $pool === 'app.tagged' ? \substr($now, 13 + \ord($now[12])) : $now;
            self::assertSame($format, Format::of($value), "key$i");
            self::assertSame([true, self::value($i)], $this->fetch($this->pool($container, $pool), "key$i"));
        }
        [, $text] = $this->execute($container, 'brine.command.migrate', ['pool' => $pool]);
        self::assertStringContainsString('0 of 31 entries written, 30 as they were', $text);
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('walkable')]
    public function testAStaleEntryDoesNotPassAsFresh(string $pool, array $brine): void
    {
        if (!\extension_loaded('brine')) {
            self::markTestSkipped('Entries are native text, which has no layouts');
        }
        $this->save($this->pool($this->boot(null), $pool), 'fresh', new Versioned());
        $accepting = $this->boot($brine + ['stale_classes' => 'accept']);
        $this->save($this->pool($accepting, $pool), 'stale', new Versioned());
        $old = $this->bytes($accepting, $pool, 'stale');
        $container = $this->boot($brine);
        [, $text] = $this->execute($container, 'brine.command.migrate', ['pool' => $pool]);
        self::assertStringContainsString('1 of 2 entries written', $text);
        self::assertStringContainsString(Versioned::class . ' has changed since this was written (another version)', $text);
        self::assertSame($old, $this->bytes($container, $pool, 'stale'));
        $cache = $this->pool($container, $pool);
        self::assertEquals([[true, new Versioned()], [false, null]], [$this->fetch($cache, 'fresh'), $this->fetch($cache, 'stale')]);
        $container = $this->boot($brine + ['stale_classes' => 'accept']);
        self::assertStringNotContainsString('has changed', $this->execute($container, 'brine.command.migrate', ['pool' => $pool])[1]);
        self::assertEquals([true, new Versioned()], $this->fetch($this->pool($container, $pool), 'stale'));
    }

    public function testAMigrationKeepsTagsAndTimes(): void
    {
        $pool = $this->pool($this->boot(null), 'app.tagged');
        \assert($pool instanceof TagAwareAdapterInterface);
        self::assertTrue($pool->save($pool->getItem('key')->set('value')->tag(['one', 'two'])->expiresAfter(1000)));
        $container = $this->boot(self::SIGNED);
        $this->execute($container, 'brine.command.migrate', ['pool' => 'app.tagged']);
        $pool = $this->pool($container, 'app.tagged');
        \assert($pool instanceof TagAwareAdapterInterface);
        self::assertSame('value', $pool->getItem('key')->get());
        self::assertSame(['one' => 'one', 'two' => 'two'], $pool->getItem('key')->getMetadata()[CacheItem::METADATA_TAGS]);
        $keys = \array_values(\array_filter($this->redis()->keys('*'), fn (string $key): bool => $this->redis()->type($key) === \Redis::REDIS_STRING));
        self::assertCount(1, $keys);
        self::assertEqualsWithDelta(1000, $this->redis()->ttl($keys[0]), 100);
        self::assertTrue($pool->invalidateTags(['two']));
        self::assertFalse($pool->hasItem('key'));
        $files = $this->pool($this->boot(null), 'app.files');
        self::assertTrue($files->save($files->getItem('key')->set('value')->expiresAfter(1000)));
        $this->execute($container, 'brine.command.migrate', ['pool' => 'app.files']);
        $file = $this->fileOf($container, 'key');
        self::assertEqualsWithDelta(\time() + 1000, (int) \file_get_contents($file), 100);
        self::assertEqualsWithDelta(\time() + 1000, (int) \filemtime($file), 100);
        self::assertSame([], \glob(\dirname($file, 3) . '/brine*'));
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('walkable')]
    public function testARunGoesOnWhereItStopped(string $pool, array $brine): void
    {
        $this->fill($pool);
        $container = $this->boot($brine);
        $seen = 0;
        $input = ['pool' => $pool, '--batch' => '5', '--most' => '10'];
        $runs = 0;
        while (++$runs < 40) {
            [$status, $text] = $this->execute($container, 'brine.command.migrate', $input);
            self::assertSame(1, \preg_match('/of ([0-9]+) entries written/', $text, $match), $text);
            $seen += (int) ($match[1] ?? 0);
            if ($status === Command::SUCCESS) {
                break;
            }
            self::assertSame(1, \preg_match('/To go on: brine:cache:migrate \S+ --from=\'([^\']+)\'/', $text, $match), $text);
            $input['--from'] = $match[1] ?? '';
        }
        self::assertGreaterThan(1, $runs);
        // SCAN may return a key twice.
        self::assertGreaterThanOrEqual(31, $seen);
        [, $text] = $this->execute($container, 'brine.command.migrate', ['pool' => $pool]);
        self::assertStringContainsString('0 of 31 entries written, 30 as they were', $text);
    }

    public function testWhatSomebodyElseChangesIsTheirs(): void
    {
        $this->fill('app.files');
        $container = $this->boot(self::SIGNED);
        $pool = $container->get('app.files');
        \assert($pool instanceof \Brine\BrineBundle\Adapter\EntryPool);
        $store = $pool->store();
        \assert($store !== null);
        $entry = $store->next(null, 1)->entries[0];
        $this->bytes($container, 'app.files', $entry->key, 'of somebody else');
        self::assertFalse($store->replace($entry, 'new'));
        self::assertSame('of somebody else', $this->bytes($container, 'app.files', $entry->key));
        \unlink($this->fileOf($container, $entry->key));
        self::assertFalse($store->replace($entry, 'new'));
    }

    /** Keys may be chosen by attackers: terminals and shells never get them unescaped. */
    public function testKeysOfOthersAreShown(): void
    {
        $key = "key';reboot <fg=none>\e[31m";
        $cache = $this->pool($this->boot(null), 'app.database');
        $this->save($cache, $key, 'value');
        $this->save($cache, "l'autre <fg=none>", 'value');
        $this->save($cache, 'z', 'value');
        $container = $this->boot();
        $this->bytes($container, 'app.database', $key, 'damaged');
        [, $text] = $this->execute($container, 'brine.command.migrate', ['pool' => 'app.database', '--most' => '1', '--batch' => '1']);
        self::assertStringContainsString("key';reboot <fg=none>\\e[31m: unreadable: ", $text);
        self::assertStringContainsString("To go on: brine:cache:migrate app.database\n", $text);
        self::assertStringNotContainsString("\e", $text);
        [, $text] = $this->execute($container, 'brine.command.migrate', ['pool' => 'app.database', '--most' => '2', '--batch' => '1']);
        self::assertMatchesRegularExpression("/--from='[^']+:l'\\\\''autre <fg=none>'\n/", $text);
    }

    /** Links lead to files of others, and a file may seem to have any number of bytes. */
    public function testOnlyPlainFilesAreEntries(): void
    {
        $this->save($this->pool($this->boot(), 'app.files'), 'key', 'value');
        $container = $this->boot();
        $pool = $container->get('app.files');
        \assert($pool instanceof \Brine\BrineBundle\Adapter\EntryPool);
        $store = $pool->store();
        \assert($store !== null);
        $entry = $store->next(null, 1)->entries[0];
        $path = $this->fileOf($container, $entry->key);
        $outside = self::$directory . '/pools/outside';
        \rename($path, $outside);
        \symlink($outside, $path);
        self::assertSame([], $store->next(null, 1)->entries);
        \unlink($path);
        \copy($outside, $path);
        $file = \fopen($path, 'r+');
        self::assertNotFalse($file);
        \ftruncate($file, (1 << 28) + 1);
        \fclose($file);
        $batch = $store->next(null, 1);
        self::assertSame([[], ['The file is longer than 256 MiB']], [$batch->entries, \array_values($batch->inaccessible)]);
    }

    public function testStatus(): void
    {
        $this->fill('app.redis');
        $container = $this->boot(['compress' => ['min_bytes' => 100]]);
        [$status, $text] = $this->execute($container, 'brine.command.status', ['pools' => ['app.redis', 'app.memcached', 'app.apcu']]);
        self::assertSame(Command::SUCCESS, $status, $text);
        self::assertStringContainsString(\extension_loaded('brine') ? 'Entries are written by the extension brine' : 'The extension brine is not loaded', $text);
        self::assertMatchesRegularExpression('/app\.redis +all, 1 of 31 unreadable +31 +[0-9.]+ (B|KiB) +[0-9.]+ (B|KiB)/', $text);
        self::assertMatchesRegularExpression('/ native +' . (\extension_loaded('igbinary') ? '11' : '21') . ' /', $text);
        self::assertMatchesRegularExpression('/ deflated +10 /', $text);
        self::assertStringContainsString('app.memcached   the server does not tell its keys', $text);
        self::assertStringContainsString('app.apcu        not written by Brine (Symfony\Component\Cache\Adapter\ApcuAdapter)', $text);
        [$status, $text] = $this->execute($container, 'brine.command.status', []);
        self::assertSame(Command::SUCCESS, $status, $text);
        foreach (['cache.app', 'app.chain 1', 'app.tagged', 'app.database'] as $pool) {
            self::assertStringContainsString($pool, $text);
        }
    }

    /** @param array<string, mixed> $input */
    #[DataProvider('mistakes')]
    public function testMistakes(string $command, array $input, string $message): void
    {
        [$status, $text] = $this->execute($this->boot(), $command, $input);
        self::assertSame([Command::INVALID, true], [$status, \str_contains((string) \preg_replace('/\s+/', ' ', $text), $message)], $text);
    }

    /** @return iterable<string, array{string, array<string, mixed>, string}> */
    public static function mistakes(): iterable
    {
        yield 'migrate no pool' => ['brine.command.migrate', ['pool' => 'app.none'], 'There is no pool "app.none"'];
        yield 'migrate Memcached' => ['brine.command.migrate', ['pool' => 'app.memcached'], 'The server of "app.memcached" does not tell its keys'];
        yield 'migrate APCu' => ['brine.command.migrate', ['pool' => 'app.apcu'], 'is not written by Brine'];
        yield 'migrate no batch' => ['brine.command.migrate', ['pool' => 'app.redis', '--batch' => '0'], 'must be numbers of entries'];
        yield 'status no pool' => ['brine.command.status', ['pools' => ['app.none']], 'There is no pool "app.none"'];
        yield 'status no sample' => ['brine.command.status', ['--sample' => 'many'], 'must be a number of entries'];
    }

    /** Thirty entries from before, in three formats, and one that is damaged. */
    private function fill(string $pool): void
    {
        $container = $this->boot(null);
        $cache = $this->pool($container, $pool);
        for ($i = 0; $i < 30; ++$i) {
            $this->save($cache, "key$i", self::value($i));
        }
        $this->save($cache, 'damaged', 'damaged');
        $this->bytes($container, $pool, 'damaged', 'a:1:{');
        if ($pool === 'app.tagged') {
            return;
        }
        $writers = [new DefaultMarshaller(\extension_loaded('igbinary')), new DeflateMarshaller(new DefaultMarshaller(false))];
        foreach ($writers as $n => $writer) {
            for ($i = $n * 10; $i < $n * 10 + 10; ++$i) {
                $bytes = $writer->marshall([self::value($i)], $failed)[0];
                self::assertIsString($bytes);
                $this->bytes($container, $pool, "key$i", $bytes);
            }
        }
    }

    /** @return array<string, mixed> */
    private static function value(int $i): array
    {
        return ['id' => $i, 'text' => \str_repeat("text $i ", 50), 'list' => \range(0, $i)];
    }

    private function fileOf(ContainerInterface $container, string $key): string
    {
        $file = (new \ReflectionMethod($this->pool($container, 'app.files'), 'getFile'))->invoke($container->get('app.files'), $key);
        \assert(\is_string($file));

        return $file;
    }

    /**
     * @param array<string, mixed> $input
     * @return array{int, string} status and output
     */
    private function execute(ContainerInterface $container, string $command, array $input): array
    {
        $service = $container->get($command);
        \assert($service instanceof Command);
        $tester = new CommandTester($service);
        $status = $tester->execute($input, ['decorated' => false]);

        return [$status, $tester->getDisplay()];
    }
}
