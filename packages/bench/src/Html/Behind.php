<?php

declare(strict_types=1);

namespace Brine\Bench\Html;

use Brine\Bench\Result\Behind as Rows;
use Brine\Bench\Result\Place;
use Brine\Bench\Result\ResultFile;

/** The section of the page that names the rows in which Brine is not first, by reason; empty if nothing was compared. */
final class Behind
{
    private function __construct()
    {
    }

    public static function html(ResultFile $file): string
    {
        $behind = Rows::of($file);
        if ($behind->compared === 0) {
            return '';
        }
        $content = Html::element('h2', [], 'Where Brine is not first, and why') . Html::element('p', ['class' => 'note'], Html::text($behind->summary()));
        foreach ($behind->reasons as $reason => $places) {
            $content .= self::reason($reason, $places);
        }

        return Html::element('section', ['id' => 'behind'], $content);
    }

    /** @param non-empty-list<Place> $places */
    private static function reason(string $reason, array $places): string
    {
        $count = Rows::count($places);
        $head = Html::text($reason) . Html::element('small', [], $count === 1 ? '1 figure' : "$count figures");
        $items = '';
        foreach ($places as $place) {
            $table = Html::element('a', ['href' => '#' . Section::id($place->table)], Html::text($place->table->title));
            $rows = \array_map(static fn (string $row): string => Html::element('span', [], Html::text($row)), $place->rows());
            $items .= Html::element('li', [], $table . Html::text(". {$place->title()}: ") . \implode(', ', $rows));
        }

        return Html::element('div', ['class' => 'reason'], Html::element('h3', [], $head) . Html::element('ul', [], $items));
    }
}
