<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use PHPUnit\Framework\Attributes\DataProvider;

/** What the server has under a name, and what is read of it. */
final class EntriesTest extends TestCase
{
    private const POST = ['ID' => 5, 'post_title' => 'Hello', 'meta' => [1, 2.5, null, 'x']];

    public function testNamesAreThoseOfRedisObjectCache(): void
    {
        $single = self::cache();
        $single->add_global_groups(['users']);
        $single->set('a:b', 1, 'po:sts');
        $single->set(7, 1, 'users');
        $single->set('x', 1);
        $network = self::cache(isMultisite: true, blog: 3);
        $network->add_global_groups(['users']);
        $network->set(5, 1, 'posts');
        $network->set(7, 1, 'users');
        $network->switch_to_blog(4);
        $network->set(5, 1, 'posts');
        self::cache(settings: ['WP_REDIS_PREFIX' => '  '])->set('none', 1);
        $names = self::redis()->keys('*');
        \sort($names);
        self::assertSame(
            ['site:3:posts:5', 'site:4:posts:5', 'site::users:7', 'site:wp:default:x', 'site:wp:po-sts:a-b', 'site:wp:users:7', 'wp:default:none'],
            $names,
        );
    }

    /** @return array<string, array{string, mixed}> the bytes that Redis Object Cache has written, and what it reads */
    public static function oldEntries(): array
    {
        return [
            'an array' => [\serialize(self::POST), self::POST],
            'an object' => [\serialize(new Thing([1])), new Thing([1])],
            'a string' => ['Hello, Wörld', 'Hello, Wörld'],
            'a page' => ["<p>a</p>\r\n\t<p>b</p>", "<p>a</p>\r\n\t<p>b</p>"],
            'a number' => ['5', '5'],
            'a float' => ['-0.25', '-0.25'],
            'true' => ['1', '1'],
            'a string that begins with a letter and a colon' => ['a: see below', 'a: see below'],
            'a string that begins as a float' => ['d:a note', 'd:a note'],
            'a string that looks serialized' => [\serialize('a:0:{}'), 'a:0:{}'],
            'false of its option igbinary' => ["\0\0\0\2\4", false],
            'an array of its option igbinary' => ["\0\0\0\2\x14\2\6\0\6\0\6\1\6\1", [0, 1]],
        ];
    }

    #[DataProvider('oldEntries')]
    public function testOldEntriesAreRead(string $bytes, mixed $expected): void
    {
        self::redis()->set('site:wp:default:old', $bytes);
        self::assertEquals($expected, self::read(self::cache(), 'old'));
        self::assertSame(\gettype($expected), \gettype(self::read(self::cache(), 'old')));
        self::assertSame([], $this->log());
        // With a key, nobody may write without it, until the site says so.
        self::assertSame('a miss', self::read(self::cache(settings: ['BRINE_SIGNING_KEY' => self::KEY]), 'old'));
        self::assertCount(1, $this->log());
        self::assertEquals($expected, self::read(self::cache(settings: ['BRINE_SIGNING_KEY' => self::KEY, 'BRINE_TRUST_UNSIGNED' => '1']), 'old'));
    }

    /** Another program's hash, or a list, is a miss like an unreadable entry: what is added takes its place. */
    #[DataProvider('clients')]
    public function testAnotherTypeUnderTheName(string $kind): void
    {
        $redis = self::redis();
        foreach (['added', 'several', 'set', 'deleted', 'replaced'] as $key) {
            $redis->hSet("site:wp:g:$key", 'field', 'of another program');
        }
        $cache = self::cache($kind);
        self::assertSame(['a miss', false], [self::read($cache, 'added', 'g'), $cache->incr('added', 1, 'g')]);
        self::assertTrue($cache->add('added', [1], 'g', 100));
        self::assertSame(['several' => true, 'new' => true], $cache->add_multiple(['several' => [2], 'new' => [3]], 'g'));
        self::assertTrue($cache->set('set', [4], 'g'));
        self::assertTrue($cache->delete('deleted', 'g'));
        self::assertTrue($cache->replace('replaced', [5], 'g'));
        self::assertFalse(self::cache($kind)->add('added', ['later'], 'g'));
        self::assertSame(
            ['added' => [1], 'several' => [2], 'new' => [3], 'set' => [4], 'deleted' => false, 'replaced' => [5]],
            self::cache($kind)->get_multiple(['added', 'several', 'new', 'set', 'deleted', 'replaced'], 'g'),
        );
        self::assertGreaterThan(0, $redis->ttl('site:wp:g:added'));
        self::assertSame([], $this->log());
    }

