<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Runs scripts as other hosts would: in a process of its own, with settings of its own. */
trait RunsPhp
{
    /**
     * @param list<string> $settings   for the option -d
     * @param list<string> $extensions those that are loaded, unless PHP has them built in; "brine" is the one under test
     * @return string what it prints
     */
    private static function runPhp(string $script, array $settings, array $extensions, string ...$arguments): string
    {
        // Sanitizers have one.
        $settings[] = 'auto_prepend_file=' . \ini_get('auto_prepend_file');
        foreach ($extensions as $extension) {
            $settings[] = 'extension=' . ($extension === 'brine' ? \getenv('BRINE_BUILD') . '/modules/brine.so' : $extension);
        }
        $settings = \array_map(static fn (string $setting): string => "-d$setting", $settings);
        $command = [\PHP_BINARY, '-n', ...$settings, __DIR__ . "/$script", ...\array_values($arguments)];
        $process = \proc_open($command, [1 => ['pipe', 'w']], $pipes);
        if ($process === false) {
            throw new \RuntimeException('PHP cannot be run');
        }
        $output = (string) \stream_get_contents($pipes[1]);
        $status = \proc_close($process);

        return $status === 0 ? $output : "$output (PHP has ended with the status $status)";
    }
}
