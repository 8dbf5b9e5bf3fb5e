<?php

/*
 * One process of tests/igbinary/run.php: a client of igbinary, which may be Brine in its place. Prints a line for each check, "NAME: RESULT"; the same
 * lines are expected whoever is in charge.
 *
 *     php client.php commands|write PREFIX|read PREFIX|members|session STORE KEY=VALUE...
 */

declare(strict_types=1);

namespace Brine\Tests\Igbinary;

use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;

require_once __DIR__ . '/../../vendor/autoload.php';
require __DIR__ . '/values.php';

/** Prints a check. */
function check(string $name, mixed $result): void
{
    echo $name, ': ', addcslashes(serialize($result), "\0..\37\177..\377\\"), "\n";
}

/** @return array<string, mixed> */
function sorted(array $values): array
{
    usort($values, static fn (mixed $a, mixed $b): int => serialize($a) <=> serialize($b));

    return $values;
}

function redis(string $socket, int $compression = \Redis::COMPRESSION_NONE): \Redis
{
    $redis = new \Redis();
    $redis->connect($socket);
    $redis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY);
    $redis->setOption(\Redis::OPT_COMPRESSION, $compression);

    return $redis;
}

function memcached(int $port, bool $compression = false): \Memcached
{
    $memcached = new \Memcached();
    $memcached->addServer('127.0.0.1', $port);
    $memcached->setOption(\Memcached::OPT_SERIALIZER, \Memcached::SERIALIZER_IGBINARY);
    $memcached->setOption(\Memcached::OPT_COMPRESSION, $compression);

    return $memcached;
}

/** Strings, hashes and lists of a client of Redis. */
function commandsOfRedis(string $of, \Redis|\RedisArray|\RedisCluster $redis): void
{
    foreach (values() as $name => $value) {
        check("$of set, $name", $redis->set("s:$name", $value));
        check("$of get, $name", $redis->get("s:$name"));
        check("$of hSet, $name", $redis->hSet('hash', $name, $value));
        check("$of hGet, $name", $redis->hGet('hash', $name));
        check("$of rPush, $name", $redis->rPush('list', $value));
        check("$of lIndex, $name", $redis->lIndex('list', -1));
        check("$of lRem, $name", [$redis->lPush("rem:$name", $value, 'other', $value), $redis->lRem("rem:$name", $value, 0), $redis->lRange("rem:$name", 0, -1)]);
    }
    check("$of setex", [$redis->setex('setex', 100, ['a' => 1]), $redis->get('setex'), $redis->getSet('setex', [2]), $redis->get('setex')]);
    check("$of setnx", [$redis->setnx('setnx', [1]), $redis->setnx('setnx', [2]), $redis->get('setnx')]);
    check("$of mget", [$redis->mset(['{m}1' => [1], '{m}2' => 'two']), $redis->mget(['{m}1', '{m}2', '{m}3'])]);
    check("$of hGetAll", $redis->hGetAll('hash'));
    check("$of hMGet", [$redis->hMSet('hash2', ['a' => [1], 'b' => null]), $redis->hMGet('hash2', ['a', 'b', 'c']), $redis->hVals('hash2')]);
    check("$of lRange", [$redis->lRange('list', 0, -1), $redis->lSet('list', 0, ['new']), $redis->lPop('list'), $redis->rPop('list')]);
    check("$of missing", $redis->get('missing'));
}

/** Sets, sorted sets, transactions and what the option offers beside. */
function collectionsOfRedis(string $of, \Redis $redis): void
{
    foreach (values() as $name => $value) {
        check("$of sAdd, $name", [$redis->sAdd('set', $value), $redis->sAdd('set', $value), $redis->sIsMember('set', $value)]);
        check("$of zAdd, $name", [$redis->zAdd('sorted', 5, $value), $redis->zScore('sorted', $value), $redis->zIncrBy('sorted', 1, $value), $redis->zRank('sorted', $value) !== false]);
        check("$of _pack, $name", [$redis->_unpack($redis->_pack($value)), $redis->_unserialize($redis->_serialize($value))]);
    }
    check("$of sMembers", sorted($redis->sMembers('set')));
    check("$of zRange", sorted($redis->zRange('sorted', 0, -1)));
    check("$of sRem", [$redis->sRem('set', 'text', [1, 2, 3]), $redis->sCard('set'), $redis->zRem('sorted', 5, ['none']), $redis->zCard('sorted')]);
    $redis->sAdd('set2', 'text', 5, 7);
    $redis->sAdd('set3', 5, 'text');
    check("$of sInter", [sorted($redis->sInter('set2', 'set3')), sorted($redis->sDiff('set2', 'set3')), $redis->sMove('set2', 'set3', 7), sorted($redis->sMembers('set3'))]);
    foreach ([\Redis::PIPELINE, \Redis::MULTI] as $mode) {
        check("$of mode $mode", $redis->multi($mode)->set('p1', [1])->get('p1')->hSet('p2', 'f', ['x' => null])->hGetAll('p2')->lPush('p3', [1], 'b')->lRange('p3', 0, -1)->exec());
        $redis->del('p1', 'p2', 'p3');
    }
    check("$of eval", $redis->eval('return redis.call("get", KEYS[1]) == ARGV[1] and 1 or 0', ['s:string', $redis->_pack('text')], 1));
    check("$of scan", count($redis->keys('s:*')));
}