    /** @return array<string, array{string}> */
    public static function clients(): array
    {
        return ['phpredis' => ['phpredis'], 'predis' => ['predis']];
    }

    /** Until the process writes the entry, drops its own, or is told to look. */
    #[DataProvider('kinds')]
    public function testMissesAreRemembered(string $kind): void
    {
        $cache = self::cache($kind);
        $cache->flush();
        $keys = \range(1, 9);
        self::assertSame(\array_fill_keys($keys, false), $cache->get_multiple($keys, 'g'));
        self::assertSame(9, $cache->cache_misses);
        self::assertSame(\array_fill_keys($keys, true), self::cache($kind)->set_multiple(\array_fill_keys($keys, 5), 'g'));
        self::assertSame([false, [1 => false, 2 => false]], [$cache->get(1, 'g'), $cache->get_multiple([1, 2], 'g')]);
        self::assertSame(12, $cache->cache_misses);
        self::assertSame([5, 5], [$cache->get(1, 'g', true), $cache->get(1, 'g')]);
        self::assertSame([2 => 5], $cache->get_multiple([2], 'g', true));
        self::assertSame(6, $cache->incr(3, 1, 'g'));
        self::assertSame([true, 6], [$cache->set(4, 6, 'g'), $cache->get(4, 'g')]);
        self::assertSame([false, 5], [$cache->add(5, 6, 'g'), $cache->get(5, 'g')]);
        self::assertSame([true, 'a miss'], [$cache->delete(6, 'g'), self::read($cache, 6, 'g')]);
        self::assertTrue($cache->flush_runtime());
        self::assertSame(5, $cache->get(7, 'g'));
        self::assertSame([false, true, 6], [$cache->get(10, 'g'), $cache->add(10, 6, 'g'), $cache->get(10, 'g')]);
    }

    /** @return array<string, array{string}> */
    public static function unreadable(): array
    {
        return [
            'cut native text' => ['a:2:{i:0;i:1;'],
            'a few bytes of native text' => ['a:2'],
            'a damaged number of native text' => ['i:5x;'],
            'a missing class' => ['O:7:"Missing":0:{}'],
            'a missing class inside' => ['a:1:{i:0;O:7:"Missing":0:{}}'],
            'a hook that throws' => ['O:' . \strlen(Unhappy::class) . ':"' . Unhappy::class . '":0:{}'],
            'no text' => ["\x89PNG\r\n\x1a\n"],
            'cut igbinary' => ["\0\0\0\2\x14\2\6\0"],
            'a signed frame without a key' => ["\xc1\x14" . \str_repeat('x', 60)],
            'one byte' => ["\xc1"],
        ];
    }

