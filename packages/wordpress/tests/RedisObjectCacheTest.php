<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use Brine\Format;
use Brine\WordPress\ObjectCache;
use Brine\WordPress\RedisObjectCache;
use PHPUnit\Framework\Attributes\DataProvider;

/** The plugin Redis Object Cache with Brine's entries. BRINE_REDIS_OBJECT_CACHE: the plugin's file includes/object-cache.php. */
final class RedisObjectCacheTest extends TestCase
{
    private const VALUES = ['list' => [1, 'two', 3.5, null, true], 'text' => 'some text', 'long' => ['a' => ['b' => 'c']], 'odd' => 'a:0:{}', 'number' => '17'];

    private string $directory;

    protected function setUp(): void
    {
        $file = (string) \getenv('BRINE_REDIS_OBJECT_CACHE');
        if ($file === '') {
            self::markTestSkipped('BRINE_REDIS_OBJECT_CACHE does not name the file of the plugin');
        }
        parent::setUp();
        $this->directory = \sys_get_temp_dir() . '/brine-wordpress-' . \bin2hex(\random_bytes(4));
        \mkdir("$this->directory/plugins/redis-cache", recursive: true);
        \copy($file, "$this->directory/object-cache.php");
        \symlink(\dirname($file, 2) . '/dependencies', "$this->directory/plugins/redis-cache/dependencies");
    }

    protected function tearDown(): void
    {
        if (isset($this->directory)) {
            parent::tearDown();
            \unlink("$this->directory/plugins/redis-cache/dependencies");
            \unlink("$this->directory/object-cache.php");
            @\unlink("$this->directory/log");
            \array_map(\rmdir(...), ["$this->directory/plugins/redis-cache", "$this->directory/plugins", $this->directory]);
        }
    }

    /** @return array<string, array{array<string, mixed>}> */
    public static function constants(): array
    {
        return [
            'phpredis, native' => [['WP_REDIS_CLIENT' => 'phpredis']],
            'phpredis, igbinary' => [['WP_REDIS_CLIENT' => 'phpredis', 'WP_REDIS_IGBINARY' => true]],
            'Predis, native' => [['WP_REDIS_CLIENT' => 'predis']],
        ];
    }

    /** @param array<string, mixed> $constants */
    #[DataProvider('constants')]
    public function testEntriesOfThePluginAreRead(array $constants): void
    {
        [$class, $stored] = $this->request(false, $constants, [['wp_cache_set_multiple', [self::VALUES, 'posts']]]);
        self::assertSame(['WP_Object_Cache', \array_fill_keys(\array_keys(self::VALUES), true)], [$class, $stored[0]]);
        $calls = [['wp_cache_get_multiple', [\array_keys(self::VALUES), 'posts']], ['wp_cache_get', ['list', 'posts']]];
        $counts = \array_slice($this->request(false, $constants, $calls), 2);
        self::assertSame([RedisObjectCache::class, [self::VALUES, self::VALUES['list']], ...$counts], $this->request(true, $constants, $calls));
        self::assertSame(6, $counts[0]);
    }

    /** @param array<string, mixed> $constants */
    #[DataProvider('constants')]
    public function testValuesComeBackExactly(array $constants): void
    {
        $values = self::VALUES + ['false' => false, 'null' => null, 'int' => 17, 'empty' => '', 'object' => new Thing(5), 'bytes' => "\xc1\x10\x00"];
        $this->request(true, $constants, [['wp_cache_set_multiple', [$values, 'posts']], ['wp_cache_set', ['one', [1], 'posts']], ['wp_cache_add', ['two', [2], 'posts', 60]]]);
        foreach (['site:wp:posts:list', 'site:wp:posts:one', 'site:wp:posts:two'] as $name) {
            self::assertSame(Format::Brine, Format::of(self::raw($name)), $name);
        }
        $calls = [['wp_cache_get_multiple', [\array_keys($values), 'posts']]];
        foreach (\array_keys($values) as $key) {
            $calls[] = ['wp_cache_get', [$key, 'posts', true]];
        }
        [, $found] = $this->request(true, $constants, $calls);
        self::assertEquals($values, $found[0]);
        self::assertSame(\serialize(\array_values($values)), \serialize(\array_slice($found, 1)));
    }

