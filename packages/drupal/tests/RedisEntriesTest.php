<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Brine\Tests\Library\RedisServer;
use Drupal\brine\Status\Backends;
use Drupal\brine\TolerantFactory;
use Drupal\redis\Cache\RedisBackend as RedisBackend2;
use Drupal\redis\ClientFactory;
use PHPUnit\Framework\Attributes\DataProvider;

/** Entries of the module redis, in a real Redis. */
final class RedisEntriesTest extends BackendTestCase
{
    private \Redis $client;

    protected function setUp(): void
    {
        parent::setUp();
        $server = RedisServer::get();
        self::assertNotNull($server, 'there is no redis-server');
        $this->client = new \Redis();
        $this->client->connect($server->socket);
        $this->client->flushAll();
    }

    /** @return iterable<string, array{int}> */
    public static function versions(): iterable
    {
        yield 'version 1 of the module' => [1];
        yield 'version 2' => [2];
    }

    #[DataProvider('versions')]
    public function testEntriesOfTheBinAreFound(int $version): void
    {
        $this->useVersion($version);
        for ($i = 0; $i < 1200; ++$i) {
            $this->add("site[1]:default:entry $i", "entry $i", \brine_serialize($i), '10.5', true);
        }
        $this->add('site[1]:default:string', 'string', 'text', '10.5', false);
        $this->add('site[1]:default_other:entry', 'entry', 'of another bin', '10.5', true);
        $this->add('site1:default:entry', 'entry', 'of another site', '10.5', true);
        $this->client->set('site[1]:default:counter', '5');
        self::assertSame(['brine' => 1200, 'string' => 1], $this->formats());
    }

    /** Others may write there, too. */
    #[DataProvider('versions')]
    public function testWhatIsNoWholeEntryIsLeftOut(int $version): void
    {
        $this->useVersion($version);
        $this->add('site[1]:default:whole', 'whole', \brine_serialize(1), '10.5', true);
        foreach (['cid', 'data', 'created'] as $field) {
            $this->add("site[1]:default:$field", $field, \brine_serialize(1), '10.5', true);
            $this->client->hDel("site[1]:default:$field", $field);
        }
        self::assertSame(['brine' => 1], $this->formats());
    }

    #[DataProvider('versions')]
    public function testEntriesFromBeforeTheBinWasEmptiedAreGone(int $version): void
    {
        $this->useVersion($version);
        $this->add('site[1]:default:old', 'old', \brine_serialize(1), '10.5', true);
        $this->add('site[1]:default:new', 'new', \serialize(1), '12.5', true);
        self::assertSame(['brine' => 1, 'native' => 1], $this->formats());
        $this->client->set('site[1]:default:_redis_last_delete_all', '11.25');
        self::assertSame(['native' => 1], $this->formats());
    }

    /** The entries of an unknown backend are not listed. */
    public function testOtherClientsAreLeftAlone(): void
    {
        $this->useVersion(2, 'Predis');
        self::assertNull((new Backends($this->container, ['cache.backend.redis']))->bins()['default']->entries);
    }

    private function useVersion(int $version, string $client = 'PhpRedis'): void
    {
        $backend = $version === 1 ? new RedisBackend('site[1]:default') : new RedisBackend2('site[1]:default');
        $factory = new TolerantFactory(new FixedFactory($backend));
        $factory->get('default');
        $this->container->set('cache.backend.redis', $factory);
        $this->container->set('redis.factory', new ClientFactory($version === 1 ? $this->client : new RedisClient($this->client, $client)));
    }

    private function add(string $key, string $cid, string $data, string $created, bool $isSerialized): void
    {
        $this->client->hMset($key, ['cid' => $cid, 'data' => $data, 'created' => $created, 'serialized' => $isSerialized ? '1' : '0']);
    }

    /** @return array<string, int> how many there are of each */
    private function formats(): array
    {
        $formats = [];
        foreach ((new Backends($this->container, ['cache.backend.redis']))->bins()['default']->entries ?? [] as $entry) {
            $formats[$entry->format()] = ($formats[$entry->format()] ?? 0) + 1;
        }
        \ksort($formats);

        return $formats;
    }
}
