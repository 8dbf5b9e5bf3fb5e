<?php

/*
 * Compares the tags that docs/format.md defines (the table of section 3) with those of the C code (ext/src/format.h) and of the
 * reference decoder. Prints each difference; the exit code is 1 if there is any.
 */

declare(strict_types=1);

/**
 * @return array<string, array{int, int}> first and last byte of each tag, by name
 */
function tags_of_document(string $text): array
{
    $section = preg_split('/^## /m', $text)[3];
    preg_match_all('/^\| `([0-9A-F]{2})`(?:–`([0-9A-F]{2})`)? \| ([A-Z0-9_]+) \|/mu', $section, $rows, PREG_SET_ORDER);
    $tags = [];
    foreach ($rows as [, $first, $last, $name]) {
        $tags[$name] = [hexdec($first), hexdec($last === '' ? $first : $last)];
    }

    return $tags;
}

/**
 * A constant named `<prefix><tag>` holds the first byte of a tag, `<prefix><tag>_LAST` the last one of a range.
 *
 * @return array<string, array{int, int}>
 */
function tags_of_code(string $text, string $prefix): array
{
    preg_match_all('/\b' . $prefix . '([A-Z0-9_]+?)(_LAST)?\s*=?\s*0x([0-9A-Fa-f]{2})\b/', $text, $constants, PREG_SET_ORDER);
    $tags = [];
    foreach ($constants as [, $name, $isLast, $value]) {
        if ($isLast === '') {
            $tags[$name] = [hexdec($value), hexdec($value)];
        } else {
            $tags[$name][1] = hexdec($value);
        }
    }

    return $tags;
}

/** @param array{int, int}|null $range */
function describe(?array $range): string
{
    return $range === null ? 'not there' : vsprintf('%02X to %02X', $range);
}

$root = dirname(__DIR__);
$expected = tags_of_document(file_get_contents("$root/docs/format.md"));
$differences = $expected === [] ? ["docs/format.md: no tags found in section 3\n"] : [];
foreach (['ext/src/format.h' => 'BRINE_TAG_', 'tests/reference/Tag.php' => 'const '] as $file => $prefix) {
    $actual = tags_of_code(file_get_contents("$root/$file"), $prefix);
    foreach ($expected + $actual as $name => $_) {
        if (($expected[$name] ?? null) !== ($actual[$name] ?? null)) {
            $differences[] = sprintf(
                "%s: %s is %s; in docs/format.md it is %s\n",
                $file,
                $name,
                describe($actual[$name] ?? null),
                describe($expected[$name] ?? null),
            );
        }
    }
}
echo implode($differences);
exit($differences === [] ? 0 : 1);
