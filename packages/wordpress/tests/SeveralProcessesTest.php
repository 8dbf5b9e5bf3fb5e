<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use PHPUnit\Framework\Attributes\DataProvider;

/** Processes that share a server at the same time. */
final class SeveralProcessesTest extends TestCase
{
    private const PROCESSES = 4;
    private const TIMES = 250;

    /** @return iterable<string, array{string, array<string, mixed>}> */
    public static function runs(): iterable
    {
        foreach (Servers::KINDS as $kind) {
            yield $kind => [$kind, []];
            yield "$kind, signed" => [$kind, ['BRINE_SIGNING_KEY' => self::KEY]];
        }
    }

    /** A child has the socket of its parent, and must not take the replies that are for others. */
    #[DataProvider('kinds')]
    public function testAForkHasAConnectionOfItsOwn(string $kind): void
    {
        $cache = self::cache($kind);
        $cache->flush();
        $keys = \range(1, self::TIMES);
        $cache->set_multiple(\array_combine($keys, $keys), 'g');
        $code = static function (int $number) use ($cache, $keys): int {
            $wrong = 0;
            foreach ($keys as $key) {
                $wrong += $cache->get($key, 'g', true) === $key ? 0 : 1;
                $wrong += $cache->set("of $number", $key, 'g') && $cache->get("of $number", 'g', true) === $key ? 0 : 1;
            }

            return $wrong + ($cache->fault() === null ? 0 : 1);
        };
        $children = [];
        for ($i = 0; $i < self::PROCESSES; ++$i) {
            $child = \pcntl_fork();
            if ($child === 0) {
                // Ends without PHPUnit's shutdown functions.
                $wrong = $code($i);
                \posix_kill(\posix_getpid(), $wrong === 0 ? \SIGUSR1 : \SIGUSR2);
            }
            $children[] = $child;
        }
        self::assertSame(0, $code(self::PROCESSES));
        foreach ($children as $child) {
            \pcntl_waitpid($child, $status);
            self::assertIsInt($status);
            self::assertSame(\SIGUSR1, \pcntl_wtermsig($status));
        }
        self::assertSame(self::TIMES, $cache->get('of 0', 'g', true));
        self::assertNull($cache->fault());
    }

    /** @param array<string, mixed> $settings */
    #[DataProvider('runs')]
    public function testNoCountIsLostAndOneAddWins(string $kind, array $settings): void
    {
        $cache = self::cache($kind, $settings);
        $cache->flush();
        $cache->set('count', 5, 'g', 1000);
        $code = \sprintf(
            <<<'PHP'
                require %s;
                $cache = new Brine\WordPress\ObjectCache(new Brine\WordPress\Settings(json_decode(%s, true)), false, 1, 'wp_');
                fgets(STDIN);
                for ($i = 0, $won = 0; $i < %d; ++$i) {
                    $cache->incr('count', 3, 'g');
                    $cache->decr('count', 1, 'g');
                    $won += $cache->add("lock $i", getmypid(), 'g') ? 1 : 0;
                }
                echo $won;
                PHP,
            \var_export(__DIR__ . '/bootstrap.php', true),
            \var_export(\json_encode($settings + Servers::settings($kind, self::socket($kind)) + ['WP_REDIS_PREFIX' => 'site:']), true),
            self::TIMES,
        );
        $processes = [];
        for ($i = 0; $i < self::PROCESSES; ++$i) {
            // Every second one is without the extension.
            $command = [\PHP_BINARY, '-n', '-d', 'error_log=/dev/stderr', ...Extensions::arguments($i % 2 === 1 ? ['brine'] : []), '-r', $code];
            $process = \proc_open($command, [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
            self::assertIsResource($process);
            $processes[] = [$process, $pipes[0], $pipes[1]];
        }
        foreach ($processes as [, $input]) {
            \fwrite($input, "\n");
        }
        $won = [];
        foreach ($processes as [$process, , $output]) {
            $won[] = $text = (string) \stream_get_contents($output);
            self::assertSame(0, \proc_close($process), $text);
            self::assertMatchesRegularExpression('/\A\d+\z/', $text);
        }
        self::assertSame(self::TIMES, \array_sum(\array_map(\intval(...), $won)));
        self::assertSame(5 + 2 * self::PROCESSES * self::TIMES, self::read(self::cache($kind, $settings), 'count', 'g'));
        if ($kind !== 'memcached') {
            self::assertGreaterThan(0, self::redis()->ttl('site:wp:g:count'));
        }
    }

    public function testResidentValues(): void
    {
        if (!\extension_loaded('brine')) {
            self::markTestSkipped('Only the extension keeps values');
        }
        $settings = ['BRINE_RESIDENT' => 'true'];
        self::cache(settings: $settings)->set('x', \range(1, 100));
        /** @var array{hits: int} $before */
        $before = \brine_resident_status();
        for ($i = 0; $i < 5; ++$i) {
            self::assertSame(\range(1, 100), self::read(self::cache(settings: $settings), 'x'));
        }
        self::assertSame($before['hits'] + 3, \brine_resident_status()['hits']);
    }
}
