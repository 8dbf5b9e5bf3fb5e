<?php

declare(strict_types=1);

/*
 * Checks the extension's #include lines against the order of rooms, that order against the table in docs/internals/design.md, and the length of
 * functions and files. Also lists circular includes, and includes that are no path from ext/src.
 *
 * usage: php scripts/check-rooms.php [DIRECTORY]
 */

/* The rooms that each room's files may include, besides their own; "globals", "error" and "options" are single files of the root. */
const ROOMS = [
    'globals' => [],
    'core' => ['globals'],
    'error' => [],
    'options' => ['globals', 'core'],
    'format' => ['globals', 'core'],
    'column' => ['core', 'error', 'format'],
    'encode' => ['globals', 'core', 'error', 'format', 'column'],
    'decode' => ['globals', 'core', 'error', 'options', 'format', 'column'],
    'sign' => ['globals', 'core', 'format'],
    'resident' => ['globals', 'core', 'error', 'options', 'format', 'decode'],
    'dictionary' => ['globals', 'core', 'error', 'options', 'format', 'decode', 'sign', 'resident'],
    'msgpack' => ['globals', 'core', 'error', 'options'],
    'igbinary' => ['globals', 'core', 'error', 'options', 'format', 'encode', 'decode'],
    'php' => ['globals', 'core', 'error', 'options', 'format', 'encode', 'decode', 'sign', 'resident', 'dictionary', 'msgpack', 'igbinary'],
];

/* Files, each with its header, that may include one another: values that nest, and a dictionary with its index. */
const CIRCLES = [
    ['decode/array', 'decode/class', 'decode/dictionary', 'decode/keys', 'decode/layout', 'decode/object', 'decode/property', 'decode/value'],
    ['format/dictionary', 'format/dictionary_index'],
];

const LONGEST_FUNCTION = 60;
const LONGEST_FILE = 600;

/** @return array<string, list<string>> the same as ROOMS, from the table of a page: "all above but" counts the rows so far */
function rooms_of_page(string $page): array
{
    $section = explode("\n### ", explode("\n### Rooms of the extension\n", $page)[1] ?? '')[0];
    preg_match_all('/^\| `(\w+)[^|]*\|[^|]*\|([^|]*)\|$/m', $section, $rows, PREG_SET_ORDER);
    $rooms = [];
    foreach ($rows as [, $room, $included]) {
        preg_match_all('/`(\w+)/', $included, $names);
        $rooms[$room] = str_contains($included, 'all above') ? array_values(array_diff(array_keys($rooms), $names[1])) : $names[1];
    }

    return $rooms;
}

/**
 * @param array<string, list<string>> $rooms
 * @return list<string> problems
 */
function compare_rooms(array $rooms): array
{
    if (array_keys($rooms) !== array_keys(ROOMS)) {
        return ['docs/internals/design.md names the rooms ' . implode(', ', array_keys($rooms)) . '; scripts/check-rooms.php: ' . implode(', ', array_keys(ROOMS))];
    }
    $problems = [];
    foreach (ROOMS as $room => $included) {
        if ($rooms[$room] !== $included) {
            $problems[] = "docs/internals/design.md: $room/ includes " . implode(', ', $rooms[$room]) . '; scripts/check-rooms.php: ' . implode(', ', $included);
        }
    }

    return $problems;
}

/** The room that a file belongs to, by its path from ext/src. */
function room(string $path): string
{
    return str_contains($path, '/') ? explode('/', $path)[0] : explode('.', $path)[0];
}

/**
 * @param array<string, string> $sources by path from ext/src
 * @return array<string, list<string>> the project's files that each file includes
 */
function included(array $sources): array
{
    $included = [];
    foreach ($sources as $path => $source) {
        preg_match_all('/^#include "([^"]+)"/m', $source, $match);
        $included[$path] = array_values(array_filter(
            $match[1],
            static fn (string $name) => isset($sources[$name]) || isset($sources[dirname($path) . "/$name"]),
        ));
    }

    return $included;
}

