<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\brine\CacheSerializer;
use Drupal\brine\Codec;
use Drupal\brine\Damage;
use Drupal\brine\TolerantFactory;
use Drupal\Component\Datetime\Time;
use Drupal\Core\Cache\Cache;
use Drupal\Core\Cache\DatabaseBackendFactory;
use Drupal\Core\Cache\DatabaseCacheTagsChecksum;
use Drupal\Core\Database\Connection;
use Drupal\Core\Site\Settings;
use PHPUnit\Framework\TestCase;
use Symfony\Component\DependencyInjection\Container;

/** A database in memory, with a backend as the module has them, a log and a key-value store. */
abstract class BackendTestCase extends TestCase
{
    protected Connection $database;
    protected TolerantFactory $factory;
    protected Container $container;
    protected Log $log;
    protected KeyValueFactory $keyValues;

    protected function setUp(): void
    {
        $this->database = new Connection(new \PDO('sqlite::memory:', options: [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION]));
        $this->factory = self::factoryOf($this->database);
        $this->log = new Log();
        $this->keyValues = new KeyValueFactory();
        $this->container = new Container();
        $this->container->set('logger.channel.brine', $this->log);
        $this->container->set('keyvalue', $this->keyValues);
        $this->container->set('database', $this->database);
        $this->container->set('cache.backend.database', $this->factory);
        \Drupal::$container = $this->container;
        Cache::$bins = [];
        self::configure([]);
    }

    protected function tearDown(): void
    {
        Damage::log();
    }

    protected static function factoryOf(Connection $database): TolerantFactory
    {
        return new TolerantFactory(new DatabaseBackendFactory($database, new DatabaseCacheTagsChecksum(), new CacheSerializer(), new Time()));
    }

    /** @param array<string, mixed> $brine */
    protected static function configure(array $brine): void
    {
        Codec::forget();
        new Settings(['brine' => $brine + ['write' => 'brine']]);
    }

    /** The bytes that an entry of the bin "default" has. */
    protected function bytes(string $cid): string
    {
        $row = $this->database->query('SELECT data FROM cache_default WHERE cid = :cid', [':cid' => $cid])[0];
        \assert(\is_string($row->data));

        return $row->data;
    }

    /** Puts bytes directly into the bin "default", bypassing the backend. */
    protected function put(string $cid, string $bytes, bool $isString = false): void
    {
        $this->factory->get('default');
        $this->database->query(
            'REPLACE INTO cache_default VALUES (:cid, :data, :serialized)',
            [':cid' => $cid, ':data' => $bytes, ':serialized' => $isString ? 0 : 1],
        );
    }

    /** Asserts that the entry is a miss by both methods, and logged once. */
    protected function assertMiss(string $cid): void
    {
        $cids = ['no such entry', $cid];
        self::assertFalse($this->factory->get('default')->get($cid));
        self::assertSame([], $this->factory->get('default')->getMultiple($cids));
        self::assertEqualsCanonicalizing(['no such entry', $cid], $cids);
        $before = \count($this->log->lines);
        Damage::log();
        self::assertCount($before + 1, $this->log->lines);
        self::assertSame(1, $this->log->lines[$before]['%count']);
        self::assertIsString($this->log->lines[$before]['%entries']);
        self::assertStringStartsWith("default:$cid (", $this->log->lines[$before]['%entries']);
    }

    protected function assertHit(mixed $value, string $cid): void
    {
        $item = $this->factory->get('default')->get($cid);
        self::assertNotFalse($item);
        self::assertEquals($value, $item->data);
        Damage::log();
        self::assertSame([], $this->log->lines);
    }
}
