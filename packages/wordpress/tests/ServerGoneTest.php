<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use Brine\WordPress\ObjectCache;
use Brine\WordPress\Settings;
use PHPUnit\Framework\Attributes\DataProvider;

/** The server stops, or was never there, or the settings are wrong: the site goes on with the cache of the request. */
final class ServerGoneTest extends TestCase
{
    #[DataProvider('kinds')]
    public function testTheServerStops(string $kind): void
    {
        [$process, $socket] = self::start($kind);
        $cache = new ObjectCache(new Settings(Servers::settings($kind, $socket)), false, 1, 'wp_');
        self::assertTrue($cache->set('a', 1, 'g'));
        self::assertNull($cache->fault());
        \proc_terminate($process, \SIGKILL);
        self::assertSame(\SIGKILL, self::end($process));
        self::assertSame(1, $cache->get('a', 'g'));
        self::assertTrue($cache->set('b', [2], 'g'));
        self::assertNotNull($cache->fault());
        self::assertNull($cache->server());
        self::goesOn($cache);
        $log = $this->log();
        self::assertCount(1, $log, \implode("\n", $log));
        self::assertStringStartsWith('Brine: The object cache works without a server, for this request alone: ', $log[0]);
        self::assertSame('brine_unavailable', Site::$actions[0][0]);
        self::assertCount(1, Site::$actions);
    }

    /** @return array<string, array{string, string}> */
    public static function firstCalls(): array
    {
        $calls = [];
        foreach (Servers::KINDS as $kind) {
            foreach (['get', 'get_multiple', 'delete', 'delete_multiple', 'incr', 'add_multiple', 'set_multiple', 'replace', 'flush', 'flush_group'] as $call) {
                $calls["$kind, $call"] = [$kind, $call];
            }
        }

        return $calls;
    }

    #[DataProvider('firstCalls')]
    public function testEachCallMayBeTheFirstWithoutTheServer(string $kind, string $call): void
    {
        [$process, $socket] = self::start($kind);
        $cache = new ObjectCache(new Settings(Servers::settings($kind, $socket)), false, 1, 'wp_');
        $cache->set('a', 1, 'g');
        $cache->set('kept', 1, 'g');
        \proc_terminate($process, \SIGKILL);
        self::end($process);
        $result = match ($call) {
            'get' => $cache->get('a', 'g', true),
            'get_multiple' => $cache->get_multiple(['a', 'x'], 'g', true),
            'delete' => $cache->delete('a', 'g'),
            'delete_multiple' => $cache->delete_multiple(['a', 'x'], 'g'),
            'incr' => $cache->incr('a', 4, 'g'),
            'add_multiple' => $cache->add_multiple(['a' => 1, 'x' => 2], 'g'),
            'set_multiple' => $cache->set_multiple(['a' => 1, 'x' => 2], 'g'),
            'replace' => $cache->replace('a', 1, 'g'),
            'flush' => $cache->flush(),
            'flush_group' => $cache->flush_group('g'),
        };
        self::assertSame(match ($call) {
            'get' => 1,
            'get_multiple' => ['a' => 1, 'x' => false],
            'delete', 'replace' => true,
            'delete_multiple' => ['a' => true, 'x' => false],
            'incr' => 5,
            'add_multiple' => ['a' => false, 'x' => true],
            'set_multiple' => ['a' => true, 'x' => true],
            'flush', 'flush_group' => false,
        }, $result);
        self::assertNotNull($cache->fault());
        self::assertCount(1, $this->log());
        self::goesOn($cache);
    }

    #[DataProvider('kinds')]
    public function testThereIsNoServer(string $kind): void
    {
        $cache = new ObjectCache(new Settings(Servers::settings($kind, '/nowhere/socket')), false, 1, 'wp_');
        self::goesOn($cache);
        self::assertNotNull($cache->fault());
        self::assertCount(1, $this->log());
    }

