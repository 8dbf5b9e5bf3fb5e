<?php

declare(strict_types=1);

namespace Brine\Tests\Loops;

use Brine\Auto;
use Brine\Serializer;
use Brine\Signed;
use Brine\Store\Cache;
use Brine\Store\MemcachedCache;
use Brine\Store\PredisCache;
use Brine\Store\RedisCache;
use Brine\Tests\Library\Loop\Acting;
use Brine\Tests\Library\Loop\Loop;
use Brine\Tests\Library\Store\Log;
use Predis\Client;

/** Requests to a cache that lives as long as the process, with its connection. */
final class Stores
{
    public const NAMES = ['redis', 'predis', 'memcached'];

    private function __construct()
    {
    }

    /**
     * @param string $address a socket
     * @return \Closure(int): void
     */
    public static function requests(string $name, string $address, bool $isResident): \Closure
    {
        $log = new Log();
        $serializer = new Auto(options: $isResident ? ['resident' => true] : []);
        $cache = self::connect($name, $address, $log, $serializer);
        $signed = self::connect($name, $address, $log, new Signed($serializer, 'a key of some length'));
        $raw = self::connect($name, $address, $log, new Raw());
        $own = \bin2hex(\random_bytes(8));

        return static function (int $number) use ($cache, $signed, $raw, $log, $own): void {
            // Of one length: names are remembered, some thousand of them.
            $entry = \sprintf('%08d', $number);
            $key = 'value-' . $number % 40;
            $value = [Values::repeated($number), Values::objects($number)];
            Loop::same('set', true, $cache->set($key, $value, 600));
            Loop::equal('get', $value, $cache->get($key));
            Loop::equal('again', $value, $cache->get($key));
            Loop::same('a miss', 'none', $cache->get("unique-$entry", 'none'));
            Loop::same('add', true, $cache->add("unique-$entry", Values::unique($number), 600));
            Loop::same('no second add', false, $cache->add("unique-$entry", 1, 600));
            Loop::same('several', ["unique-$entry" => Values::unique($number), 'nothing' => null], $cache->getMultiple(["unique-$entry", 'nothing']));
            Loop::same('count', $number, $cache->increment("counter-$own", 1));
            Loop::same('update', $number, $cache->update("list-$own", static fn (mixed $count): int => (int) $count + 1));
            Loop::same('signed', true, $signed->set("signed-$entry", $number, 600));
            Loop::same('signed, read', $number, $signed->get("signed-$entry"));
            self::damage($cache, $signed, $raw, $log, $number, $entry);
            Loop::same('delete', true, $cache->deleteMultiple(["unique-$entry", "signed-$entry", "bad-$entry", "acting-$entry"]));
        };
    }

    /** Unreadable entries are misses, of which each is logged once. */
    private static function damage(Cache $cache, Cache $signed, Cache $raw, Log $log, int $number, string $entry): void
    {
        $raw->set("bad-$entry", \substr(\brine_serialize(Values::unique($number)), 0, -1), 600);
        Loop::same('damaged', 'miss', $cache->get("bad-$entry", 'miss'));
        Loop::same('damaged again', 'miss', $cache->get("bad-$entry", 'miss'));
        Loop::same('not signed', 'miss', $signed->get("unique-$entry", 'miss'));
        $cache->set("acting-$entry", new Acting($number), 600);
        Acting::$reading = static fn (): never => throw new \DomainException('a hook');
        Loop::same('a hook', 'miss', $cache->get("acting-$entry", 'miss'));
        Acting::$reading = static fn (): mixed => \Fiber::suspend();
        Loop::drop('a fiber', static fn (): mixed => $cache->get("acting-$entry"));
        Acting::$reading = null;
        Loop::equal('afterwards', new Acting($number), $cache->get("acting-$entry"));
        // Memcached's keys have a number between, which clear() changes.
        $entries = \preg_replace('/loop:([0-9a-f]{16}:)?/', '', $log->entries);
        Loop::same('the log', ["truncated bad-$entry", "not_verified unique-$entry", "bad_object acting-$entry"], $entries);
        $log->entries = [];
    }

    private static function connect(string $name, string $address, Log $log, Serializer $serializer): Cache
    {
        if ($name === 'memcached') {
            $client = new \Memcached();
            $client->addServer($address, 0);

            return new MemcachedCache($client, $serializer, 'loop:', $log);
        }
        if ($name === 'predis') {
            return new PredisCache(new Client(['scheme' => 'unix', 'path' => $address]), $serializer, 'loop:', $log);
        }
        $client = new \Redis();
        $client->connect($address);

        return new RedisCache($client, $serializer, 'loop:', $log);
    }
}