function commandsOfMemcached(string $of, \Memcached $memcached): void
{
    foreach (values() as $name => $value) {
        $key = strtr($name, ' ', '_');
        check("$of set, $name", [$memcached->set($key, $value), $memcached->get($key), $memcached->getResultCode()]);
    }
    check("$of getMulti", [$memcached->setMulti(['m1' => [1], 'm2' => new Kept([5])]), $memcached->getMulti(['m1', 'm2', 'm3'])]);
    check("$of add", [$memcached->add('m1', [2]), $memcached->replace('m1', [3]), $memcached->get('m1')]);
    $found = $memcached->get('m1', null, \Memcached::GET_EXTENDED);
    check("$of cas", [$memcached->cas($found['cas'], 'm1', ['by cas']), $memcached->get('m1')]);
    check("$of delayed", [$memcached->getDelayed(['m1', 'm2']), array_column($memcached->fetchAll(), 'value', 'key')]);
    check("$of increment", [$memcached->set('n', 5), $memcached->increment('n', 2), $memcached->get('n')]);
}

/** @param array<string, string> $stores */
function commands(array $stores): void
{
    $compressions = array_filter((new \ReflectionClass(\Redis::class))->getConstants(), static fn (string $name): bool => preg_match('/^COMPRESSION_[A-Z0-9]+$/', $name) === 1, ARRAY_FILTER_USE_KEY);
    foreach ($compressions as $name => $compression) {
        $redis = redis($stores['redis'], $compression);
        $redis->flushAll();
        commandsOfRedis($name, $redis);
        collectionsOfRedis($name, $redis);
    }
    $array = new \RedisArray([$stores['redis'], '127.0.0.1:' . $stores['port']]);
    $array->setOption(\Redis::OPT_SERIALIZER, (string) \Redis::SERIALIZER_IGBINARY);
    $array->flushAll();
    commandsOfRedis('RedisArray', $array);
    $cluster = new \RedisCluster(null, ['127.0.0.1:' . $stores['cluster']]);
    $cluster->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY);
    $cluster->flushAll(['127.0.0.1', (int) $stores['cluster']]);
    commandsOfRedis('RedisCluster', $cluster);
    foreach ([false, true] as $compression) {
        $memcached = memcached((int) $stores['memcached'], $compression);
        $memcached->flush();
        commandsOfMemcached($compression ? 'compressed' : 'Memcached', $memcached);
    }
}

/** @param array<string, string> $stores */
function write(string $prefix, array $stores): void
{
    $redis = redis($stores['redis']);
    $memcached = memcached((int) $stores['memcached']);
    foreach (values() as $name => $value) {
        $redis->set("$prefix:$name", $value);
        $redis->hSet("$prefix-hash", $name, $value);
        $redis->sAdd("$prefix-set", $value);
        $redis->zAdd("$prefix-sorted", 5, $value);
        $memcached->set("$prefix:" . strtr($name, ' ', '_'), $value);
    }
    $pool = pool($prefix, $stores['redis']);
    $all = array_keys(values());
    foreach ($pool->getItems($all) as $name => $item) {
        $pool->saveDeferred($item->set(values()[$name]));
    }
    $pool->commit();
}

/** A pool of Symfony, whose marshaller calls igbinary's functions. */
function pool(string $prefix, string $socket): RedisAdapter
{
    $redis = new \Redis();
    $redis->connect($socket);

    return new RedisAdapter($redis, "$prefix-pool", 0, new DefaultMarshaller(true));
}

/** @param array<string, string> $stores */
function read(string $prefix, array $stores): void
{
    $redis = redis($stores['redis']);
    $memcached = memcached((int) $stores['memcached']);
    $hash = $redis->hGetAll("$prefix-hash");
    foreach (values() as $name => $value) {
        check("Redis, $name", $redis->get("$prefix:$name"));
        check("hash, $name", $hash[$name]);
        check("Memcached, $name", $memcached->get("$prefix:" . strtr($name, ' ', '_')));
    }
    check('set', sorted($redis->sMembers("$prefix-set")));
    foreach (pool($prefix, $stores['redis'])->getItems(array_keys(values())) as $name => $item) {
        check("Symfony, $name", [$item->isHit(), $item->get()]);
    }
    check('sorted set', sorted($redis->zRange("$prefix-sorted", 0, -1)));
}

/**
 * Which values are found as members of sets.
 *
 * @param array<string, string> $stores
 */
function members(string $prefix, array $stores): void
{
    $redis = redis($stores['redis']);
    foreach (values() as $name => $value) {
        echo $redis->sIsMember("$prefix-set", $value) ? "$name\n" : '', $redis->zScore("$prefix-sorted", $value) === 5.0 ? "sorted $name\n" : '';
    }
}

/** Adds to the session, of a save handler, and prints what was there. */
function session(string $id): void
{
    ob_start();
    session_id($id);
    session_start();
    check('session', $_SESSION);
    $_SESSION['visits'] = ($_SESSION['visits'] ?? 0) + 1;
    $_SESSION['items'][] = new Kept(['visit' => $_SESSION['visits']]);
    $_SESSION['values'] ??= values();
    session_write_close();
    // PHP does not collect cycles that ext/session still holds when the request ends.
    $_SESSION = [];
}

$argument = $argv[2] ?? '';
parse_str(implode('&', array_slice($argv, 3)), $stores);
match ($argv[1]) {
    'commands' => commands($stores),
    'write' => write($argument, $stores),
    'read' => read($argument, $stores),
    'members' => members($argument, $stores),
    'session' => session($argument),
};
