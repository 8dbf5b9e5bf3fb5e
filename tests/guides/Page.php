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
    public function __construct(string $root, public readonly string $path)
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

    private static function comment(string $comments, string $name): ?string
    {
        return \preg_match("/<!-- $name: (.*?) -->/", $comments, $match) === 1 ? $match[1] : null;
    }
}