    public function testUnreadableEntriesAreMissesAndLeave(): void
    {
        $this->request(true, [], [['wp_cache_set_multiple', [['a' => [1], 'b' => [2], 'c' => [3]], 'posts']]]);
        self::redis()->set('site:wp:posts:empty', '');
        foreach (['a', 'b'] as $key) {
            self::redis()->set("site:wp:posts:$key", \substr(self::raw("site:wp:posts:$key"), 0, -1));
        }
        [, $values, $hits] = $this->request(true, [], [['wp_cache_get', ['a', 'posts']], ['wp_cache_get_multiple', [['a', 'b', 'c', 'empty'], 'posts']], ['wp_cache_add', ['b', 'new', 'posts']]]);
        self::assertSame([false, ['a' => false, 'b' => false, 'c' => [3], 'empty' => false], true], $values);
        self::assertSame(1, $hits);
        $log = $this->lines();
        self::assertCount(2, $log);
        self::assertStringContainsString('Brine: The cache entry "site:wp:posts:a" cannot be read, and is a miss: ', $log[0]);
        self::assertStringContainsString('Brine: The cache entry "site:wp:posts:b" cannot be read, and is a miss: ', $log[1]);
        self::assertSame(['new'], $this->request(true, [], [['wp_cache_get', ['b', 'posts']]])[1]);
    }

    public function testSignedEntriesAreReadInTheirPlaceOnly(): void
    {
        $key = ['BRINE_SIGNING_KEY' => self::KEY];
        $this->request(true, $key, [['wp_cache_set_multiple', [['a' => [1], 'b' => [2], 'c' => [3]], 'posts']], ['wp_cache_set', ['d', [4], 'posts']]]);
        self::assertSame(Format::Signed, Format::of(self::raw('site:wp:posts:a')));
        self::redis()->set('site:wp:posts:b', self::raw('site:wp:posts:a'));
        self::redis()->set('site:wp:posts:e', \serialize(['forged']));
        $calls = [['wp_cache_get_multiple', [['a', 'none', 'b', 'c', 'd', 'e'], 'posts']], ['wp_cache_get', ['a', 'posts', true]], ['wp_cache_get', ['b', 'posts', true]]];
        self::assertSame([['a' => [1], 'none' => false, 'b' => false, 'c' => [3], 'd' => [4], 'e' => false], [1], false], $this->request(true, $key, $calls)[1]);
        self::assertCount(2, $this->lines());
    }

    public function testFiltersMayUseTheCache(): void
    {
        $key = ['BRINE_SIGNING_KEY' => self::KEY];
        $this->request(true, $key, [
            ['add_filter', ['redis_cache_expiration', 'asks_the_cache']], ['wp_cache_set', ['a', [1], 'g']], ['wp_cache_add', ['b', [2], 'g']], ['wp_cache_replace', ['a', [3], 'g']],
        ]);
        self::assertSame([[3], [2]], $this->request(true, $key, [['wp_cache_get', ['a', 'g']], ['wp_cache_get', ['b', 'g']]])[1]);
        self::assertSame([], $this->lines());
    }

    public function testCounters(): void
    {
        $calls = [['wp_cache_set', ['n', 5, 'g']], ['wp_cache_incr', ['n', 3, 'g']], ['wp_cache_decr', ['n', 1, 'g']], ['wp_cache_incr', ['none', 2, 'g']]];
        self::assertSame([true, 8, 7, 2], $this->request(true, [], $calls)[1]);
        self::assertSame([7, 2], $this->request(true, [], [['wp_cache_get', ['n', 'g']], ['wp_cache_get', ['none', 'g']]])[1]);
    }

