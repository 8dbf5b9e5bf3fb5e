<?php

declare(strict_types=1);

/*
 * Counts the instructions of parts of a program. The program calls sys_get_temp_dir() between its parts, which does little else; callgrind begins a new part there.
 */

namespace Brine\Bench;

use RuntimeException;

require_once __DIR__ . '/../../../tests/bootstrap.php';

/** Functions with which the engine allocates and frees. Functions without a symbol in PHP's binary count as the engine. */
const MEMORY = '/^(_?e?(malloc|free|realloc|calloc)|_e|_safe_|zend_mm_|rc_dtor|zval_ptr_dtor|zval_add_ref|zend_array_destroy|zend_objects_store_del|zend_object_std_dtor|zend_objects_destroy|gc_possible)/';

/**
 * Runs a program under callgrind.
 *
 * @param  list<string> $extensions
 * @param  list<string> $arguments  script and its arguments
 * @param  string       $output     prefix of the parts' files, which end in ".1", ".2" and remain for callgrind_annotate
 * @param  list<string> $options    of callgrind
 * @return non-empty-list<string> the files of the parts between calls of sys_get_temp_dir()
 */
function parts(array $extensions, array $arguments, string $output, array $options = []): array
{
    \array_map(unlink(...), \array_filter([$output, ...(\glob("$output.*") ?: [])], is_file(...)));
    Builds::run([
        'valgrind', '--quiet', '--tool=callgrind', '--dump-before=php_get_temporary_directory', '--compress-strings=no', "--callgrind-out-file=$output", "--log-file=$output.log", ...$options,
        ...Builds::php($extensions, $arguments),
    ]);
    $files = [];
    for ($part = 2; \is_file("$output.$part"); ++$part) {
        $files[] = "$output.$part";
    }

    return $files !== [] ? $files : throw new RuntimeException("$arguments[0] has called sys_get_temp_dir() less than twice, or this PHP does not show its name");
}

/**
 * @param  list<string> $extensions
 * @param  list<string> $arguments
 * @return non-empty-list<array{engine: int, memory: int, libc: int, brine: int}> instructions of each part, by component
 */
function instructions(array $extensions, array $arguments, string $output): array
{
    return \array_map(part(...), parts($extensions, $arguments, $output));
}

/** @return array{engine: int, memory: int, libc: int, brine: int} */
function part(string $file): array
{
    $sums = ['engine' => 0, 'memory' => 0, 'libc' => 0, 'brine' => 0];
    $object = $who = '';
    $isOfCall = false;
    foreach (\file($file, \FILE_IGNORE_NEW_LINES) ?: throw new RuntimeException("$file cannot be read") as $line) {
        if (\str_starts_with($line, 'ob=')) {
            $object = \basename($line);
        } elseif (\str_starts_with($line, 'fn=')) {
            $who = match (true) {
                \str_starts_with($object, 'libc') => 'libc',
                $object === 'brine.so' => 'brine',
                default => \preg_match(MEMORY, \substr($line, 3)) === 1 ? 'memory' : 'engine',
            };
        } elseif (\str_starts_with($line, 'calls=')) {
            // The next line has the called function's cost, which is counted at that function.
            $isOfCall = true;
        } elseif (\preg_match('/^[+*-]?\d* (\d+)$/', $line, $match) === 1) {
            $sums[$who] += $isOfCall ? 0 : (int) $match[1];
            $isOfCall = false;
        }
    }

    return $sums;
}

/**
 * The instructions of a call, from a part with few calls and one with more.
 *
 * @param  array{engine: int, memory: int, libc: int, brine: int} $few
 * @param  array{engine: int, memory: int, libc: int, brine: int} $more
 * @return array{engine: float, memory: float, libc: float, brine: float}
 */
function per_call(array $few, array $more, int $calls): array
{
    return \array_map(static fn (int $a, int $b): float => ($b - $a) / $calls, $few, $more);
}

/** @param list<list<string>> $rows of Markdown's tables, the heading first; columns of figures are aligned right */
function markdown(array $rows): string
{
    $lines = \array_map(static fn (array $row): string => '| ' . \implode(' | ', $row) . " |\n", $rows);
    \array_splice($lines, 1, 0, ['|---' . \str_repeat('|--:', \count($rows[0]) - 1) . "|\n"]);

    return \implode('', $lines);
}
