<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\Laravel\Store\DatabaseStore;
use Brine\Laravel\Store\FileStore;
use Brine\Laravel\Store\MemcachedStore;
use Brine\Laravel\Store\RedisStore;
use Brine\Tests\Library\MemcachedServer;
use Illuminate\Cache\FailoverStore;
use Illuminate\Cache\RateLimiter;
use Illuminate\Cache\RateLimiting\Limit;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Http\Request;
use Illuminate\Routing\Middleware\ThrottleRequests;
use Illuminate\Session\Middleware\StartSession;
use Illuminate\Support\Facades\Route;
use PHPUnit\Framework\Attributes\DataProvider;

/** The framework's features on top of its cache work with these drivers. */
final class FrameworkTest extends TestCase
{
    #[DataProvider('kinds')]
    public function testTheRateLimiterLimits(string $kind): void
    {
        $app = $this->app($kind, ['brine.keys' => 'secret of a test']);
        self::store($app)->flush();
        $limiter = $app->make(RateLimiter::class);
        for ($i = 1; $i <= 3; $i++) {
            self::assertFalse($limiter->tooManyAttempts('login', 3));
            self::assertSame($i, (int) $limiter->hit('login', 60));
        }
        self::assertTrue($limiter->tooManyAttempts('login', 3));
        self::assertSame(0, $limiter->remaining('login', 3));
        self::assertGreaterThan(50, $limiter->availableIn('login'));
        $limiter->clear('login');
        self::assertFalse($limiter->tooManyAttempts('login', 3));
        self::assertSame('', $this->log());
    }

    /** Two requests of one visitor, through the kernel: session and throttling are in the store. */
    #[DataProvider('kinds')]
    public function testRequestsWithASession(string $kind): void
    {
        $config = ['session.driver' => 'redis'];
        [$store] = Host::store($kind, $this->servers());
        $config = ['session.driver' => $store === 'redis' || $store === 'memcached' ? $store : 'file', 'session.store' => $store];
        $visit = function (array $cookies) use ($kind, $config): \Symfony\Component\HttpFoundation\Response {
            $app = $this->app($kind, $config);
            $app->make(RateLimiter::class)->for('pages', static fn (): Limit => Limit::perMinute(2));
            Route::middleware([StartSession::class, ThrottleRequests::class . ':pages'])->get('/page', static function (Request $request): string {
                $seen = $request->session()->get('seen', []);
                $seen = [...(\is_array($seen) ? $seen : []), new Thing()];
                $request->session()->put('seen', $seen);

                return 'seen ' . \count(\array_filter($seen, static fn (mixed $thing): bool => $thing instanceof Thing));
            });
            $request = Request::create('/page', cookies: $cookies);
            $response = $app->make(Kernel::class)->handle($request);
            $app->make(Kernel::class)->terminate($request, $response);

            return $response;
        };
        $this->cache($kind)->flush();
        $first = $visit([]);
        self::assertSame('seen 1', $first->getContent());
        $cookie = $first->headers->getCookies()[0];
        self::assertSame('seen 2', $visit([$cookie->getName() => $cookie->getValue()])->getContent());
        self::assertSame(429, $visit([$cookie->getName() => $cookie->getValue()])->getStatusCode());
    }

    #[DataProvider('kinds')]
    public function testLocks(string $kind): void
    {
        $cache = $this->cache($kind, ['brine.keys' => 'secret of a test']);
        $cache->flush();
        $lock = $cache->lock('work', 60);
        self::assertTrue($lock->get());
        self::assertFalse($cache->lock('work', 60)->get());
        self::assertTrue($cache->restoreLock('work', $lock->owner())->release());
        self::assertTrue($cache->lock('work', 60, 'somebody')->get());
        self::assertFalse($cache->lock('work', 60, 'somebody else')->release());
        // A process with Laravel's own driver sees the same lock.
        $own = $this->cache($kind, isBrine: false);
        self::assertFalse($own->lock('work', 60)->get());
        self::assertTrue($own->lock('work', 60, 'somebody')->release());
        self::assertTrue($own->lock('work', 60)->block(1, static fn (): bool => true));
        self::assertSame('', $this->log());
    }

    /** @return array<string, array{string}> */
    public static function taggable(): array
    {
        return ['phpredis' => ['phpredis'], 'predis' => ['predis'], 'memcached' => ['memcached']];
    }

