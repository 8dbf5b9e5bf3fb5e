<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\Tests\Library\Loop\Loop;
use Brine\Tests\Library\Loop\Result;
use PHPUnit\Framework\Attributes\DataProvider;

/** Many messages in one process, as Messenger's worker handles them: memory is flat, and nothing of one is in the next. */
final class LoopTest extends PoolTestCase
{
    private const REQUESTS = 2 * Loop::WARM;
    private const EXTENSIONS = [
        'ctype', 'dom', 'iconv', 'igbinary', 'mbstring', 'msgpack', 'pdo', 'pdo_sqlite', 'posix', 'redis', 'memcached', 'apcu', 'tokenizer', 'xml',
    ];

    /** @return iterable<string, array{array<string, mixed>, bool}> */
    public static function cases(): iterable
    {
        yield 'plain' => [[], false];
        yield 'in debug mode' => [[], true];
        yield 'resident' => [['resident' => ['pools' => ['app.redis', 'app.memcached']]], false];
        yield 'signed and compressed' => [['sign' => ['keys' => ['a secret of a test']], 'compress' => ['min_bytes' => 1]], false];
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('cases')]
    public function testMemoryIsFlatAndMessagesAreApart(array $brine, bool $debug): void
    {
        $result = $this->loop($brine, $debug);
        self::assertSame([], $result->faults());
        self::assertSame(self::REQUESTS, $result->requests);
    }

    public function testALeakIsNoticed(): void
    {
        self::assertStringContainsString('memory grew', $this->loop([], false, 'array')->faults()[0] ?? '');
        self::assertStringContainsString('error handlers', $this->loop([], false, 'error handler')->faults()[0] ?? '');
    }

    /** @param array<string, mixed> $brine */
    private function loop(array $brine, bool $debug, string $leak = ''): Result
    {
        $arguments = ['-d', 'memory_limit=512M', '-d', 'apc.enable_cli=1', '-d', 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so'];
        foreach (self::EXTENSIONS as $extension) {
            if (\is_file(\ini_get('extension_dir') . "/$extension.so")) {
                \array_push($arguments, '-d', "extension=$extension");
            }
        }
        // A directory of its own: the container names the servers of its process.
        $directory = self::$directory . '/loop-' . \bin2hex(\random_bytes(4));
        \mkdir($directory);

        return Result::of([...$arguments, __DIR__ . '/loop.php', $directory, \json_encode($brine, \JSON_THROW_ON_ERROR), $debug ? '1' : '0', (string) self::REQUESTS, $leak]);
    }
}
