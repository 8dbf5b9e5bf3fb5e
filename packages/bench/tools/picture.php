<?php

declare(strict_types=1);

/*
 * Draws the picture of README.md from a result of the benchmark (brine bench --json FILE): bytes, time to decode and memory of real caches, as
 * geometric means of the table "real_caches" in per cent of serialize(). Writes real-caches-light.svg and real-caches-dark.svg.
 *
 * usage: php packages/bench/tools/picture.php RESULT DIRECTORY
 */

namespace Brine\Scripts;

require __DIR__ . '/results.php';

/** Titles by measure. */
const GROUPS = ['bytes' => 'Bytes in the store', 'decode' => 'Time to decode', 'memory' => 'Memory of the decoded values'];
const BARS = ['native' => 'serialize()', 'igbinary' => 'igbinary', 'brine' => 'Brine'];

/** Colours of background, text, other bars, Brine's bar. */
const THEMES = [
    'light' => ['#ffffff', '#1f2328', '#b6bec8', '#0b7285'],
    'dark' => ['#0d1117', '#e6edf3', '#57606a', '#3bc9db'],
];

/** Pixels. A bar of 100 % has the length LONGEST. */
const MARGIN = 16;
const WIDTH = 740;
const LEFT = 110;
const LONGEST = 540;
const STEP = 24;
const GROUP = 112;

/** @param array<string, mixed> $table */
function bars(array $table, string $measure, int $top): string
{
    $svg = \sprintf("  <text x=\"0\" y=\"%d\" class=\"title\">%s</text>\n", $top + 16, GROUPS[$measure]);
    foreach (\array_keys(BARS) as $i => $serializer) {
        [$ratio] = means($table['rows'], $serializer, 'native', [$measure]) ?? fail("the result has no $measure of $serializer");
        $y = $top + 26 + $i * STEP;
        $svg .= \sprintf("  <text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 10, $y + 14, BARS[$serializer])
            . \sprintf("  <rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"18\" rx=\"2\"%s/>\n", LEFT, $y, $ratio * LONGEST, $serializer === 'brine' ? ' class="own"' : '')
            . \sprintf("  <text x=\"%.1f\" y=\"%d\">%.0f %%</text>\n", LEFT + $ratio * LONGEST + 8, $y + 14, 100 * $ratio);
    }

    return $svg;
}

/** @param array<string, mixed> $result */
function picture(array $result, string $theme): string
{
    $table = \array_column($result['tables'], null, 'id')['real_caches'] ?? fail('the result has no table "real_caches"');
    [$background, $text, $others, $own] = THEMES[$theme];
    $height = GROUP * \count(GROUPS) + 2 * MARGIN + 20;
    $label = 'Bytes, time to decode and memory of real caches with serialize(), igbinary and Brine';
    $content = '';
    foreach (\array_keys(GROUPS) as $i => $measure) {
        $content .= bars($table, $measure, $i * GROUP);
    }
    $versions = $result['environment'];

    return \sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-%1\$d -%1\$d %2\$d %3\$d\" width=\"%2\$d\" height=\"%3\$d\" role=\"img\" aria-label=\"%4\$s\">\n", MARGIN, WIDTH, $height, $label)
        . "  <style>text{font:14px system-ui,sans-serif;fill:$text}.title{font-weight:600}.note{font-size:12px}rect{fill:$others}.own{fill:$own}.back{fill:$background}</style>\n"
        . \sprintf("  <rect class=\"back\" x=\"-%1\$d\" y=\"-%1\$d\" width=\"%2\$d\" height=\"%3\$d\"/>\n", MARGIN, WIDTH, $height)
        . $content
        . \sprintf(
            "  <text x=\"0\" y=\"%d\" class=\"note\">Shorter is better. %d real caches of Drupal, Laravel and Symfony; geometric means. PHP %s, igbinary %s.</text>\n</svg>\n",
            GROUP * \count(GROUPS) + 12,
            \count($table['rows']),
            \htmlspecialchars($versions['php']),
            \htmlspecialchars($versions['extensions']['igbinary'] ?? '?'),
        );
}

[, $file, $directory] = $argv + [1 => '', 2 => ''];
\is_dir($directory) || fail('usage: php packages/bench/tools/picture.php RESULT DIRECTORY');
$result = result($file);
foreach (\array_keys(THEMES) as $theme) {
    \file_put_contents("$directory/real-caches-$theme.svg", picture($result, $theme));
}
