<?php

/*
 * Parses every vector with the parser that Kaitai Struct generates from docs/brine.ksy: it must find the vector's tags at their offsets, reach
 * the end of valid payloads, and reject broken structure.
 *
 *     scripts/php.sh release tests/format/vectors/described/check.php
 */

declare(strict_types=1);

namespace Brine\Tests\Vectors;

require __DIR__ . '/../Vector.php';

/** Reasons of the invalid vectors that the parser must refuse. */
const REFUSED = ['not_brine', 'version', 'flags', 'signed', 'trailing_bytes'];

/** The npm packages that must be installed. */
const PACKAGES = ['kaitai-struct-compiler', 'kaitai-struct', 'yaml'];

/**
 * The tags, or kinds of columns, of a table of docs/format.md.
 *
 * @return array<string, array{int, int}> first and last byte by name
 */
function bytesOf(string $section): array
{
    $document = file_get_contents(__DIR__ . '/../../../../docs/format.md');
    $text = explode("\n### ", explode("\n### $section ", $document)[1])[0];
    preg_match_all('/^\| `([0-9A-F]{2})`(?:–`([0-9A-F]{2})`)? \| ([A-Z0-9_]+) \| /mu', $text, $rows, PREG_SET_ORDER);

    return array_combine(
        array_column($rows, 3),
        array_map(static fn (array $row): array => [hexdec($row[1]), hexdec($row[2] === '' ? $row[1] : $row[2])], $rows),
    );
}

/**
 * The contents of a vector's lines.
 *
 * @return list<array{int, int, string|null, list<string>}> where a line begins and ends, the tag, or the kind of a column, that it begins with,
 *     and all that it names
 */
function stated(Vector $vector): array
{
    static $tags, $kinds;
    $tags ??= bytesOf('3.1');
    $kinds ??= bytesOf('5.1');
    $stated = [];
    $offset = 0;
    foreach ($vector->lines() as [$bytes, $times, $comment]) {
        preg_match_all('/\b[A-Z][A-Z0-9_]+\b/', preg_replace('/".*"/', '', $comment), $match);
        $named = array_intersect($match[0], array_keys($tags + $kinds));
        $first = $named[0] ?? '';
        $byte = ord($bytes);
        $item = match (true) {
            isset($tags[$first]) && $byte >= $tags[$first][0] && $byte <= $tags[$first][1] => $first,
            isset($kinds[$first]) && ($byte & 0x3F) >= $kinds[$first][0] && ($byte & 0x3F) <= $kinds[$first][1] => "column $first",
            default => null,
        };
        $names = array_merge(array_values($named), preg_filter('/^/', 'column ', array_values($named)));
        // Of a line that stands there many times, each begins with its item.
        $lines = $item === null ? 1 : $times;
        $size = strlen($bytes) * $times / $lines;
        for ($i = 0; $i < $lines; ++$i, $offset += $size) {
            $stated[] = [$offset, $offset + $size, $item, $names];
        }
    }

    return $stated;
}

// Where scripts/setup.sh puts it.
$directory = \dirname(__DIR__, 4) . '/build/npm';
exec('node --version 2>&1', $output, $status);
if ($status !== 0 || array_filter(PACKAGES, static fn (string $package): bool => !is_dir("$directory/node_modules/$package")) !== []) {
    echo 'skipped: there is no node, or no ', implode(' and ', PACKAGES), " in build/npm\n";
    exit(0);
}
$lines = '';
foreach (Vector::all(__DIR__ . '/..') as $vector) {
    if ($vector->isValid() || in_array($vector->reason, REFUSED, true)) {
        $lines .= json_encode([
            'name' => $vector->name,
            'payload' => base64_encode($vector->payload()),
            'stated' => $vector->isValid() ? stated($vector) : null,
        ], JSON_THROW_ON_ERROR) . "\n";
    }
}
$process = proc_open(
    ['node', __DIR__ . '/check.mjs', __DIR__ . '/kaitai.mjs', $directory],
    [['pipe', 'r'], STDOUT, STDERR],
    $pipes,
);
fwrite($pipes[0], $lines);
fclose($pipes[0]);
exit(proc_close($process));
