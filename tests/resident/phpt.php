<?php

/*
 * The tests of ext/tests with the option: a server of PHP runs each three times with it, so that what is decoded is seen, admitted and then found; and once
 * without it. The outputs are the same.
 *
 *     scripts/php.sh guard|release|asan tests/resident/phpt.php [WORD]      only the tests with the word in their path
 */

declare(strict_types=1);

namespace Brine\Tests\Resident\Phpt;

require __DIR__ . '/server/Servers.php';

/**
 * Skipped: slow tests, values too large to become resident, sessions and MessagePack, which other functions decode; ext/tests/resident and
 * ext/tests/dictionary, which set the option or need a server without dictionaries.
 */
const LEFT_OUT = [
    'honest_cycles_are_read', 'property_names_of_equal_hash_are_decoded', 'million_colliding_keys_are_decoded', 'many_strings_that_look_alike_are_encoded',
    // A kept value is not opened again.
    'open_inside_of_open_is_refused',
    // Once a process, and the server is one.
    'report_logs_each_class_once',
    // It loads a dictionary.
    'every_bit_of_a_frame_is_signed',
    // The memory that a request takes for a list, which a resident one does not.
    'lists_stay_packed',
    'million_levels_are_refused_by_the_encoder', 'million_levels_in_tables_are_refused', 'memory_of_each_construct', 'chains_of_back_references_are_refused',
];

final class PhptServer extends \Brine\Tests\Resident\Server\Server
{
    private string $address = '';

    protected function command(array $arguments): array
    {
        $socket = \stream_socket_server('tcp://127.0.0.1:0');
        $this->address = (string) \stream_socket_get_name($socket, false);
        \fclose($socket);

        return [PHP_BINARY, ...$arguments, '-S', $this->address, __DIR__ . '/phpt_router.php'];
    }

    protected function ask(string $query): string
    {
        $context = \stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 300]]);
        $answer = @\file_get_contents("http://$this->address/?$query", false, $context);

        return $answer === false ? 'no answer' : $answer;
    }
}

/** @return array<string, string> sections of a phpt by name */
function sections(string $file): array
{
    $parts = \preg_split('/^--([A-Z_]+)--\r?\n/m', (string) \file_get_contents($file), -1, \PREG_SPLIT_DELIM_CAPTURE);
    $sections = [];
    for ($i = 1; $i + 1 < \count($parts); $i += 2) {
        $sections[$parts[$i]] = $parts[$i + 1];
    }

    return $sections;
}

/** Calls the function that router.php declares instead, which adds the option or does not. */
function rewritten(string $code): string
{
    $code = (string) \preg_replace('/(?<![\w\\\\>:$\'"])\\\\?brine_unserialize(_signed)?(?=\s*\()/', '\resident_unserialize$1', $code);

    return (string) \preg_replace('/([\'"])brine_unserialize(_signed)?\1/', '$1resident_unserialize$2$1', $code);
}

/** Numbers of objects, and places of files. */
function comparable(string $output): string
{
    return (string) \preg_replace(['/#\d+/', '/0x[0-9a-f]{8,}/'], '#', $output);
}

/**
 * Copies the tests, rewritten.
 *
 * @return array<string, array<string, string>> by settings: file of the code by name of the test
 */
