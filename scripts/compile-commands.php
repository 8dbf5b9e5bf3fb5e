<?php

declare(strict_types=1);

/*
 * Writes build/compile_commands.json, by which clangd knows how the sources are compiled. They are compiled as copies: paths to these lead to the
 * sources, except for what configure has made.
 *
 * usage: php scripts/compile-commands.php [BUILD=SOURCE]...     two directories: where make compiles, and where the files come from
 */

/** @return list<array{directory: string, file: string, arguments: list<string>}> */
function commands(string $build, string $source): array
{
    $commands = [];
    foreach (explode("\n", (string) shell_exec('make -nB -C ' . escapeshellarg($build) . ' 2>/dev/null')) as $line) {
        if (preg_match('~ -c ' . preg_quote($build, '~') . '/(\S+\.c) ~', $line, $match) !== 1) {
            continue;
        }
        preg_match_all('/ (-[DI]\S+)/', $line, $options);
        $arguments = ['cc', "-I$source", "-I$source/src", ...array_values(array_diff($options[1], ['-I.'])), '-Wall', '-Wextra', '-c', "$source/$match[1]"];
        $commands[] = ['directory' => $source, 'file' => "$source/$match[1]", 'arguments' => $arguments];
    }

    return $commands;
}

$commands = [];
foreach (array_slice($argv, 1) as $pair) {
    [$build, $source] = explode('=', $pair);
    array_push($commands, ...commands($build, $source));
}
// The fuzz targets see the extension's headers.
$root = dirname(__DIR__);
foreach ([...(array) glob("$root/fuzz/*.c"), ...(array) glob("$root/fuzz/mutator/*.c")] as $file) {
    isset($commands[0]) && $commands[] = ['file' => $file, 'arguments' => [...array_slice($commands[0]['arguments'], 0, -1), '-DFUZZ_TARGET=""', $file]] + $commands[0];
}
$json = json_encode($commands, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
file_put_contents("$root/build/compile_commands.json", "$json\n");
