<?php

/*
 * Checks the words of pages, as `wc -w` counts them: README.md against MAX_WORDS_OF_README, all pages against MAX_WORDS, except CHANGELOG.md and
 * site/benchmark.md, which a script writes. When you shorten pages, lower the limit.
 *
 * usage: php scripts/check-words.php PAGE...
 */

declare(strict_types=1);

const MAX_WORDS_OF_README = 1_100;
const MAX_WORDS = 54_000;

$words = [];
foreach (array_slice($argv, 1) as $page) {
    $words[$page] = count((array) preg_split('/\s+/', (string) file_get_contents($page), flags: PREG_SPLIT_NO_EMPTY));
}
unset($words['CHANGELOG.md'], $words['site/benchmark.md']);

$tooLong = [];
if (($words['README.md'] ?? 0) > MAX_WORDS_OF_README) {
    $tooLong[] = "README.md: {$words['README.md']} words, and at most " . MAX_WORDS_OF_README;
}
if (array_sum($words) > MAX_WORDS) {
    $tooLong[] = 'all pages: ' . array_sum($words) . ' words, and at most ' . MAX_WORDS;
}
echo $tooLong ? implode("\n", $tooLong) . "\n" : '';
exit($tooLong ? 1 : 0);
