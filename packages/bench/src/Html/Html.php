<?php

declare(strict_types=1);

namespace Brine\Bench\Html;

/** Escapes data for a page. */
final class Html
{
    /** Tables with more rows scroll under a fixed header. */
    public const LONG = 25;

    /** A table of more columns has narrow columns, and takes the width of the window. */
    private const WIDE = 10;

    private function __construct()
    {
    }

    public static function text(string $text): string
    {
        $escaped = \htmlspecialchars($text, \ENT_QUOTES | \ENT_SUBSTITUTE | \ENT_HTML5, 'UTF-8');

        return (string) \preg_replace('/[\x00-\x08\x0B-\x1F\x7F]/', "\u{FFFD}", $escaped);
    }

    /** The same for names of several parts: lines may break after a part. */
    public static function breakable(string $text): string
    {
        return (string) \preg_replace('~[_/.:-]+(?=\w)~', '$0<wbr>', self::text($text));
    }

    /**
     * An element with its attributes, whose values are escaped here.
     *
     * @param array<string, string|int|float> $attributes
     * @param string                          $content    markup; text in it is escaped by text()
     */
    public static function element(string $name, array $attributes, string $content): string
    {
        return self::open($name, $attributes) . $content . "</$name>";
    }

    /** A table that scrolls if it is too wide or too long. */
    public static function table(string $content, int $rows, int $columns): string
    {
        $class = 'scroll' . ($rows > self::LONG ? ' long' : '') . ($columns > self::WIDE ? ' wide' : '');

        return self::element('div', ['class' => $class, 'tabindex' => 0], self::element('table', [], $content));
    }

    /** @param array<string, string|int|float> $attributes */
    public static function open(string $name, array $attributes): string
    {
        $tag = "<$name";
        foreach ($attributes as $key => $value) {
            $tag .= " $key=\"" . self::text((string) $value) . '"';
        }

        return "$tag>";
    }
}
