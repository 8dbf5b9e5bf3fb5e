<?php

/*
 * Compares the tags of docs/format.md (section 3) with ext/src/format/format.h and src/Format/, including names in comments after numbers; the
 * kinds of columns (section 5) with src/Format/. Exit code 1 if any differs.
 */

declare(strict_types=1);

/**
 * @return array<string, array{int, int}> first and last byte of each tag, or kind of column, by name
 */
function tags_of_document(string $text, int $number = 3): array
{
    $section = explode("\n## ", explode("\n## $number. ", $text, 2)[1] ?? '', 2)[0];
    preg_match_all('/^\| `([0-9A-F]{2})`(?:–`([0-9A-F]{2})`)? \| ([A-Z0-9_]+) \|/mu', $section, $rows, PREG_SET_ORDER);
    $tags = [];
    foreach ($rows as [, $first, $last, $name]) {
        $tags[$name] = [hexdec($first), hexdec($last === '' ? $first : $last)];
    }

    return $tags;
}

/**
 * BRINE_TAG_<name> is the first byte of a tag, BRINE_TAG_<name>_LAST the last one of a range.
 *
 * @return array<string, array{int, int}>
 */
function tags_of_code(string $text): array
{
    preg_match_all('/^#define BRINE_TAG_(\w+?)(_LAST)? 0x([0-9A-F]{2})$/m', $text, $constants, PREG_SET_ORDER);
    $tags = [];
    foreach ($constants as [, $name, $isLast, $value]) {
        $tags[$name] = [$isLast === '' ? hexdec($value) : $tags[$name][0], hexdec($value)];
    }

    return $tags;
}

/** @param array{int, int}|null $range */
function describe(?array $range): string
{
    return $range === null ? 'not there' : vsprintf('%02X to %02X', $range);
}

/**
 * const <name> is the first byte of a tag, const <name>_LAST the last one of a range.
 *
 * @return array<string, array{int, int}>
 */
function tags_of_php(string $text): array
{
    preg_match_all('/^    public const (\w+?)(_LAST)? = 0x([0-9A-F]{2});$/m', $text, $constants, PREG_SET_ORDER);
    $tags = [];
    foreach ($constants as [, $name, $isLast, $value]) {
        $tags[$name] = [$isLast === '' ? hexdec($value) : $tags[$name][0], hexdec($value)];
    }

    return $tags;
}

/**
 * const <name>_BYTE is the first byte of a tag as a string.
 *
 * @param array<string, array{int, int}> $tags
 * @return iterable<string>
 */
function faults_of_bytes(string $text, array $tags): iterable
{
    preg_match_all('/^    public const (\w+)_BYTE = "\\\\x([0-9A-F]{2})";$/m', $text, $constants, PREG_SET_ORDER);
    foreach ($constants as [, $name, $value]) {
        if (($tags[$name][0] ?? -1) !== hexdec($value)) {
            yield "Tag::{$name}_BYTE is $value\n";
        }
    }
    if (count($constants) < 20) {
        yield "src/Format/Tag.php has few strings of tags\n";
    }
}

/**
 * A comment of names alone, as in "0xE8 => $this->list($at), // LIST": each of them has a number in the line. A string that begins with a tag has such a comment.
 *
 * @param array<string, array{int, int}> $tags
 * @return iterable<string>
 */
function faults_of_comments(string $file, array $tags): iterable
{
    foreach (file($file, FILE_IGNORE_NEW_LINES) as $i => $line) {
        $at = basename(dirname($file)) . '/' . basename($file) . ':' . $i + 1;
        if (preg_match('~ // ([A-Z0-9_]+(?:(?:, | to )[A-Z0-9_]+)*)$~', $line, $match) !== 1) {
            if (preg_match('~"\\\\x(?!C1)[2-9A-F][0-9A-F]~', $line) === 1 && !str_contains($line, ' // ')) {
                yield "$at: a tag without its name\n";
            }
            continue;
        }
        // A number in a comparison or computation may be the one before or after the tag.
        preg_match_all('/(0x|\\\\x)([0-9A-F]{2})\b(,| =>|:$)?/', preg_replace('~ // .*~', '', $line), $numbers, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
        foreach (preg_split('/, | to /', $match[1]) as $name) {
            [$first, $last] = $tags[$name] ?? [0x100, 0x100];
            $isThere = false;
            foreach ($numbers as [, $before, $digits, $behind]) {
                $by = $before === '0x' && $behind === null ? 1 : 0;
                $isThere = $isThere || hexdec($digits) >= $first - $by && hexdec($digits) <= $last + $by;
            }
            if (!$isThere) {
                yield "$at: no number of the line is $name\n";
            }
        }
    }
}

/**
 * @param array<string, array{int, int}> $documented
 * @param array<string, array{int, int}> $coded
 * @return iterable<string>
 */
function differences(array $documented, array $coded, string $file): iterable
{
    foreach (array_keys($documented + $coded) as $name) {
        if (($documented[$name] ?? null) !== ($coded[$name] ?? null)) {
            yield sprintf("%s: docs/format.md: %s; %s: %s\n", $name, describe($documented[$name] ?? null), $file, describe($coded[$name] ?? null));
        }
    }
}

$root = dirname(__DIR__);
$document = file_get_contents("$root/docs/format.md");
$documented = tags_of_document($document);
$kinds = tags_of_document($document, 5);
$header = 'ext/src/format/format.h';
$differences = $documented === [] || $kinds === [] ? ["docs/format.md has no tags in section 3, or no kinds in section 5\n"] : [];
array_push(
    $differences,
    ...differences($documented, tags_of_code(file_get_contents("$root/$header")), $header),
    ...differences($documented, tags_of_php(file_get_contents("$root/src/Format/Tag.php")), 'src/Format/Tag.php'),
    ...faults_of_bytes(file_get_contents("$root/src/Format/Tag.php"), $documented),
);
$flags = ['NULLS' => [0x40, 0x40], 'OTHERS' => [0x80, 0x80]];
array_push($differences, ...differences($kinds + $flags, tags_of_php(file_get_contents("$root/src/Format/ColumnKind.php")), 'src/Format/ColumnKind.php'));
foreach ([...glob("$root/src/Format/Encoder/*.php"), ...glob("$root/src/Format/Decoder/*.php")] as $file) {
    array_push($differences, ...faults_of_comments($file, str_contains($file, 'Column') ? $kinds : $documented));
}
echo implode($differences);
exit($differences === [] ? 0 : 1);
