<?php

declare(strict_types=1);

namespace Brine\Bench\Html;

/** Text in which addresses are links. */
final class Links
{
    private function __construct()
    {
    }

    public static function text(string $text): string
    {
        $parts = \preg_split('~(https?://[^\s()<>"]*[^\s()<>".,;:])~', $text, flags: \PREG_SPLIT_DELIM_CAPTURE);
        $html = '';
        foreach ($parts === false ? [$text] : $parts as $i => $part) {
            $html .= $i % 2 === 1 ? Html::element('a', ['href' => $part, 'rel' => 'noreferrer'], Html::text($part)) : Html::text($part);
        }

        return $html;
    }
}
