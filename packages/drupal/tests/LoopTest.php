<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Brine\Tests\Library\Loop\Loop;
use Brine\Tests\Library\Loop\Result;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Many requests in one process that never ends: memory is flat, and nothing of one request is in the next. */
final class LoopTest extends TestCase
{
    private const REQUESTS = 3 * Loop::WARM;

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function settings(): iterable
    {
        yield 'plain' => [[]];
        yield 'resident' => [['resident_bins' => ['config', 'default']]];
        yield 'signed and compressed' => [['sign_keys' => 'a secret of a test', 'compress' => ['min_bytes' => 1]]];
        yield 'native text' => [['write' => 'native']];
    }

    /** @param array<string, mixed> $settings */
    #[DataProvider('settings')]
    public function testMemoryIsFlatAndRequestsAreApart(array $settings): void
    {
        $result = self::loop($settings);
        self::assertSame([], $result->faults());
        self::assertSame(self::REQUESTS, $result->requests);
    }

    public function testALeakIsNoticed(): void
    {
        self::assertStringContainsString('memory grew', self::loop([], 'array')->faults()[0] ?? '');
        self::assertStringContainsString('error handlers', self::loop([], 'error handler')->faults()[0] ?? '');
    }

    /** @param array<string, mixed> $settings */
    private static function loop(array $settings, string $leak = ''): Result
    {
        return Result::of([
            '-d', 'memory_limit=512M', '-d', 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so', '-d', 'extension=pdo', '-d', 'extension=pdo_sqlite',
            __DIR__ . '/loop.php', \json_encode($settings, \JSON_THROW_ON_ERROR), (string) self::REQUESTS, $leak,
        ]);
    }
}
