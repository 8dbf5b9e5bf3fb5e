<?php

declare(strict_types=1);

/*
 * Runs inspect on many inputs in one process, and counts executed statements of Brine.
 *
 *     php packages/cli/tests/inspect.php < INPUTS     lines of "text" or "json", the bytes in base64, and a file with a dictionary, or nothing
 *
 * Prints per input: exit code, statements in thousands, bytes written, "plain" or "controls", and microseconds of CPU time.
 */

namespace Brine\Tests\Console;

use Brine\Console\Application;
use Symfony\Component\Console\Tester\ApplicationTester;

const STATEMENTS = 1000;
const FOLDERS = ['Brine\\Console\\' => 'packages/cli/src/Console/', 'Brine\\MessagePack\\' => 'packages/msgpack/src/', 'Brine\\' => 'src/'];

require __DIR__ . '/../../../vendor/autoload.php';
\spl_autoload_register(static function (string $class): void {
    foreach (FOLDERS as $prefix => $folder) {
        $file = \dirname(__DIR__, 3) . "/$folder" . \strtr(\substr($class, \strlen($prefix)), '\\', '/') . '.php';
        if (\str_starts_with($class, $prefix) && \is_file($file)) {
            $code = \substr((string) \file_get_contents($file), \strlen('<?php'));
            eval(\strtr($code, [
                'declare(strict_types=1);' => 'declare(strict_types=1, ticks=' . STATEMENTS . ');',
                '__DIR__' => \var_export(\dirname($file), true),
            ]));

            return;
        }
    }
}, prepend: true);

$work = 0;
\register_tick_function(static function () use (&$work): void {
    ++$work;
});
$time = static function (): int {
    $usage = \getrusage();
    $part = static fn (string $name): int => \is_array($usage) && \is_int($usage[$name] ?? null) ? $usage[$name] : 0;

    return 1_000_000 * ($part('ru_utime.tv_sec') + $part('ru_stime.tv_sec')) + $part('ru_utime.tv_usec') + $part('ru_stime.tv_usec');
};
$application = new Application();
$application->setAutoExit(false);
$file = (string) \tempnam(\sys_get_temp_dir(), 'brine-console-');
while (($line = \fgets(\STDIN)) !== false) {
    [$form, $bytes, $dictionary] = \explode(' ', \rtrim($line, "\n")) + ['', '', ''];
    \file_put_contents($file, \base64_decode($bytes, true));
    $arguments = ['command' => 'inspect', 'file' => $file] + ($form === 'json' ? ['--json' => true] : []) + ($dictionary === '' ? [] : ['--dictionary' => [$dictionary]]);
    $tester = new ApplicationTester($application);
    [$workBefore, $timeBefore] = [$work, $time()];
    $code = $tester->run($arguments, ['interactive' => false]);
    $text = $tester->getDisplay();
    echo "$code ", $work - $workBefore, ' ', \strlen($text), ' ', ConsoleTestCase::hasControls($text) ? 'controls' : 'plain', ' ', $time() - $timeBefore, "\n";
}
\unlink($file);
