<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use PHPUnit\Framework\TestCase;

/**
 * A deployment reaches one server after the other: some have the extension, some do not, some have only igbinary, and all share a store.
 * BRINE_SECONDS is the duration, 3 seconds by default.
 */
final class RollingTest extends TestCase
{
    private const SERVERS = [['igbinary', 'brine'], ['igbinary', 'brine'], ['igbinary'], ['igbinary'], [], []];

    public function testNoValueIsWrongAndNothingFails(): void
    {
        $seconds = \getenv('BRINE_SECONDS');
        $file = (string) \tempnam(\sys_get_temp_dir(), 'brine-drupal-');
        (new \PDO("sqlite:$file"))->exec('PRAGMA journal_mode = WAL; CREATE TABLE cache_default (cid TEXT PRIMARY KEY, data BLOB, serialized INTEGER)');
        $servers = [];
        $formats = [];
        foreach (self::SERVERS as $number => $extensions) {
            $servers[] = $this->start($extensions, $file, $seconds !== false ? $seconds : '3', (string) $number);
        }
        foreach ($servers as $number => [$process, $output]) {
            $printed = (string) \stream_get_contents($output);
            self::assertSame(0, \proc_close($process), $printed);
            $counts = \json_decode($printed, true, flags: \JSON_THROW_ON_ERROR);
            self::assertIsArray($counts);
            self::assertIsArray($counts['heads']);
            $formats += $counts['heads'];
            self::assertSame(0, $counts['wrong'], "server $number: $printed");
            self::assertGreaterThan(0, $counts['hits'], "server $number: $printed");
            self::assertGreaterThan(0, $counts['writes'], "server $number: $printed");
            if ($seconds !== false) {
                echo "server $number: $printed\n";
            }
        }
        foreach (["$file-wal", "$file-shm", $file] as $name) {
            @\unlink($name);
        }
        // Brine, its envelope, igbinary, zlib and native text were side by side.
        foreach (['C110', 'C118', '0000', '785E', '613A'] as $head) {
            self::assertArrayHasKey($head === '785E' && isset($formats['789C']) ? '789C' : $head, $formats);
        }
    }

    /**
     * @param list<string> $extensions
     * @return array{resource, resource} the process and what it prints
     */
    private function start(array $extensions, string $file, string $seconds, string $seed): array
    {
        $settings = ['-d', 'auto_prepend_file=' . \ini_get('auto_prepend_file'), '-d', 'extension=pdo', '-d', 'extension=pdo_sqlite'];
        foreach ($extensions as $extension) {
            \array_push($settings, '-d', 'extension=' . ($extension === 'brine' ? \getenv('BRINE_BUILD') . '/modules/brine.so' : $extension));
        }
        $command = [\PHP_BINARY, '-n', ...$settings, __DIR__ . '/rolling_worker.php', $file, $seconds, $seed];
        $process = \proc_open($command, [1 => ['pipe', 'w'], 2 => ['file', '/dev/stderr', 'w']], $pipes);

        return [$process !== false ? $process : throw new \RuntimeException('PHP cannot be run'), $pipes[1]];
    }
}