    /** @return array<string, array{array<string, mixed>, string}> */
    public static function wrongSettings(): array
    {
        return [
            'a short key' => [['BRINE_SIGNING_KEY' => 'fifteen bytes..'], 'BRINE_SIGNING_KEY: A signing key must have at least 16 bytes, and this one has 15.'],
            'a short old key, or a comma in the key' => [['BRINE_SIGNING_KEY' => self::KEY . ',x'], 'BRINE_SIGNING_KEY, several keys with commas between: A signing key must have at least 16 bytes, and this one has 1.'],
            'an empty key' => [['BRINE_SIGNING_KEY' => ''], 'BRINE_SIGNING_KEY must be a text of 16 bytes and more, or several with commas between'],
            'no format' => [['BRINE_WRITE' => 'json'], 'BRINE_WRITE must be one of brine, native, igbinary, not "json"'],
            'no algorithm' => [['BRINE_COMPRESSION' => 'gzip'], 'BRINE_COMPRESSION must be one of zlib, zstd, lz4, not "gzip"'],
            'no boolean' => [['BRINE_RESIDENT' => 'often'], 'BRINE_RESIDENT must be true or false'],
            'a database that is not there' => [['WP_REDIS_DATABASE' => 5000], 'database'],
        ];
    }

    /** @param array<string, mixed> $settings */
    #[DataProvider('wrongSettings')]
    public function testWithWrongSettingsNothingReachesTheServer(array $settings, string $fault): void
    {
        foreach (isset($settings['WP_REDIS_DATABASE']) ? ['phpredis', 'predis'] : Servers::KINDS as $kind) {
            $cache = self::cache($kind, $settings);
            self::goesOn($cache);
            self::assertStringContainsString($fault, \strtr((string) $cache->fault(), ['DB index' => 'database']));
            self::assertCount(1, $this->log());
        }
        self::assertSame([], self::redis()->keys('*'));
    }

    public function testSecretsAreNotPrinted(): void
    {
        $cache = self::cache(settings: ['BRINE_SIGNING_KEY' => self::KEY]);
        $cache->set('x', 1);
        \ob_start();
        \var_dump($cache, (array) $cache);
        self::assertStringNotContainsString(self::KEY, (string) \ob_get_clean());
        self::assertStringNotContainsString(self::KEY, \print_r($cache, true));
        $this->expectException(\Exception::class);
        \serialize($cache);
    }

    /** A server that refuses a write is left for the rest of the process, unless a flush finds that it works again. */
    #[DataProvider('clients')]
    public function testAFlushLeadsBackToTheServer(string $kind): void
    {
        [$process, $socket] = self::start($kind);
        $client = new \Redis();
        $client->connect($socket);
        $settings = new Settings(Servers::settings($kind, $socket));
        $cache = new ObjectCache($settings, false, 1, 'wp_');
        $cache->set('old', 1, 'g');
        $client->config('SET', 'min-replicas-to-write', '1');
        self::assertTrue($cache->set('a', 2, 'g'));
        self::assertStringContainsString('NOREPLICAS', (string) $cache->fault());
        self::assertFalse($cache->flush());
        self::assertStringContainsString('NOREPLICAS', (string) $cache->fault());
        self::assertFalse($cache->redis_status());
        self::assertTrue($cache->set('a', 3, 'g'));
        $client->config('SET', 'min-replicas-to-write', '0');
        // What was written without the server must not meet what it still has.
        self::assertSame([3, false], [$cache->get('a', 'g'), $cache->get('old', 'g')]);
        self::assertTrue($cache->flush());
        self::assertSame([null, true], [$cache->fault(), $cache->redis_status()]);
        self::assertSame(['a' => false, 'old' => false], $cache->get_multiple(['a', 'old'], 'g'));
        self::assertTrue($cache->set('a', 4, 'g'));
        self::assertSame(4, (new ObjectCache($settings, false, 1, 'wp_'))->get('a', 'g'));
        self::assertCount(1, $this->log());
        \proc_terminate($process, \SIGKILL);
        self::end($process);
    }

    /** @return array<string, array{string}> */
    public static function clients(): array
    {
        return ['phpredis' => ['phpredis'], 'predis' => ['predis']];
    }

