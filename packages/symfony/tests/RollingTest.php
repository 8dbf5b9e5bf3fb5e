<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use PHPUnit\Framework\TestCase;

/** The roll-out of rolling.php, for a moment. */
final class RollingTest extends TestCase
{
    public function testServersInTheMiddleOfARollOut(): void
    {
        $process = \proc_open([\PHP_BINARY, '-n', '-d', 'auto_prepend_file=' . \ini_get('auto_prepend_file'), __DIR__ . '/rolling.php', '3'], [1 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        $output = (string) \stream_get_contents($pipes[1]);
        self::assertSame(0, \proc_close($process), $output);
        self::assertStringEndsWith("\n6 passed, 0 failed\n", $output);
    }
}