    /** @param array<string, mixed> $constants */
    #[DataProvider('constants')]
    public function testTheLineIsRemoved(array $constants): void
    {
        $read = [['wp_cache_get_multiple', [\array_keys(self::VALUES), 'posts']]];
        $this->request(true, $constants, [['wp_cache_set_multiple', [self::VALUES, 'posts']]]);
        // The plugin takes the bytes for a value: hence the steps of README.md.
        self::assertNotSame(self::VALUES, @$this->request(false, $constants, $read)[1][0]);
        $this->request(true, $constants + ['BRINE_WRITE' => 'native'], [['wp_cache_set_multiple', [self::VALUES, 'posts']]]);
        $bytes = \array_map(static fn (string $key): string => self::raw("site:wp:posts:$key"), \array_keys(self::VALUES));
        self::assertSame([self::VALUES], $this->request(true, $constants, $read)[1]);
        self::assertSame([self::VALUES], $this->request(false, $constants, $read)[1]);
        $this->request(false, $constants, [['wp_cache_set_multiple', [self::VALUES, 'posts']]]);
        self::assertSame($bytes, \array_map(static fn (string $key): string => self::raw("site:wp:posts:$key"), \array_keys(self::VALUES)));
    }

    public function testAWrongSettingLeavesTheCacheOfTheProcess(): void
    {
        [, $values] = $this->request(true, ['BRINE_SIGNING_KEY' => 'short'], [['wp_cache_set', ['a', [1], 'g']], ['wp_cache_get', ['a', 'g']]]);
        self::assertSame([true, [1]], $values);
        self::assertSame([], self::redis()->keys('*'));
        self::assertStringContainsString('BRINE_SIGNING_KEY', $this->lines()[0]);
    }

    public function testTheClientSerializes(): void
    {
        self::assertSame('WP_Object_Cache', $this->request(true, ['WP_REDIS_CLIENT' => 'phpredis', 'WP_REDIS_SERIALIZER' => \Redis::SERIALIZER_PHP], [])[0]);
    }

    public function testItIsDisabled(): void
    {
        self::assertSame([false], $this->request(true, ['BRINE_DISABLED' => true], [['function_exists', ['wp_cache_switch_to_blog']]])[1]);
        self::assertStringContainsString('Brine: WordPress uses its own cache', $this->lines()[0]);
    }

    public function testTheDropInIsThatOfThePackage(): void
    {
        \copy(\dirname(__DIR__) . '/object-cache.php', "$this->directory/object-cache.php");
        [$class, $values] = $this->request(true, ['BRINE_DIRECTORY' => \dirname(__DIR__)], [['wp_cache_set', ['a', [1], 'g']], ['get_parent_class', ['WP_Object_Cache']]]);
        self::assertSame(['WP_Object_Cache', [true, ObjectCache::class]], [$class, $values]);
    }

    /**
     * @param array<string, mixed> $constants
     * @param list<array{string, array<mixed>}> $calls
     * @return array{string, list<mixed>, int, int} class of the cache, results, hits, misses
     */
    private function request(bool $isWith, array $constants, array $calls): array
    {
        $constants += ['WP_REDIS_CLIENT' => 'phpredis', 'WP_REDIS_SCHEME' => 'unix', 'WP_REDIS_PATH' => self::socket('phpredis'), 'WP_REDIS_PREFIX' => 'site:'];
        $php = [\PHP_BINARY, '-n', ...Extensions::arguments(), '-d', 'display_errors=stderr', '-d', 'log_errors=1', '-d', "error_log=$this->directory/log", '-d', 'error_reporting=' . (\E_ALL & ~\E_DEPRECATED)];
        $command = [...$php, __DIR__ . '/redis-object-cache.php', $this->directory, $isWith ? '1' : '0', \json_encode($constants, \JSON_THROW_ON_ERROR), \base64_encode(\serialize($calls))];
        $process = \proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        $output = (string) \stream_get_contents($pipes[1]);
        $errors = (string) \stream_get_contents($pipes[2]);
        self::assertSame(0, \proc_close($process), $output . $errors);
        $results = \unserialize($output);
        self::assertIsArray($results, $output . $errors);

        /** @var array{string, list<mixed>, int, int} $results */
        return $results;
    }

    /** @return list<string> of the log since the last call */
    private function lines(): array
    {
        $lines = @\file("$this->directory/log", \FILE_IGNORE_NEW_LINES);
        @\unlink("$this->directory/log");

        return $lines === false ? [] : $lines;
    }
}
