<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

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

    /** @param list<string> $without */
    #[DataProvider('runs')]
    public function testNoValueIsWrong(string $kind, string $settings, array $without): void
    {
        $calls = \intdiv((int) (\getenv('BRINE_CALLS') !== false ? \getenv('BRINE_CALLS') : 10_000), \count(self::SETTINGS));
        $command = [
            \PHP_BINARY, '-n', '-d', 'error_log=/dev/stderr', ...Extensions::arguments($without), __DIR__ . '/calls.php',
            $kind, self::socket($kind), (string) $calls, (string) (int) \getenv('BRINE_SEED'), $settings === 'plain' ? '0' : '1', \json_encode(self::SETTINGS[$settings], \JSON_THROW_ON_ERROR),
        ];
        $process = \proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
        self::assertIsResource($process);
        $output = (string) \stream_get_contents($pipes[1]);
        self::assertSame(0, \proc_close($process), $output);
        self::assertSame(['calls' => $calls, 'wrong' => 0, 'first' => null, 'faults' => [null, null, null]], \json_decode($output, true), $output);
    }
}