    #[DataProvider('unreadable')]
    public function testWhatCannotBeReadIsAMissAndIsLoggedOnce(string $bytes): void
    {
        self::redis()->set('site:wp:posts:5', $bytes);
        $cache = self::cache();
        self::assertSame('a miss', self::read($cache, 5, 'posts'));
        self::assertSame([5 => false], $cache->get_multiple([5], 'posts', true));
        self::assertFalse($cache->incr(5, 1, 'posts'));
        $log = $this->log();
        self::assertCount(1, $log);
        self::assertStringStartsWith('Brine: The cache entry "site:wp:posts:5" cannot be read, and is a miss: ', $log[0]);
        self::assertCount(1, Site::$actions);
        self::assertSame(['brine_unreadable', 'site:wp:posts:5'], \array_slice(Site::$actions[0], 0, 2));
        // WordPress stores it anew by add(), which must not fail for ever.
        self::assertTrue($cache->add(5, self::POST, 'posts', 100));
        self::assertFalse($cache->add(5, 'another', 'posts'));
        self::assertSame(self::POST, self::read(self::cache(), 5, 'posts'));
        self::assertSame(100, self::redis()->ttl('site:wp:posts:5'));
        self::assertSame([], $this->log());
    }

    public function testEntriesOfAChangedClassAreMissesAndNoDamage(): void
    {
        foreach ([5, 6] as $key) {
            self::redis()->set("site:wp:posts:$key", \brine_serialize(new Versioned()));
        }
        $cache = self::cache();
        self::assertSame(['a miss', 'a miss'], [self::read($cache, 5, 'posts'), self::read($cache, 6, 'posts')]);
        $log = $this->log();
        self::assertCount(1, $log);
        self::assertStringStartsWith('Brine: After a change of a class, the cache entry "site:wp:posts:5" cannot be read, and is a miss: ' . Versioned::class . ' has changed', $log[0]);
        self::assertSame(['stale_class', 'stale_class'], \array_column(Site::$actions, 2));
        self::assertEquals(new Versioned(), self::read(self::cache(settings: ['BRINE_STALE_CLASSES' => 'accept']), 6, 'posts'));
        self::assertTrue($cache->set(6, new Versioned(), 'posts'));
        self::assertEquals(new Versioned(), self::read(self::cache(), 6, 'posts'));
    }

    #[DataProvider('kinds')]
    public function testAnUnreadableEntryIsAddedAnewUnseen(string $kind): void
    {
        // Signed from now on.
        $signed = ['BRINE_SIGNING_KEY' => self::KEY];
        self::cache($kind)->flush();
        self::cache($kind)->set_multiple(['count' => 7, 'x' => 'old', 'y' => 'old'], 'g');
        $cache = self::cache($kind, $signed);
        self::assertTrue($cache->add('count', 0, 'g'));
        self::assertSame(1, $cache->incr('count', 1, 'g'));
        $cache = self::cache($kind, $signed);
        self::assertFalse($cache->add('count', 0, 'g'));
        $cache->flush_runtime();
        self::assertSame(['count' => false, 'x' => true, 'z' => true, 'y' => true], $cache->add_multiple(['count' => 0, 'x' => 1, 'z' => 2, 'y' => 3], 'g'));
        self::assertSame(['count' => 1, 'x' => 1, 'z' => 2, 'y' => 3], self::cache($kind, $signed)->get_multiple(['count', 'x', 'z', 'y'], 'g'));
        // Each was logged.
        self::assertCount(3, $this->log());
    }

    public function testAnEntryCannotForgeOrFloodTheLog(): void
    {
        self::redis()->set('site:wp:default:long', 'O:100000:"' . \str_repeat('M', 100_000) . '":0:{}');
        self::redis()->set('site:wp:default:lines', \serialize(new Unhappy("a\nPHP Fatal error: \e[31mforged")));
        $cache = self::cache();
        self::assertSame(['a miss', 'a miss'], [self::read($cache, 'long'), self::read($cache, 'lines')]);
        self::assertSame([
            'Brine: The cache entry "site:wp:default:long" cannot be read, and is a miss: There is no class ' . \str_repeat('M', 500 - \strlen('There is no class ')) . '…',
            'Brine: The cache entry "site:wp:default:lines" cannot be read, and is a miss: a\nPHP Fatal error: \e[31mforged',
        ], $this->log());
    }

