<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\Tests\Library\Deployment\Deploys;
use Illuminate\Queue\QueueManager;
use Illuminate\Session\CacheBasedSessionHandler;
use Illuminate\Session\SessionManager;
use Illuminate\Session\Store as SessionStore;
use PHPUnit\Framework\Attributes\DataProvider;

/** Classes change, in an application under php-fpm: each entry is a hit, or a miss that the log explains. */
final class DeploymentTest extends TestCase
{
    use Deploys;

    /** The clients of Redis share theirs. */
    private const STORES = ['phpredis', 'database', 'file', 'memcached'];

    protected function tearDown(): void
    {
        $this->stopHosts();
        parent::tearDown();
    }

    /** @param array<string, mixed> $config settings by their names with dots */
    private function application(array $config = []): void
    {
        $app = $this->app('phpredis', $config);
        $this->prepare($this->directory, __DIR__ . '/deployed.php', ['directory' => $app->basePath(), 'servers' => $this->servers(), 'config' => $config]);
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function configurations(): iterable
    {
        yield 'plain' => [[]];
        yield 'compressed' => [['brine.compression' => 'zlib', 'brine.compression_min_bytes' => 1]];
        yield 'signed' => [['brine.keys' => 'secret of a test']];
        yield 'signed and compressed' => [['brine.keys' => 'secret of a test', 'brine.compression' => 'zlib', 'brine.compression_min_bytes' => 1]];
    }

    /** @param array<string, mixed> $config */
    #[DataProvider('configurations')]
    public function testAReload(array $config): void
    {
        $this->application($config);
        $this->assertDeployed($this->directory, self::STORES, true);
    }

    public function testADictionary(): void
    {
        [$directory, $id] = self::dictionary($this->directory);
        $config = ['brine.dictionary' => "$directory/$id.php"];
        $this->application($config);
        $this->assertDeployed($this->directory, ['phpredis'], true, check: function () use ($config, $id): void {
            $bytes = $this->raw($this->cache('phpredis', $config), 'N02');
            self::assertStringStartsWith("\xc1\x12" . \hex2bin($id), $bytes);
            self::assertStringNotContainsString('N02', $bytes);
        });
    }

    /** @return iterable<string, array{list<string>}> */
    public static function residents(): iterable
    {
        yield 'own' => [['brine.resident_memory=16M']];
        yield 'shared' => [['brine.resident_shared=16M']];
    }

    /** @param list<string> $settings */
    #[DataProvider('residents')]
    public function testResidentValuesOutliveTheClasses(array $settings): void
    {
        $this->application(['brine.resident' => true]);
        $this->assertDeployed($this->directory, ['phpredis', 'database'], false, $settings);
    }

    public function testOldAndNewHostsSideBySide(): void
    {
        $this->application(['database.connections.sqlite.busy_timeout' => 30000]);
        $this->assertRolling($this->directory, ['phpredis', 'predis', 'database', 'file']);
    }

    /** @return array<string, array{string}> */
    public static function queues(): array
    {
        return ['phpredis' => ['phpredis'], 'predis' => ['predis']];
    }

    /** They are no cache entries: the queue writes and reads them itself. */
    #[DataProvider('queues')]
    public function testJobsAreNotLost(string $kind): void
    {
        $app = $this->app($kind, ['queue.default' => 'redis', 'queue.connections.redis.connection' => 'default', 'brine.replace_default_drivers' => true]);
        $queue = $app->make(QueueManager::class)->connection('redis');
        $queue->push(new VersionedJob());
        $payload = $queue->pop()?->getRawBody();
        self::assertIsString($payload);
        // From before the class had its property, and its version.
        $class = VersionedJob::class;
        $written = \json_encode(\serialize(new VersionedJob()), \JSON_THROW_ON_ERROR);
        $old = \str_replace($written, \json_encode('O:' . \strlen($class) . ":\"$class\":0:{}", \JSON_THROW_ON_ERROR), $payload, $count);
        self::assertSame(1, $count, $payload);
        $queue->pushRaw($old);
        VersionedJob::$handled = [];
        $queue->pop()?->fire();
        self::assertSame([5], VersionedJob::$handled);
    }

    /** @return array<string, array{string}> kinds of stores that keep sessions */
    public static function keepers(): array
    {
        return ['phpredis' => ['phpredis'], 'predis' => ['predis'], 'memcached' => ['memcached']];
    }

    /** The store has their text, whatever objects that has. */
    #[DataProvider('keepers')]
    public function testSessionsAreNotLost(string $kind): void
    {
        [$driver] = Host::store($kind, $this->servers());
        $session = $this->app($kind, ['session.driver' => $driver, 'session.store' => $driver])->make(SessionManager::class)->driver();
        self::assertInstanceOf(SessionStore::class, $session);
        self::assertInstanceOf(CacheBasedSessionHandler::class, $session->getHandler());
        $class = Versioned::class;
        $session->getHandler()->write($session->getId(), 'a:1:{s:4:"user";O:' . \strlen($class) . ":\"$class\":0:{}}");
        $session->start();
        self::assertEquals(new Versioned(), $session->get('user'));
    }
}
