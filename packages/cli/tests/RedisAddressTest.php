<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Console\Store\RedisAddress;
use Brine\Console\UsageError;
use PHPUnit\Framework\Attributes\DataProvider;

/** URLs of Redis. */
final class RedisAddressTest extends ConsoleTestCase
{
    /** @return iterable<string, array{string, string}> the URL, and what distinguishes it */
    public static function addresses(): iterable
    {
        yield 'nothing but the scheme' => ['redis://', 'redis://@127.0.0.1:6379/0'];
        yield 'the password is no part' => ['redis://ada:secret@Host:1/7', 'redis://ada@host:1/7'];
        yield 'Valkey' => ['valkey://host', 'redis://@host:6379/0'];
        yield 'TLS' => ['rediss://host', 'rediss://@host:6379/0'];
        yield 'IPv6' => ['redis://[::1]:7000', 'redis://@::1:7000/0'];
        yield 'a cluster, in any order' => ['redis+cluster://b:2,a', 'redis+cluster://@a:6379,b:2/0'];
        yield 'a cluster of Valkey by TLS' => ['valkeys+cluster://a', 'rediss+cluster://@a:6379/0'];
        yield 'Sentinel' => ['redis+sentinel://ada@a,b:1/main/3', 'redis+sentinel://ada@a:26379,b:1/main/3'];
        yield 'a socket' => ['redis:///no/such/socket', 'redis:///no/such/socket'];
        yield 'a socket by its own scheme' => ['unix:///no/such/socket', 'redis:///no/such/socket'];
    }

    #[DataProvider('addresses')]
    public function testTellsAddressesApart(string $name, string $identity): void
    {
        self::assertTrue(RedisAddress::is($name));
        self::assertSame($identity, RedisAddress::of($name)->identity());
    }

    public function testReadsAllParts(): void
    {
        $file = $this->file('');
        \putenv('BRINE_TEST_SENTINEL=of sentinel');
        try {
            $address = RedisAddress::of("rediss+sentinel://a%40b:c%2Fd@host:1/main/2?cafile=$file&certfile=$file&keyfile=$file&verify_peer=0&peer_name=n&sentinel_user=u&sentinel_password_env=BRINE_TEST_SENTINEL");
        } finally {
            \putenv('BRINE_TEST_SENTINEL');
        }
        self::assertSame(['a@b', 'c/d', 2, 'main', ['u', 'of sentinel']], [$address->user, $address->password, $address->database, $address->service, $address->sentinel]);
        self::assertSame(['cafile' => $file, 'local_cert' => $file, 'local_pk' => $file, 'peer_name' => 'n', 'verify_peer' => false, 'verify_peer_name' => false], $address->tls);
        self::assertSame('other', RedisAddress::of('redis://a:b@host', 'other')->password);
    }

    /** @return iterable<string, array{string, string}> the URL, and the part that the message names */
    public static function faults(): iterable
    {
        $wrong = 'The URL of Redis is wrong: ';
        yield 'a slash in the password' => ['redis://:a/secret@localhost', "{$wrong}Redis is redis://host:port/database, and characters such as / in a password are written %2F"];
        yield 'an @ and a slash in it' => ['redis://ada:a@b/secret@localhost', "{$wrong}Redis is redis://host:port/database, and characters such as / in a password are written %2F"];
        yield 'a port of words' => ['redis://host:secret', "{$wrong}the port of host is a number up to 65535"];
        yield 'a port of 0' => ['redis://host:0', "{$wrong}the port of host is a number up to 65535"];
        yield 'a port that is too high' => ['redis+cluster://a:1,b:65536', "{$wrong}the port of b is a number up to 65535"];
        yield 'no host' => ['redis+cluster://a,', "{$wrong}a host is missing"];
        yield 'no host for TLS' => ['rediss:///socket', "{$wrong}the host is missing, which TLS needs"];
        yield 'no path' => ['unix://host', "{$wrong}a socket is unix:///path/of/socket"];
        yield 'half an address' => ['redis://[::1', "{$wrong}a host is a name, or an address such as 127.0.0.1 or [::1]"];
        yield 'two hosts' => ['redis://a,b', "{$wrong}several hosts are redis+cluster://… or redis+sentinel://…"];
        yield 'a database by name' => ['redis://a/cache', 'A database of Redis is a number, as in redis://host:port/1, not "cache"'];
        yield 'a database in a cluster' => ['redis+cluster://a/1', "{$wrong}a cluster has database 0 alone, not 1"];
        yield 'no service' => ['redis+sentinel://a', "{$wrong}the name of the service is missing, as in redis+sentinel://host:26379/service"];
        yield 'TLS without TLS' => ['redis://a?cafile=/x', "$wrong\"cafile\" is not known behind the question mark: TLS is rediss://"];
        yield 'an unknown name' => ['rediss://a?ca=/x', "$wrong\"ca\" is not known behind the question mark; known: cafile, certfile, keyfile, peer_name, verify_peer"];
        yield 'an unknown name without any' => ['redis://a?x', "$wrong\"x\" is not known behind the question mark"];
        yield 'no such file' => ['rediss://a?cafile=/no/such/file', "{$wrong}cafile: the file /no/such/file cannot be read"];
        yield 'a key alone' => ['rediss://a?keyfile=' . __FILE__, "{$wrong}keyfile needs certfile"];
        yield 'neither 0 nor 1' => ['rediss://a?verify_peer=no', "{$wrong}verify_peer is 0 or 1, not \"no\""];
        yield 'no such variable' => ['redis+sentinel://a/main?sentinel_password_env=BRINE_NO_SUCH', "{$wrong}sentinel_password_env: the environment variable BRINE_NO_SUCH is not set"];
    }

    #[DataProvider('faults')]
    public function testNamesTheWrongPart(string $name, string $message): void
    {
        $this->brine(2, 'stats', ['store' => $name]);
        self::assertSame("brine: $message\n", $this->errors());
        $this->expectException(UsageError::class);
        RedisAddress::of($name);
    }

    public function testNamesTheWrongPartOfMemcached(): void
    {
        foreach (['memcached://ada:se/cret@host', 'memcached://host:port', 'memcached://host:123456', 'memcached://:secret@host', 'memcached://'] as $name) {
            $this->brine(2, 'stats', ['store' => $name, '--keys' => $this->file('a')]);
            self::assertStringStartsWith('brine: The URL of Memcached is wrong: ', $this->errors());
            self::assertStringNotContainsString('cret', $this->errors());
        }
        foreach (['tls://host', 'redis-cluster://host', 'sentinel://host'] as $name) {
            $this->brine(2, 'stats', ['store' => $name]);
            self::assertStringContainsString('its clusters are redis+cluster://, what Sentinel watches is redis+sentinel://', $this->errors());
        }
    }
}