    #[DataProvider('taggable')]
    public function testTags(string $kind): void
    {
        $cache = $this->cache($kind, ['brine.keys' => 'secret of a test']);
        $cache->flush();
        $cache->tags(['people', 'artists'])->put('john', new Thing('john'), 100);
        $cache->tags(['people'])->forever('anne', new Thing('anne'));
        $cache->tags(['people'])->put('count', 0, 100);
        $cache->tags(['people'])->increment('count', 3);
        self::assertEquals(new Thing('john'), $cache->tags(['people', 'artists'])->get('john'));
        self::assertNull($cache->get('john'));
        self::assertEquals(['anne' => new Thing('anne')], $cache->tags('people')->many(['anne']));
        self::assertEquals(3, $cache->tags(['people'])->get('count'));
        $cache->tags('artists')->flush();
        self::assertNull($cache->tags(['people', 'artists'])->get('john'));
        self::assertEquals(new Thing('anne'), $cache->tags(['people'])->get('anne'));
        $store = $cache->getStore();
        if ($store instanceof RedisStore) {
            $store->flushStaleTags();
        }
        $cache->tags('people')->flush();
        self::assertNull($cache->tags(['people'])->get('anne'));
    }

    public function testTheFailoverStoreGoesOn(): void
    {
        $app = $this->app('phpredis', [
            'database.redis.cache' => ['host' => '/nowhere', 'port' => 0],
            'cache.stores.failing' => ['driver' => 'failover', 'stores' => ['redis', 'database']],
            'cache.stores.database.driver' => 'brine-database',
        ]);
        $cache = self::store($app, 'failing');
        self::assertInstanceOf(FailoverStore::class, $cache->getStore());
        self::assertTrue($cache->put('key', ['a' => 1], 100));
        self::assertSame(['a' => 1], $cache->get('key'));
        self::assertSame(['a' => 1], self::store($app, 'database')->get('key'));
    }

    public function testDefaultDriversAreReplacedIfThatIsAskedFor(): void
    {
        foreach ([false, true] as $replaces) {
            $app = $this->app('phpredis', [
                'brine.replace_default_drivers' => $replaces,
                'cache.stores.memcached.servers' => [['host' => MemcachedServer::socket(), 'port' => 0, 'weight' => 100]],
            ], false);
            $expected = ['redis' => RedisStore::class, 'database' => DatabaseStore::class, 'file' => FileStore::class, 'memcached' => MemcachedStore::class];
            foreach ($expected as $store => $class) {
                self::assertSame($replaces, self::store($app, $store)->getStore()::class === $class, $store);
            }
        }
    }

    /** The framework's own config/cache.php, and nothing but environment variables. */
    public function testARealApplicationIsSwitchedByTheEnvironment(): void
    {
        $code = <<<'PHP'
            require $argv[1] . '/vendor/autoload.php';
            $app = Brine\Laravel\Tests\Host::start($argv[1]);
            $cache = $app->make('cache')->store();
            $before = $cache->get('key');
            $cache->put('key', ['a' => 1], 100);
            echo json_encode([$before, get_class($cache->getStore()), base64_decode($app->make('db')->table('cache')->value('value'))  === brine_serialize(['a' => 1])]);
            PHP;
        $app = $this->app('database');
        $run = function (array $environment) use ($app, $code): mixed {
            /** @var array<string, string> $environment */
            $environment += ['CACHE_STORE' => 'database', 'DB_DATABASE' => $this->servers()['sqlite']];

            return \json_decode(self::php($code, [$app->basePath()], $environment), true);
        };
        self::assertSame([null, \Illuminate\Cache\DatabaseStore::class, false], $run([]));
        self::assertSame([['a' => 1], DatabaseStore::class, true], $run(['BRINE_REPLACE_DEFAULT_DRIVERS' => 'true']));
        self::assertSame([['a' => 1], DatabaseStore::class, false], $run(['BRINE_REPLACE_DEFAULT_DRIVERS' => 'true', 'BRINE_WRITE' => 'native']));
        self::assertSame([['a' => 1], \Illuminate\Cache\DatabaseStore::class, false], $run([]));
    }

    public function testOptionsOfTheClientThatBreakPayloadsAreRefused(): void
    {
        foreach (['serializer' => \Redis::SERIALIZER_PHP, 'serializer ' => \Redis::SERIALIZER_IGBINARY] as $option => $value) {
            $cache = $this->cache('phpredis', ['database.redis.options.' . \trim($option) => $value]);
            try {
                $cache->put('key', 1, 100);
                self::fail('It is not refused');
            } catch (\LogicException $error) {
                self::assertSame(
                    'The Redis connection "cache" must not change values by itself: set \'serializer\' => Redis::SERIALIZER_NONE in the options of redis in config/database.php',
                    $error->getMessage(),
                );
            }
        }
    }