/** @param array<string, string> $sources */
function check_include(array $sources, string $path, string $name): ?string
{
    if (!isset($sources[$name])) {
        return "ext/src/$path includes \"$name\", which is no path from ext/src";
    }
    $from = room($path);
    $to = room($name);
    if (isset($sources[dirname($path) . "/$name"]) && dirname($path) !== '.') {
        return "ext/src/$path: \"$name\" is a file of its own room, too";
    }
    if ($from !== $to && !in_array($to, ROOMS[$from] ?? [], true)) {
        return "ext/src/$path includes \"$name\": $from/ must not know $to/";
    }

    return null;
}

/**
 * Follows the includes of headers.
 *
 * @param array<string, list<string>> $included
 * @param list<string> $way headers so far, from the first one
 * @return list<string> circles
 */
function circles(array $included, array $way): array
{
    $found = [];
    foreach ($included[$way[count($way) - 1]] ?? [] as $next) {
        $at = array_search($next, $way, true);
        if ($at === false) {
            $found = [...$found, ...circles($included, [...$way, $next])];
        } elseif ($at === 0) {
            $found[] = 'circle: ' . implode(' > ', [...$way, $next]);
        }
    }

    return $found;
}

/**
 * @param array<string, list<string>> $included
 * @return array<string, list<string>> the files that each file reaches by its includes and those of its header, all without extension
 */
function reached(array $included): array
{
    $next = [];
    foreach ($included as $path => $names) {
        $file = substr($path, 0, -2);
        $next[$file] = [...$next[$file] ?? [], ...array_map(static fn (string $name) => substr($name, 0, -2), $names)];
    }
    $reached = [];
    foreach (array_keys($next) as $file) {
        $found = [];
        $open = $next[$file];
        while ($open !== []) {
            $name = array_pop($open);
            if (!isset($found[$name])) {
                $found[$name] = true;
                array_push($open, ...$next[$name] ?? []);
            }
        }
        unset($found[$file]);
        $reached[$file] = array_keys($found);
    }

    return $reached;
}

/**
 * @param array<string, list<string>> $reached
 * @return iterable<string> pairs of files that include each other, directly or through other files, without permission
 */
function circles_of_files(array $reached): iterable
{
    foreach ($reached as $file => $others) {
        foreach ($others as $other) {
            $isAllowed = array_filter(CIRCLES, static fn (array $circle) => array_diff([$file, $other], $circle) === []) !== [];
            if ($file < $other && !$isAllowed && in_array($file, $reached[$other] ?? [], true)) {
                yield "circle of files: $file and $other";
            }
        }
    }
}

/** @return iterable<string> functions that are too long, each with its file and first line; clang-format puts their braces at the line's beginning */
function long_functions(string $path, string $source): iterable
{
    $name = '';
    $start = 0;
    foreach (explode("\n", $source) as $i => $line) {
        if (preg_match('/^[a-zA-Z_].*?(\w+)\(/', $line, $match)) {
            $name = $match[1];
            $start = $i + 1;
        } elseif ($line === '}' && $i + 2 - $start > LONGEST_FUNCTION) {
            yield sprintf('%s:%d: %s() has %d lines', $path, $start, $name, $i + 2 - $start);
        }
    }
}

$directory = $argv[1] ?? dirname(__DIR__) . '/ext/src';
$sources = [];
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($directory, FilesystemIterator::SKIP_DOTS));
foreach ($files as $file) {
    if (in_array($file->getExtension(), ['c', 'h'], true)) {
        $sources[substr($file->getPathname(), strlen($directory) + 1)] = (string) file_get_contents($file->getPathname());
    }
}
ksort($sources);
$included = included($sources);
$problems = compare_rooms(rooms_of_page((string) file_get_contents(dirname(__DIR__) . '/docs/internals/design.md')));
foreach ($sources as $path => $source) {
    if (!isset(ROOMS[room($path)])) {
        $problems[] = "ext/src/$path is in no room";
    }
    foreach ($included[$path] as $name) {
        $problems[] = check_include($sources, $path, $name);
    }
    $problems = [...$problems, ...long_functions("ext/src/$path", $source)];
    $lines = substr_count($source, "\n");
    if ($lines > LONGEST_FILE) {
        $problems[] = "ext/src/$path has $lines lines";
    }
    if (str_ends_with($path, '.h')) {
        $problems = [...$problems, ...circles($included, [$path])];
    }
}
$problems = [...$problems, ...circles_of_files(reached($included))];
$problems = array_unique(array_filter($problems));
echo $problems ? implode("\n", $problems) . "\n" : '';
exit($problems ? 1 : 0);
