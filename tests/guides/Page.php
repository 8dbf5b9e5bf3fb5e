<?php

declare(strict_types=1);

namespace Brine\Tests\Guides;

/** A page of the documentation. */
final class Page
{
    /** A fence, with the comments in the lines before it: <!-- not run: why -->, <!-- needs: igbinary, redis-server --> or <!-- with: prelude -->. */
    private const BLOCK = '/^((?:[ ]*<!-- (?:not run|needs|with): [^\n]*-->\n)*)([ ]*)```([\w-]*)\n(.*?)^\2```$/ms';

    private readonly string $text;

    /** @param string $path from the root of the project */
    public function __construct(private readonly string $root, public readonly string $path)
    {
        $this->text = (string) \file_get_contents("$root/$path");
    }

    /** @return list<Block> */
    public function blocks(): array
    {
        \preg_match_all(self::BLOCK, $this->text, $matches, \PREG_SET_ORDER | \PREG_OFFSET_CAPTURE);
        $blocks = [];
        foreach ($matches as [, [$comments], [$indentation, $offset], [$language], [$code]]) {
            $line = \substr_count($this->text, "\n", 0, $offset) + 1;
            $needs = self::comment($comments, 'needs');
            $blocks[] = new Block(
                "$this->path:$line",
                $language,
                (string) \preg_replace("/^$indentation/m", '', $code),
                self::comment($comments, 'not run'),
                $needs === null ? [] : \explode(', ', $needs),
                self::comment($comments, 'with'),
            );
        }

        return $blocks;
    }

    /** @return list<string> links to files and headings of the project that are not there */
    public function deadLinks(): array
    {
        $prose = (string) \preg_replace('/^[ ]*```.*?^[ ]*```$|`[^`\n]*`/ms', '', $this->text);
        \preg_match_all('/\]\(([^)\s]+)\)/', $prose, $links);
        $dead = [];
        foreach ($links[1] as $link) {
            if (\preg_match('/^[a-z]+:/', $link) === 1) {
                continue;
            }
            [$path, $anchor] = \explode('#', $link, 2) + [1 => null];
            $file = $path === '' ? $this->path : \ltrim(\dirname($this->path) . "/$path", './');
            $file = self::normal($file);
            if (!\file_exists("$this->root/$file") || $anchor !== null && !\in_array($anchor, (new self($this->root, $file))->anchors(), true)) {
                $dead[] = $link;
            }
        }

        return $dead;
    }

    /** @return list<string> of its headings, as GitHub makes them, and of its elements with an id */
    private function anchors(): array
    {
        \preg_match_all('/^#+ (.+)$/m', (string) \preg_replace('/^```.*?^```$/ms', '', $this->text), $headings);
        \preg_match_all('/<a id="([^"]+)"/', $this->text, $elements);
        $anchors = [];
        foreach ($headings[1] as $heading) {
            $text = (string) \preg_replace('/\[([^\]]*)\]\([^)]*\)/', '$1', $heading);
            $anchor = \strtr((string) \preg_replace('/[^\p{L}\p{N} _-]/u', '', \strtolower($text)), ' ', '-');
            $times = \count(\preg_grep('/^' . \preg_quote($anchor, '/') . '(-\d+)?$/', $anchors) ?: []);
            $anchors[] = $times === 0 ? $anchor : "$anchor-$times";
        }

        return [...$anchors, ...$elements[1]];
    }

    private static function normal(string $path): string
    {
        do {
            $path = (string) \preg_replace('~(^|/)(?!\.\./)[^/]+/\.\./~', '$1', $path, 1, $count);
        } while ($count > 0);

        return \str_replace('/./', '/', $path);
    }

    private static function comment(string $comments, string $name): ?string
    {
        return \preg_match("/<!-- $name: (.*?) -->/", $comments, $match) === 1 ? $match[1] : null;
    }
}