    #[DataProvider('kinds')]
    public function testAServerThatIsFull(string $kind): void
    {
        [$process, $socket] = self::start($kind);
        $settings = new Settings(Servers::settings($kind, $socket));
        $cache = new ObjectCache($settings, false, 1, 'wp_');
        self::assertSame(['a' => true, 'b' => true], $cache->set_multiple(['a' => 'old', 'b' => 'old'], 'g'));
        // Memcached takes no value of more than a megabyte; Redis has no memory left.
        if ($kind !== 'memcached') {
            $client = new \Redis();
            $client->connect($socket);
            $client->config('SET', 'maxmemory', '1');
        }
        $large = \random_bytes(1 << 21);
        self::assertTrue($cache->set('a', $large, 'g'));
        self::assertSame($large, $cache->get('a', 'g'));
        self::assertSame(['b' => true, 'c' => true], $cache->set_multiple(['b' => $large, 'c' => $large], 'g'));
        // What is new stays in the request, as the options of a site that are too large.
        self::assertTrue($cache->add('d', $large, 'g'));
        self::assertSame($large, $cache->get('d', 'g'));
        self::assertFalse($cache->add('d', $large, 'g'));
        self::assertSame(['d' => false, 'e' => true], $cache->add_multiple(['d' => $large, 'e' => $large], 'g'));
        self::assertTrue($cache->replace('e', $large, 'g'));
        self::assertNull($cache->fault());
        self::assertSame([], $this->log());
        // The old values must not come back.
        self::assertSame(\array_fill_keys(\range('a', 'e'), false), (new ObjectCache($settings, false, 1, 'wp_'))->get_multiple(\range('a', 'e'), 'g'));
        \proc_terminate($process, \SIGKILL);
        self::end($process);
    }

    public function testALostServerIsLoggedAfterManyOtherMessages(): void
    {
        [$process, $socket] = self::start('phpredis');
        $cache = new ObjectCache(new Settings(Servers::settings('phpredis', $socket)), false, 1, 'wp_');
        for ($i = 0; $i < 101; ++$i) {
            $cache->set($i, static fn (): int => 5);
        }
        self::assertCount(100, $this->log());
        \proc_terminate($process, \SIGKILL);
        self::end($process);
        self::assertSame('a miss', self::read($cache, 'x'));
        $lines = $this->log();
        self::assertCount(1, $lines);
        self::assertStringStartsWith('Brine: The object cache works without a server, for this request alone: ', $lines[0]);
    }

    private static function goesOn(ObjectCache $cache): void
    {
        self::assertFalse($cache->get('new', 'g'));
        self::assertTrue($cache->add('new', 5, 'g'));
        self::assertFalse($cache->add('new', 6, 'g'));
        self::assertTrue($cache->replace('new', 7, 'g'));
        self::assertSame(8, $cache->incr('new', 1, 'g'));
        self::assertSame(['new' => 8, 'none' => false], $cache->get_multiple(['new', 'none'], 'g', true));
        self::assertTrue($cache->delete('new', 'g'));
        self::assertFalse($cache->incr('new', 1, 'g'));
        self::assertFalse($cache->flush());
    }

    /** @return array{resource, string} a server of its own, and its socket */
    private static function start(string $kind): array
    {
        $socket = \sys_get_temp_dir() . '/brine-wordpress-' . \bin2hex(\random_bytes(6));
        $command = $kind === 'memcached'
            ? ['memcached', '-s', $socket, ...(\posix_getuid() === 0 ? ['-u', 'root'] : [])]
            : ['redis-server', '--port', '0', '--unixsocket', $socket, '--save', '', '--daemonize', 'no'];
        $process = \proc_open($command, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']], $pipes, \sys_get_temp_dir());
        self::assertIsResource($process);
        while (@\stream_socket_client("unix://$socket") === false) {
            self::assertTrue(\proc_get_status($process)['running'], "$command[0] does not start");
            \usleep(1000);
        }

        return [$process, $socket];
    }

    /** @param resource $process */
    private static function end($process): int
    {
        do {
            $status = \proc_get_status($process);
            \usleep(1000);
        } while ($status['running']);

        return $status['termsig'];
    }
}
