<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use Brine\Inspector;
use Brine\WordPress\RedisServer;
use PHPUnit\Framework\Attributes\DataProvider;

final class MultisiteTest extends TestCase
{
    #[DataProvider('kinds')]
    public function testBlogsAreSeparateAndGlobalGroupsAreShared(string $kind): void
    {
        $cache = self::cache($kind, isMultisite: true);
        $cache->flush();
        $cache->add_global_groups('users');
        $cache->set('x', 'one');
        $cache->set('u', 'one', 'users');
        $cache->switch_to_blog('2');
        self::assertFalse($cache->get('x'));
        self::assertSame('one', $cache->get('u', 'users'));
        $cache->set('x', 'two');
        $cache->set('u', 'two', 'users');
        $second = self::cache($kind, isMultisite: true, blog: 2);
        $second->add_global_groups('users');
        self::assertSame(['two', 'two'], [$second->get('x'), $second->get('u', 'users')]);
        $cache->switch_to_blog(1);
        self::assertSame(['one', 'two'], [$cache->get('x'), $cache->get('u', 'users')]);
        // A group is flushed for all blogs.
        self::assertTrue($second->flush_group('default'));
        self::assertSame('a miss', self::read(self::cache($kind, isMultisite: true), 'x'));
        self::assertSame('a miss', self::read(self::cache($kind, isMultisite: true, blog: 2), 'x'));
        self::assertSame('two', self::read($second, 'u', 'users'));
        self::assertTrue($second->flush_group('users'));
        self::assertSame('a miss', self::read($second, 'u', 'users'));
    }

    /** A site that becomes a network leaves entries that nobody reads, until it is a site again: they would be stale. */
    public function testASiteThatBecomesANetwork(): void
    {
        self::cache()->set_multiple(['a' => 1, 'b' => 2], 'posts');
        self::redis()->mset(['site:wp2:posts:a' => 'of another site', 'site:wp:queue' => 'of another program', 'wp:posts:a' => 'of a site without a prefix']);
        $network = self::cache(isMultisite: true);
        $network->set('a', 3, 'posts');
        $server = $network->server();
        self::assertInstanceOf(RedisServer::class, $server);
        self::assertSame(['site:1:posts:a'], \array_keys(\iterator_to_array(Inspector::walk($server->entries()))));
        self::assertSame(1, self::read(self::cache(), 'a', 'posts'));
        self::assertTrue($network->flush());
        self::assertSame('a miss', self::read(self::cache(), 'a', 'posts'));
        $left = self::redis()->keys('*');
        \sort($left);
        self::assertSame(['site:wp2:posts:a', 'site:wp:queue', 'wp:posts:a'], $left);
    }

    public function testASingleSiteHasOneBlog(): void
    {
        $cache = self::cache();
        $cache->set('x', 1);
        $cache->switch_to_blog(2);
        self::assertSame(1, $cache->get('x'));
        self::assertSame(['site:wp:default:x'], self::redis()->keys('*'));
    }

    public function testReset(): void
    {
        $cache = self::cache(isMultisite: true);
        $cache->add_global_groups('users');
        $cache->add_non_persistent_groups(['users', 'other']);
        $cache->set('x', 1, 'users');
        $cache->set('x', 1, 'other');
        $GLOBALS['wp_object_cache'] = $cache;
        \wp_cache_reset();
        self::assertSame([1, false], [$cache->get('x', 'users'), $cache->get('x', 'other')]);
        self::assertSame(['wp_cache_reset: wp_cache_switch_to_blog()'], Site::$mistakes);
    }

    #[DataProvider('kinds')]
    public function testFlushingLeavesOtherSitesAlone(string $kind): void
    {
        $other = ['WP_REDIS_PREFIX' => 'other[s]*:'];
        self::cache($kind, $other)->set('x', 1);
        self::cache($kind)->set('x', 1);
        self::assertTrue(self::cache($kind, $other)->flush());
        self::assertSame('a miss', self::read(self::cache($kind, $other), 'x'));
        self::assertSame(1, self::read(self::cache($kind), 'x'));
        self::assertTrue(self::cache($kind, $other)->flush_group('default'));
        self::assertSame(1, self::read(self::cache($kind), 'x'));
    }

    public function testAPrefixThatBeginsAnotherOne(): void
    {
        foreach ([[false, '', 'wp:'], [true, 'net:', 'net:1:']] as [$isMultisite, $prefix, $longer]) {
            $other = static fn (): mixed => self::cache(settings: ['WP_REDIS_PREFIX' => $longer], isMultisite: $isMultisite);
            $other()->set('x', 5);
            $cache = self::cache(settings: ['WP_REDIS_PREFIX' => $prefix], isMultisite: $isMultisite);
            $cache->set('x', 6);
            $cache->set('x', 6, $isMultisite ? '1' : 'wp');
            self::assertTrue($cache->flush_group($isMultisite ? '1' : 'wp'));
            self::assertTrue($cache->flush());
            self::assertSame(5, self::read($other(), 'x'));
            self::assertSame('a miss', self::read($cache, 'x'));
        }
    }

    /** @return array<string, array{bool, list<string>, string}> */
    public static function foreignNames(): array
    {
        return [
            'a site' => [false, ['session', 'wp', 'wp:queue', 'wp2:default:x', '1:default:x', ':users:x'], 'wp:default:x'],
            'a network' => [true, ['session', '1', '1:default', 'wp:default:x', 'a:1:default:x', '1a:default:x'], '1:default:x'],
        ];
    }

    /** @param list<string> $foreign */
    #[DataProvider('foreignNames')]
    public function testOtherProgramsInTheDatabaseAreLeftAlone(bool $isMultisite, array $foreign, string $own): void
    {
        self::redis()->mset(\array_fill_keys($foreign, \serialize(['of another program'])));
        $cache = self::cache(settings: ['WP_REDIS_PREFIX' => '', 'BRINE_WRITE' => 'native'], isMultisite: $isMultisite);
        $cache->add_global_groups('users');
        $cache->set('x', \range(1, 9));
        $cache->set('global', \range(1, 9), $isMultisite ? 'users' : 'default');
        $server = $cache->server();
        self::assertInstanceOf(RedisServer::class, $server);
        $names = \array_keys(\iterator_to_array(Inspector::walk($server->entries())));
        \sort($names);
        $expected = [$own, $isMultisite ? ':users:global' : 'wp:default:global'];
        \sort($expected);
        self::assertSame($expected, $names);
        self::assertTrue($cache->flush_group('default'));
        self::assertFalse(self::redis()->get($own));
        self::assertTrue($cache->flush());
        $left = self::redis()->keys('*');
        \sort($left);
        \sort($foreign);
        self::assertSame($foreign, $left);
    }
}
