<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

/** The examples of docs/command-line.md print what it says: "…" stands for anything, alone on a line for any lines. */
final class DocumentationTest extends ConsoleTestCase
{
    public function testExamples(): void
    {
        $directory = $this->directory();
        \mkdir("$directory/bin");
        $library = \escapeshellarg(\dirname(__DIR__) . '/bin/brine');
        \file_put_contents("$directory/bin/brine", "#!/bin/sh\nexec " . \escapeshellarg(\PHP_BINARY) . " $library \"\$@\"\n");
        \chmod("$directory/bin/brine", 0755);
        $text = (string) \file_get_contents(\dirname(__DIR__, 3) . '/docs/command-line.md');
        \preg_match_all('/^```console\n(.*?)^```/ms', $text, $blocks);
        $calls = (array) \preg_split('/^\$ /m', \implode('', $blocks[1]), -1, \PREG_SPLIT_NO_EMPTY);
        self::assertGreaterThan(15, \count($calls));
        foreach ($calls as $call) {
            [$command, $expected] = \explode("\n", (string) $call, 2);
            $output = self::shell($command, $directory);
            $pattern = \str_replace(["…\n", '…'], ["[^\n]*\n", '[^\n]*'], \str_replace("\n…\n", "\n(?s:.*)", \preg_quote("\n$expected", '/')));
            self::assertMatchesRegularExpression("/\\A$pattern\\z/u", "\n$output", $command);
        }
    }

    private static function shell(string $command, string $directory): string
    {
        $environment = ['PATH' => "$directory/bin:" . \getenv('PATH'), 'LC_ALL' => 'C.UTF-8', 'NO_COLOR' => '1', 'COLUMNS' => '120'] + \getenv();
        $process = \proc_open(['/bin/sh', '-c', "$command 2>&1"], [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes, $directory, $environment);
        \assert($process !== false);
        $output = (string) \stream_get_contents($pipes[1]);
        \proc_close($process);
        // A call that writes no line end gets one from the terminal.
        return $output === '' || \str_ends_with($output, "\n") ? $output : "$output\n";
    }
}
