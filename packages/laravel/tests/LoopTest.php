<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\Tests\Library\Loop\Loop;
use Brine\Tests\Library\Loop\Result;
use PHPUnit\Framework\Attributes\DataProvider;

/** Many requests in one process, as Octane runs them: memory is flat, and nothing of one request is in the next. */
final class LoopTest extends TestCase
{
    private const REQUESTS = 2 * Loop::WARM;

    /** @return iterable<string, array{string, array<string, mixed>}> */
    public static function cases(): iterable
    {
        foreach (Host::KINDS as $kind) {
            yield $kind => [$kind, []];
        }
        yield 'resident' => ['phpredis', ['brine.resident' => true]];
        yield 'signed and compressed' => ['phpredis', ['brine.keys' => 'secret of a test', 'brine.compression' => 'zlib', 'brine.compression_min_bytes' => 1]];
    }

    /** @param array<string, mixed> $config */
    #[DataProvider('cases')]
    public function testMemoryIsFlatAndRequestsAreApart(string $kind, array $config): void
    {
        $result = $this->loop($kind, $config);
        self::assertSame([], $result->faults());
        self::assertSame(self::REQUESTS, $result->requests);
    }

    public function testALeakIsNoticed(): void
    {
        self::assertStringContainsString('memory grew', $this->loop('phpredis', [], 'array')->faults()[0] ?? '');
        self::assertStringContainsString('error handlers', $this->loop('phpredis', [], 'error handler')->faults()[0] ?? '');
    }

    /** @param array<string, mixed> $config */
    private function loop(string $kind, array $config, string $leak = ''): Result
    {
        // Makes the database.
        $this->app($kind, $config);

        return Result::of([
            ...Extensions::arguments(), __DIR__ . '/loop.php', $kind, "$this->directory/app", \json_encode($this->servers(), \JSON_THROW_ON_ERROR),
            \json_encode($config, \JSON_FORCE_OBJECT | \JSON_THROW_ON_ERROR), (string) self::REQUESTS, $leak,
        ]);
    }
}
