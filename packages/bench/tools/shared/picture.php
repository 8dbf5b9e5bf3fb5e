<?php

declare(strict_types=1);

namespace Brine\Bench;

/** The picture of docs/resident.md: memory of workers, as bars. */
final class MemoryPicture
{
    /** Colours of background, text, bars of each way. */
    private const THEMES = [
        'light' => ['#ffffff', '#1f2328', ['#b6bec8', '#868e96', '#0b7285']],
        'dark' => ['#0d1117', '#e6edf3', ['#57606a', '#8b949e', '#3bc9db']],
    ];

    /** Pixels. */
    private const MARGIN = 16;
    private const WIDTH = 740;
    private const LEFT = 130;
    private const LONGEST = 490;
    private const STEP = 20;
    private const GROUP = 92;

    /**
     * Writes shared-memory-light.svg and shared-memory-dark.svg.
     *
     * @param array<int, array<string, float>> $megabytes by number of workers and way
     */
    public static function write(array $megabytes, string $directory, string $note): void
    {
        foreach (self::THEMES as $theme => [$background, $text, $bars]) {
            \file_put_contents("$directory/shared-memory-$theme.svg", self::of($megabytes, $background, $text, $bars, $note));
        }
    }

    /**
     * @param array<int, array<string, float>> $megabytes
     * @param list<string> $bars
     */
    private static function of(array $megabytes, string $background, string $text, array $bars, string $note): string
    {
        $height = self::GROUP * \count($megabytes) + 2 * self::MARGIN + 12;
        $svg = \sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-%1\$d -%1\$d %2\$d %3\$d\" width=\"%2\$d\" height=\"%3\$d\" role=\"img\" aria-label=\"Memory of 1 to 50 workers: plain decoding, each worker's own values, one memory for all\">\n", self::MARGIN, self::WIDTH, $height)
            . "  <style>text{font:14px system-ui,sans-serif;fill:$text}.title{font-weight:600}.note{font-size:12px}rect{fill:$bars[0]}.each{fill:$bars[1]}.own{fill:$bars[2]}.back{fill:$background}</style>\n"
            . \sprintf("  <rect class=\"back\" x=\"-%1\$d\" y=\"-%1\$d\" width=\"%2\$d\" height=\"%3\$d\"/>\n", self::MARGIN, self::WIDTH, $height);
        $most = \max(\array_map(\max(...), $megabytes));
        $top = 0;
        foreach ($megabytes as $workers => $ways) {
            $svg .= \sprintf("  <text x=\"0\" y=\"%d\" class=\"title\">%s</text>\n", $top + 14, $workers === 1 ? 'One worker' : "$workers workers");
            foreach (\array_keys($ways) as $i => $way) {
                $y = $top + 22 + $i * self::STEP;
                $svg .= \sprintf("  <text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", self::LEFT - 10, $y + 13, $way)
                    . \sprintf("  <rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"16\" rx=\"2\"%s/>\n", self::LEFT, $y, $ways[$way] / $most * self::LONGEST, ['', ' class="each"', ' class="own"'][$i])
                    . \sprintf("  <text x=\"%.1f\" y=\"%d\">%.0f MB</text>\n", self::LEFT + $ways[$way] / $most * self::LONGEST + 8, $y + 13, $ways[$way]);
            }
            $top += self::GROUP;
        }

        return $svg . \sprintf("  <text x=\"0\" y=\"%d\" class=\"note\">%s</text>\n</svg>\n", $top + 10, \htmlspecialchars($note));
    }
}
