<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use Brine\Tests\Library\RedisServer;
use Brine\WordPress\ObjectCache;
use Brine\WordPress\Settings;
use PHPUnit\Framework\Attributes\DataProvider;

/** Random calls against the model. BRINE_CALLS: how many for each client, with the extension and without it. */
final class CallsTest extends TestCase
{
    /** Settings of a run. */
    private const SETTINGS = [
        'plain' => ['WP_REDIS_PREFIX' => 'app[1]*:'],
        'signed' => ['BRINE_SIGNING_KEY' => self::KEY, 'BRINE_RESIDENT' => true],
        'rollout' => ['BRINE_SIGNING_KEY' => self::KEY, 'BRINE_TRUST_UNSIGNED' => true, 'BRINE_COMPRESSION' => 'zlib', 'WP_REDIS_PREFIX' => 'x'],
        'native' => ['BRINE_WRITE' => 'native', 'WP_REDIS_PREFIX' => 'x'],
    ];

    /** @return iterable<string, array{string, string, list<string>}> */
    public static function runs(): iterable
    {
        foreach (Servers::KINDS as $kind) {
            foreach (\array_keys(self::SETTINGS) as $settings) {
                yield "$kind, $settings" => [$kind, $settings, []];
                yield "$kind, $settings, without the extension" => [$kind, $settings, ['brine']];
            }
        }
    }

    /** @return array<string, array{string}> */
    public static function clusters(): array
    {
        return ['phpredis' => ['phpredis-cluster'], 'predis' => ['predis-cluster']];
    }

    #[DataProvider('clusters')]
    public function testNoValueIsWrongInACluster(string $kind): void
    {
        $addresses = RedisServer::cluster();
        self::assertCount(3, $addresses);
        foreach (\array_keys(self::SETTINGS) as $settings) {
            self::assertCallsAreRight($kind, \implode(',', $addresses), $settings, []);
        }
    }

    public function testSentinel(): void
    {
        $port = RedisServer::sentinel();
        self::assertNotNull($port);
        $settings = ['WP_REDIS_SERVERS' => ["tcp://127.0.0.1:$port"], 'WP_REDIS_SENTINEL' => 'main', 'WP_REDIS_PREFIX' => 'site:'];
        foreach ([1, 2] as $value) {
            $cache = new ObjectCache(new Settings($settings), false, 1, 'wp_');
            self::assertNull($cache->fault());
            self::assertSame($value === 1, $cache->add('new', 1));
            self::assertTrue($cache->set('x', $value));
            self::assertSame($value, self::read($cache, 'x'));
            self::assertSame($value + 5, $cache->incr('x', 5));
            self::assertSame(['x' => $value + 5, 'y' => false], $cache->get_multiple(['x', 'y'], 'default', true));
            self::assertSame($value === 1, $cache->flush_group($value === 1 ? 'other' : 'default') && self::read($cache, 'x') !== 'a miss');
        }
    }

    /** @param list<string> $without */
    #[DataProvider('runs')]
    public function testNoValueIsWrong(string $kind, string $settings, array $without): void
    {
        self::assertCallsAreRight($kind, self::socket($kind), $settings, $without);
    }

    /** @param list<string> $without */
    private static function assertCallsAreRight(string $kind, string $socket, string $settings, array $without): void
    {
        $calls = \intdiv((int) (\getenv('BRINE_CALLS') !== false ? \getenv('BRINE_CALLS') : 10_000), \count(self::SETTINGS));
        $command = [
            \PHP_BINARY, '-n', '-d', 'error_log=/dev/stderr', ...Extensions::arguments($without), __DIR__ . '/calls.php',
            $kind, $socket, (string) $calls, (string) (int) \getenv('BRINE_SEED'), $settings === 'plain' ? '0' : '1', \json_encode(self::SETTINGS[$settings], \JSON_THROW_ON_ERROR),
        ];
        $process = \proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
        self::assertIsResource($process);
        $output = (string) \stream_get_contents($pipes[1]);
        self::assertSame(0, \proc_close($process), $output);
        self::assertSame(['calls' => $calls, 'wrong' => 0, 'first' => null, 'faults' => [null, null, null]], \json_decode($output, true), $output);
    }
}