    public function testWrongSettingsAreNamed(): void
    {
        $cases = [
            ['compression', 'zip', 'brine.compression must be null, or one of zlib, zstd, lz4, not "zip"'],
            ['on_corrupt', 'ignore', 'brine.on_corrupt must be null, or one of log, report, throw, not "ignore"'],
            ['keys', 5, 'brine.keys must be a list of secrets, not int'],
            [
                'keys', 'key of 15 bytes,key of 16 bytes.',
                'brine.keys: A signing key must have at least 16 bytes, and this one has 15. This command prints a good one: php -r "echo bin2hex(random_bytes(32));"',
            ],
            ['resident', 'yes', 'brine.resident must be true or false, not "yes"'],
            ['codec', 'zlib', 'brine.codec is not a setting. The settings are compression, compression_min_bytes, keys, dictionary, resident, write, on_corrupt, stale_classes, replace_default_drivers'],
        ];
        foreach ($cases as [$name, $value, $message]) {
            try {
                $this->cache('file', ["brine.$name" => $value]);
                self::fail($message);
            } catch (\InvalidArgumentException $error) {
                self::assertSame($message, $error->getMessage());
            }
        }
    }

    public function testAStoreHasSettingsOfItsOwn(): void
    {
        $app = $this->app('file', [
            'brine.keys' => 'secret of a test',
            'cache.stores.plain' => ['driver' => 'brine-file', 'path' => "$this->directory/plain", 'brine' => ['keys' => null]],
        ]);
        $file = self::store($app, 'file');
        $plain = self::store($app, 'plain');
        $file->put('key', ['a'], 100);
        $plain->put('key', ['a'], 100);
        self::assertSame("\xc1\x14", \substr($this->raw($file, 'key'), 0, 2));
        self::assertSame(\brine_serialize(['a']), $this->raw($plain, 'key'));
    }

    public function testADictionaryIsWrittenWithAndRead(): void
    {
        $samples = [];
        for ($i = 0; $i < 200; $i++) {
            $samples[] = ['identifier' => $i, 'description' => "the description of $i", 'manufacturer' => 'the same manufacturer'];
        }
        $trainer = new \Brine\Training\Trainer();
        foreach ($samples as $sample) {
            $trainer->add($sample);
        }
        $dictionary = $trainer->train();
        $file = (new \Brine\Dictionary\Directory($this->directory))->store($dictionary);
        // Either of its two files is enough, whichever is named.
        $export = \dirname($file) . "/{$dictionary->id()}.php";
        foreach (Host::KINDS as $i => $kind) {
            (new \Brine\Dictionary\Directory($this->directory))->store($dictionary);
            \unlink($i % 2 === 0 ? $file : $export);
            $cache = $this->cache($kind, ['brine.dictionary' => $i % 3 === 0 ? $file : $export]);
            $cache->put('key', $samples[7], 100);
            $raw = $this->raw($cache, 'key');
            self::assertSame("\xc1\x12", \substr($kind === 'database' ? (string) \base64_decode($raw, true) : $raw, 0, 2));
            self::assertSame($samples[7], $cache->get('key'));
        }
    }

    /** Laravel 13 has Cache::touch(), and flushes locks. */
    #[DataProvider('kinds')]
    public function testWhatLaravel13Adds(string $kind): void
    {
        $app = $this->app($kind, ['brine.keys' => 'secret of a test']);
        $cache = self::store($app);
        $is13 = \version_compare($app->version(), '13', '>=');
        self::assertSame($is13, \method_exists($cache, 'touch'));
        if (!$is13) {
            return;
        }
        $cache->put('key', new Thing(), 2);
        self::assertTrue($cache->touch('key', 100));
        \sleep(3);
        self::assertEquals(new Thing(), $cache->get('key'));
        self::assertFalse($cache->touch('nothing', 100));
        self::assertSame($kind !== 'memcached', $cache->supportsFlushingLocks());
        if ($kind === 'database') {
            self::assertTrue($cache->lock('flushed', 100)->get());
            self::assertTrue($cache->flushLocks());
            self::assertTrue($cache->lock('flushed', 100)->get());
        }
    }
}