    public function testAnEmptyEntryIsAMiss(): void
    {
        // Of false, null and '', all of which Redis Object Cache stores so.
        self::redis()->set('site:wp:default:x', '');
        self::assertSame('a miss', self::read(self::cache(), 'x'));
        self::assertSame([], $this->log());
    }

    public function testAnEntryOfAnotherTypeIsAMissAndIsOverwritten(): void
    {
        self::redis()->rPush('site:wp:default:x', 'a');
        self::assertSame('a miss', self::read($cache = self::cache(), 'x'));
        self::assertTrue($cache->set('x', 5));
        self::assertSame(5, self::read(self::cache(), 'x'));
    }

    #[DataProvider('kinds')]
    public function testValuesComeBackExactly(string $kind): void
    {
        foreach ([null, false, true, 0, -1, \PHP_INT_MIN, 0.1, -0.0, \INF, '', '5', ' ', 'i:5;', [], [[]], self::POST, new Thing(), (object) []] as $value) {
            self::assertTrue(self::cache($kind)->set('x', $value, 'g'));
            $is = self::read(self::cache($kind), 'x', 'g');
            self::assertSame(\serialize($value), \serialize($is));
        }
        self::assertSame([], $this->log());
    }

    public function testEveryChangedBitOfASignedEntryIsAMiss(): void
    {
        $settings = ['BRINE_SIGNING_KEY' => self::KEY];
        self::cache(settings: $settings)->set('x', self::POST);
        $bytes = self::raw('site:wp:default:x');
        $read = 0;
        foreach (self::damaged($bytes) as $damaged) {
            self::redis()->set('site:wp:default:x', $damaged);
            self::assertSame('a miss', self::read(self::cache(settings: $settings), 'x'), \bin2hex($damaged));
            ++$read;
        }
        self::assertSame(9 * \strlen($bytes), $read);
    }

    public function testADamagedEntryIsNeverAnError(): void
    {
        self::cache()->set('x', [self::POST, new Thing(), \str_repeat('abc', 10)]);
        $bytes = self::raw('site:wp:default:x');
        \set_error_handler(static fn (int $level, string $message): never => throw new \ErrorException($message, 0, $level));
        $misses = 0;
        try {
            foreach (self::damaged($bytes) as $place => $damaged) {
                self::redis()->set('site:wp:default:x', $damaged);
                $value = self::read(self::cache(), 'x');
                $misses += $value === 'a miss' ? 1 : 0;
                // A flipped bit of Brine's first two bytes and a cut are always found; other bits may give another value of the same size.
                if ($bytes[0] === "\xc1" && $place < 16 || \strlen($damaged) > 1 && \strlen($damaged) < \strlen($bytes)) {
                    self::assertSame('a miss', $value, \bin2hex($damaged));
                }
            }
        } finally {
            \restore_error_handler();
        }
        self::assertGreaterThan(\strlen($bytes), $misses);
    }

    /** @return \Generator<int, string> each bit flipped, by its number; then the bytes cut at each place */
    private static function damaged(string $bytes): \Generator
    {
        for ($bit = 0; $bit < 8 * \strlen($bytes); ++$bit) {
            $damaged = $bytes;
            $damaged[$bit >> 3] = $bytes[$bit >> 3] ^ \chr(1 << ($bit & 7));
            yield $bit => $damaged;
        }
        for ($size = 0; $size < \strlen($bytes); ++$size) {
            yield 8 * \strlen($bytes) + $size => \substr($bytes, 0, $size);
        }
    }