function prepare(string $from, string $to, string $word): array
{
    $groups = [];
    $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($from, \FilesystemIterator::SKIP_DOTS));
    foreach ($files as $file) {
        $name = \substr($file->getPathname(), \strlen($from) + 1);
        if (\preg_match('~^(?:capi|session|msgpack|resident|dictionary)/.*\.phpt$~', $name) === 1 || \in_array(\basename($name, '.phpt'), LEFT_OUT, true)) {
            continue;
        }
        @\mkdir(\dirname("$to/$name"), recursive: true);
        if ($file->getExtension() !== 'phpt') {
            $content = (string) \file_get_contents($file->getPathname());
            \file_put_contents("$to/$name", $file->getExtension() === 'inc' ? rewritten($content) : $content);
            continue;
        }
        $sections = sections($file->getPathname());
        $code = $sections['FILE'] ?? $sections['FILEEOF'] ?? '';
        $usable = \array_diff(\array_keys($sections), ['TEST', 'DESCRIPTION', 'SKIPIF', 'EXTENSIONS', 'INI', 'FILE', 'FILEEOF', 'EXPECT', 'EXPECTF', 'EXPECTREGEX', 'CLEAN', 'CREDITS']) === [];
        if (!$usable || !\str_contains($name, $word) || rewritten($code) === $code && !\str_contains($code, '.inc')) {
            continue;
        }
        \file_put_contents("$to/$name.php", rewritten($code));
        \file_put_contents("$to/$name.skip.php", $sections['SKIPIF'] ?? '');
        $settings = \implode("\n", \array_map(\trim(...), \explode("\n", \trim($sections['INI'] ?? ''))));
        $groups[$settings][$name] = "$to/$name";
    }
    \ksort($groups);

    return $groups;
}

/** @return array{string, bool} what differs, or '', and whether the test was skipped */
function tested(PhptServer $server, string $file): array
{
    $skip = $server->get('file=' . \urlencode("$file.skip.php"));
    if (\stripos(\ltrim($skip), 'skip') === 0) {
        return ['', true];
    }
    $outputs = [];
    foreach ([0, 1, 1, 1] as $resident) {
        $outputs[] = comparable($server->get("resident=$resident&file=" . \urlencode("$file.php")));
    }
    foreach ($outputs as $i => $output) {
        if ($output !== $outputs[0]) {
            $at = \strspn($output ^ $outputs[0], "\0");

            return ['at run ' . $i . ', byte ' . $at . ': ' . \substr($output, \max(0, $at - 200), 500) . "\ninstead of: " . \substr($outputs[0], \max(0, $at - 200), 500), false];
        }
    }

    return [\in_array($outputs[0], ['', 'no answer'], true) ? 'no answer' : '', false];
}

function remove(string $directory): void
{
    $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($directory, \FilesystemIterator::SKIP_DOTS), \RecursiveIteratorIterator::CHILD_FIRST);
    foreach ($files as $file) {
        $file->isDir() ? \rmdir($file->getPathname()) : \unlink($file->getPathname());
    }
    \rmdir($directory);
}

$directory = \sys_get_temp_dir() . '/brine-resident-phpt-' . \getmypid();
\mkdir($directory);
$passed = $failed = $skipped = $hits = $admitted = 0;
$start = static fn (string $settings): PhptServer => new PhptServer('phpt', $directory, ['memory_limit=1G', 'log_errors=0', 'fatal_error_backtraces=0', ...\array_filter(\explode("\n", $settings))]);
try {
    foreach (prepare(\dirname(__DIR__, 2) . '/ext/tests', "$directory/tests", $argv[1] ?? '') as $settings => $tests) {
        $server = $start($settings);
        foreach ($tests as $name => $file) {
            [$difference, $isSkipped] = tested($server, $file);
            if ($isSkipped) {
                ++$skipped;
            } elseif ($difference === '') {
                ++$passed;
            } else {
                ++$failed;
                echo "$name: $difference\n";
            }
            if (\str_contains($difference, 'no answer')) {
                echo \substr($server->log(), -2000), "\n";
                $server->stop();
                $server = $start($settings);
            }
        }
        $status = \json_decode($server->get('status=1'), true);
        $hits += $status['hits'] ?? 0;
        $admitted += $status['admitted'] ?? 0;
        $code = $server->stop();
        if ($code > 0 && $code !== 130 || \preg_match('/Sanitizer|runtime error/', $server->log()) === 1) {
            ++$failed;
            echo "the server ended with $code: ", \substr($server->log(), -4000), "\n";
        }
    }
} finally {
    remove($directory);
}
echo "$admitted admitted, $hits hits; $skipped tests are for another PHP\n";
if (!isset($argv[1]) && $hits < 100) {
    ++$failed;
    echo "hardly anything was resident\n";
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
