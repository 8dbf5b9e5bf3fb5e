<?php

/*
 * Compares the tags that docs/format.md defines (the table of section 3) with those of the C code (ext/src/format/format.h). Prints each
 * difference; the exit code is 1 if there is any.
 */

declare(strict_types=1);

/**
 * @return array<string, array{int, int}> first and last byte of each tag, by name
 */
function tags_of_document(string $text): array
{
    $section = explode("\n## ", explode("\n## 3. ", $text, 2)[1] ?? '', 2)[0];
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

$root = dirname(__DIR__);
$documented = tags_of_document(file_get_contents("$root/docs/format.md"));
$coded = tags_of_code(file_get_contents("$root/ext/src/format/format.h"));
$differences = $documented === [] ? ["docs/format.md has no tags in section 3\n"] : [];
foreach (array_keys($documented + $coded) as $name) {
    if (($documented[$name] ?? null) !== ($coded[$name] ?? null)) {
        $differences[] = sprintf(
            "%s: docs/format.md: %s; ext/src/format/format.h: %s\n",
            $name,
            describe($documented[$name] ?? null),
            describe($coded[$name] ?? null),
        );
    }
}
echo implode($differences);
exit($differences === [] ? 0 : 1);