    #[DataProvider('kinds')]
    public function testSignedEntries(string $kind): void
    {
        $signed = ['BRINE_SIGNING_KEY' => self::KEY];
        self::cache($kind, $signed)->set('x', 5, 'signed');
        self::assertSame(5, self::read(self::cache($kind, $signed), 'x', 'signed'));
        self::assertSame(6, self::cache($kind, $signed)->incr('x', 1, 'signed'));
        self::assertSame(6, self::read(self::cache($kind, $signed), 'x', 'signed'));
        // Another key, then both, and none.
        $other = 'another secret of enough bytes';
        self::assertSame('a miss', self::read(self::cache($kind, ['BRINE_SIGNING_KEY' => $other]), 'x', 'signed'));
        self::assertSame(6, self::read(self::cache($kind, ['BRINE_SIGNING_KEY' => "$other," . self::KEY]), 'x', 'signed'));
        self::assertSame('a miss', self::read(self::cache($kind), 'x', 'signed'));
        // What another site without the key has written.
        self::cache($kind)->set('y', 'forged', 'signed');
        self::assertSame('a miss', self::read(self::cache($kind, $signed), 'y', 'signed'));
    }

    /** @return iterable<string, array{array<string, mixed>, string}> settings, and the first bytes of an array */
    public static function written(): iterable
    {
        $key = ['BRINE_SIGNING_KEY' => self::KEY];
        $brine = \extension_loaded('brine') ? "\xc1\x10" : 'a:';
        yield 'nothing set' => [[], $brine];
        yield 'native' => [['BRINE_WRITE' => 'native'], 'a:'];
        yield 'igbinary' => [['BRINE_WRITE' => 'igbinary'], "\0\0"];
        yield 'signed' => [$key, "\xc1\x14"];
        yield 'signed, native' => [$key + ['BRINE_WRITE' => 'native'], "\xc1\x14"];
        yield 'while signatures are rolled out' => [$key + ['BRINE_TRUST_UNSIGNED' => true], "\xc1\x14"];
        yield 'on the way back' => [$key + ['BRINE_TRUST_UNSIGNED' => true, 'BRINE_WRITE' => 'native'], 'a:'];
        yield 'on the way back to igbinary' => [$key + ['BRINE_TRUST_UNSIGNED' => true, 'BRINE_WRITE' => 'igbinary'], "\0\0"];
        yield 'compressed' => [['BRINE_COMPRESSION' => 'zlib'], "\xc1\x18"];
    }

    /** @param array<string, mixed> $settings */
    #[DataProvider('written')]
    public function testWhatIsWritten(array $settings, string $first): void
    {
        $value = \array_map(static fn (int $number): string => "a text of the number $number, like all others", \range(1, 200));
        self::cache(settings: $settings)->set('x', $value);
        self::assertSame(\bin2hex($first), \bin2hex(\substr(self::raw('site:wp:default:x'), 0, 2)));
        self::assertSame($value, self::read(self::cache(settings: $settings), 'x'));
        // What was written before is read by those who sign and read unsigned entries, too, and the other way round.
        $all = ['BRINE_SIGNING_KEY' => self::KEY, 'BRINE_TRUST_UNSIGNED' => true, 'BRINE_WRITE' => 'native'];
        self::assertSame($value, self::read(self::cache(settings: $all), 'x'));
        self::assertSame([], $this->log());
    }

    public function testACopiedEntryIsAMiss(): void
    {
        $signed = ['BRINE_SIGNING_KEY' => self::KEY];
        self::cache(settings: $signed)->set('admin', ['role' => 'admin'], 'users');
        self::redis()->set('site:wp:users:guest', self::redis()->get('site:wp:users:admin'));
        self::assertSame(['role' => 'admin'], self::read(self::cache(settings: $signed), 'admin', 'users'));
        self::assertSame('a miss', self::read(self::cache(settings: $signed), 'guest', 'users'));
    }

