<?php

declare(strict_types=1);

/*
 * Checks that links between pages lead to existing files and headings. Outside of code, only HTML in ALLOWED may occur, and no braces.
 * site/sidebar.json must name every page of docs/ and every linked page. Each promise of the threat model has a test.
 *
 * usage: php scripts/check-links.php PAGE...
 */

const ALLOWED = ['br', 'code', 'details', 'img', 'kbd', 'picture', 'source', 'sub', 'summary', 'sup'];

/** The page without its code, line by line, so that line numbers stay the same. */
function prose(string $page): string
{
    $fence = null;
    $lines = [];
    foreach (explode("\n", $page) as $line) {
        if (preg_match('/^ *(`{3,}|~{3,})/', $line, $match) && ($fence === null || str_starts_with($match[1], $fence))) {
            $fence = $fence === null ? $match[1] : null;
            $line = '';
        }
        $lines[] = $fence === null ? $line : '';
    }

    return (string) preg_replace_callback(
        '/(?<!`)(`+)(?!`)(?:(?!\n\n).)*?(?<!`)\1(?!`)/s',
        static fn (array $match): string => str_repeat("\n", substr_count($match[0], "\n")),
        implode("\n", $lines),
    );
}

/**
 * Headings as GitHub names them.
 *
 * @return array<string, true>
 */
function anchors(string $page): array
{
    static $known = [];
    if (isset($known[$page])) {
        return $known[$page];
    }
    $anchors = [];
    $isCode = false;
    foreach (explode("\n", (string) file_get_contents($page)) as $line) {
        if (preg_match('/^ *(```|~~~)/', $line)) {
            $isCode = !$isCode;
        } elseif (!$isCode && preg_match('/^#{1,6} +(.*?)[ #]*$/', $line, $match)) {
            $text = (string) preg_replace(['/\[([^\]]*)\]\([^)]*\)/', '/<[^>]*>/'], ['$1', ''], $match[1]);
            $anchor = str_replace(' ', '-', (string) preg_replace('/[^\p{L}\p{M}\p{N}\p{Pc} -]/u', '', strtolower(trim($text))));
            $name = $anchor;
            for ($i = 1; isset($anchors[$name]); ++$i) {
                $name = "$anchor-$i";
            }
            $anchors[$name] = true;
        }
    }

    return $known[$page] = $anchors;
}

/**
 * @return iterable<int, string> targets of links and pictures, by their position
 */
function links(string $prose): iterable
{
    preg_match_all('/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s*<?(\S+?)>?\s*$|<(?:img|source) [^>]*?src(?:set)?="([^"]+)"/m', $prose, $matches, PREG_OFFSET_CAPTURE | PREG_SET_ORDER);
    foreach ($matches as $match) {
        yield $match[0][1] => $match[count($match) - 1][0];
    }
}

/** The path from the root, without "." and "..". */
function normal(string $path): string
{
    $parts = [];
    foreach (explode('/', $path) as $part) {
        if ($part === '..') {
            array_pop($parts);
        } elseif ($part !== '.' && $part !== '') {
            $parts[] = $part;
        }
    }

    return implode('/', $parts);
}

/** @param list<string> $site pages of the site */
function check_link(string $page, string $link, array $site): ?string
{
    if (preg_match('~^([a-z][a-z0-9+.-]*:|//)~i', $link)) {
        return null;
    }
    [$path, $anchor] = explode('#', $link, 2) + [1 => ''];
    $file = $path === '' ? $page : normal(dirname($page) . '/' . rawurldecode($path));
    if (!file_exists($file)) {
        return 'there is no such file';
    }
    $target = is_dir($file) ? "$file/README.md" : $file;
    $isPage = str_ends_with($target, '.md') && is_file($target);
    if ($isPage && $anchor !== '' && !isset(anchors($target)[$anchor])) {
        return 'the page has no such heading';
    }
    if (in_array($page, $site, true) && (is_dir($target) || is_dir($file) || $isPage) && !in_array($target, $site, true)) {
        return 'it is linked from a page of the site, and site/sidebar.json does not name it';
    }

    return null;
}

/** @return iterable<string> */
function check_page(string $page, array $site): iterable
{
    $prose = prose((string) file_get_contents($page));
    $line = static fn (int $offset): int => substr_count($prose, "\n", 0, $offset) + 1;
    foreach (links($prose) as $offset => $link) {
        $problem = check_link($page, $link, $site);
        if ($problem !== null) {
            yield sprintf('%s:%d: %s: %s', $page, $line($offset), $link, $problem);
        }
    }
    if (!in_array($page, $site, true)) {
        return;
    }
    preg_match_all('~<(?!https?:)/?([a-z][\w-]*)|\{\{~i', $prose, $matches, PREG_OFFSET_CAPTURE | PREG_SET_ORDER);
    foreach ($matches as $match) {
        if (!in_array(strtolower($match[1][0] ?? ''), ALLOWED, true)) {
            yield sprintf('%s:%d: "%s" is markup outside of code', $page, $line($match[0][1]), $match[0][0]);
        }
    }
}

/** @return iterable<string> rows of the threat model that promise something and link no test */
function untested(string $page): iterable
{
    preg_match('/^## Threat model\n\n\|.*\n\|.*\n((?:\|.*\n)+)/m', (string) file_get_contents($page), $table);
    foreach (explode("\n", trim($table[1] ?? '| there is no threat model |||')) as $row) {
        [, $threat, $promise, , $tests] = explode('|', $row);
        if (!str_starts_with($promise, ' nothing') && !preg_match('~]\(\.\./(?:\w+/)*tests/~', $tests)) {
            yield "$page: $threat: no test is linked";
        }
    }
}

chdir(dirname(__DIR__));
$site = array_merge(...array_column(json_decode((string) file_get_contents('site/sidebar.json'), true, flags: JSON_THROW_ON_ERROR), 'pages'));
$problems = [];
foreach (array_diff(glob('docs/{,*/}*.md', GLOB_BRACE), $site) as $page) {
    $problems[] = "site/sidebar.json does not name $page";
}
foreach (array_filter($site, static fn (string $page): bool => !is_file($page)) as $page) {
    $problems[] = "site/sidebar.json: there is no $page";
}
foreach (array_slice($argv, 1) as $page) {
    $problems = [...$problems, ...iterator_to_array(check_page($page, $site), false)];
}
$problems = [...$problems, ...iterator_to_array(untested('docs/security.md'), false)];
echo $problems ? implode("\n", $problems) . "\n" : '';
exit($problems ? 1 : 0);
