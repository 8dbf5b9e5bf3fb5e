<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use Brine\Tests\Library\Loop\Loop;
use Brine\Tests\Library\Loop\Result;
use PHPUnit\Framework\Attributes\DataProvider;

/** Many requests in one process that never ends: memory is flat, and nothing of one request is in the next. */
final class LoopTest extends TestCase
{
    private const REQUESTS = 2 * Loop::WARM;

    /** @return iterable<string, array{string, array<string, mixed>}> */
    public static function cases(): iterable
    {
        foreach (Servers::KINDS as $kind) {
            yield $kind => [$kind, []];
        }
        yield 'a cache for each request' => ['phpredis', ['new' => true]];
        yield 'resident' => ['phpredis', ['BRINE_RESIDENT' => 'true']];
        yield 'signed' => ['phpredis', ['BRINE_SIGNING_KEY' => self::KEY]];
    }

    /** @param array<string, mixed> $settings */
    #[DataProvider('cases')]
    public function testMemoryIsFlatAndRequestsAreApart(string $kind, array $settings): void
    {
        $result = self::loop($kind, $settings);
        self::assertSame([], $result->faults());
        self::assertSame(self::REQUESTS, $result->requests);
    }

    public function testALeakIsNoticed(): void
    {
        self::assertStringContainsString('memory grew', self::loop('phpredis', [], 'array')->faults()[0] ?? '');
        self::assertStringContainsString('error handlers', self::loop('phpredis', [], 'error handler')->faults()[0] ?? '');
    }

    /** @param array<string, mixed> $settings */
    private static function loop(string $kind, array $settings, string $leak = ''): Result
    {
        return Result::of([
            ...Extensions::arguments(\extension_loaded('brine') ? [] : ['brine']), __DIR__ . '/loop.php', $kind, self::socket($kind),
            \json_encode($settings, \JSON_FORCE_OBJECT | \JSON_THROW_ON_ERROR), (string) self::REQUESTS, $leak,
        ]);
    }
}