    public function testGroupsThatAreNotPersistentNeverReachTheServer(): void
    {
        $cache = self::cache(settings: ['WP_REDIS_IGNORED_GROUPS' => ['mine']]);
        $cache->add_non_persistent_groups(['counts', 'plug:ins']);
        foreach (['mine', 'counts', 'plug:ins'] as $group) {
            $cache->set('a', 5, $group);
            $cache->add('b', 1, $group);
            $cache->incr('a', 2, $group);
            $cache->set_multiple(['c' => 1, 'd' => 2], $group);
            self::assertSame(['a' => 7, 'b' => 1, 'e' => false], $cache->get_multiple(['a', 'b', 'e'], $group, true));
        }
        self::assertSame([], self::redis()->keys('*'));
    }

    public function testLifetimes(): void
    {
        $cache = self::cache(settings: ['WP_REDIS_MAXTTL' => 500]);
        $cache->set('short', 1, '', 100);
        $cache->set('long', 1, '', 1000);
        $cache->set('none', 1);
        self::assertSame([100, 500, 500], \array_map(static fn (string $key): mixed => self::redis()->ttl("site:wp:default:$key"), ['short', 'long', 'none']));
        self::cache()->set_multiple(['a' => 1, 'b' => 2], '', '200');
        self::cache()->set('c', 1, '', 100);
        self::cache()->incr('c');
        self::cache()->set('huge', 1, '', \PHP_INT_MAX);
        self::assertSame([200, 200, 100, -1], \array_map(static fn (string $key): mixed => self::redis()->ttl("site:wp:default:$key"), ['a', 'b', 'c', 'huge']));
        // Those that no integer can have, too.
        foreach ([1e19, 1e30, \INF] as $seconds) {
            self::cache()->set('huge', 1, '', $seconds);
            self::assertSame(-1, self::redis()->ttl('site:wp:default:huge'));
        }
    }

    #[DataProvider('kinds')]
    public function testAValueThatCannotBeWrittenStaysInTheRequest(string $kind): void
    {
        $cache = self::cache($kind);
        $cache->set('x', 'old', 'g');
        $closure = static fn (): int => 5;
        self::assertTrue($cache->set('x', $closure, 'g'));
        self::assertEquals($closure, $cache->get('x', 'g'));
        self::assertSame('a miss', self::read(self::cache($kind), 'x', 'g'));
        $cache = self::cache($kind);
        $cache->set('x', 'old', 'g');
        self::assertTrue($cache->replace('x', $closure, 'g'));
        self::assertSame('a miss', self::read(self::cache($kind), 'x', 'g'));
        self::assertCount(2, $this->log());
    }

    public function testAProcessThatDropsItsValuesKeepsNoUnreadableEntries(): void
    {
        for ($i = 0; $i < 30; ++$i) {
            self::redis()->set("site:wp:default:$i", "\xc1\x14" . \str_repeat('x', 1 << 20));
        }
        $cache = self::cache();
        $cache->get('0');
        $memory = \memory_get_usage();
        for ($i = 0; $i < 30; ++$i) {
            self::assertFalse($cache->get($i));
            Site::$actions = [];
            $cache->flush_runtime();
        }
        self::assertLessThan(10 << 20, \memory_get_usage() - $memory);
    }

    /** @return array<string, array{string, mixed}> */
    public static function invalidKeys(): array
    {
        return ['empty' => ['must not be an empty string', ''], 'blank' => ['must not be an empty string', "\t "], 'null' => ['NULL given', null], 'a float' => ['double given', 1.5], 'an array' => ['array given', []]];
    }

    #[DataProvider('invalidKeys')]
    public function testInvalidKeys(string $mistake, mixed $key): void
    {
        $cache = self::cache();
        foreach (['add', 'set', 'replace'] as $method) {
            self::assertFalse($cache->{$method}($key, 1));
        }
        foreach (['get', 'delete', 'incr', 'decr'] as $method) {
            self::assertFalse($cache->{$method}($key));
        }
        self::assertCount(7, Site::$mistakes);
        self::assertStringStartsWith('WP_Object_Cache::add: ', Site::$mistakes[0]);
        self::assertStringContainsString($mistake, Site::$mistakes[0]);
    }
}
