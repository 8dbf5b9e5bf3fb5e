<?php

declare(strict_types=1);

namespace Brine\Bench\Html;

use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Measures;
use Brine\Bench\Result\Published;
use Brine\Bench\Result\Ratio;
use Brine\Bench\Result\Verdict;

/** One table of the result file: verdict, figures by measure, omissions, and published figures of others. */
final class Section
{
    public function __construct(
        private readonly Comparison $table,
        private readonly Colours $colours,
    ) {
    }

    /** The section's line in the list at the top of the page. */
    public function summary(): string
    {
        $link = Html::element('a', ['href' => '#' . self::id($this->table)], Html::text($this->table->title));

        return Html::element('li', [], $link . Html::element('div', [], Html::element('span', [], Html::text($this->verdict())) . Html::element('small', [], Html::text($this->standings()))));
    }

    public function html(): string
    {
        $content = Html::element('h2', [], Html::text($this->table->title));
        $content .= Html::element('p', ['class' => 'verdict'], Html::text($this->verdict()));
        $content .= Html::element('p', ['class' => 'note'], Html::text($this->table->note)) . $this->controls();
        foreach ($this->measures() as $measure) {
            $content .= (new Figures($this->table, $measure, $this->colours))->html();
        }
        $content .= $this->failures();
        foreach ($this->table->published as $published) {
            $content .= $this->published($published);
        }

        return Html::element('section', ['class' => 'table', 'id' => self::id($this->table)], $content);
    }

    private function verdict(): string
    {
        return Verdict::subject($this->table) . ': ' . Verdict::of($this->table);
    }

    /** The standing row by row, since the verdict's means may hide that others are first in some rows. */
    private function standings(): string
    {
        $parts = [];
        foreach (\array_intersect(['bytes', 'encode', 'decode'], $this->table->measures) as $measure) {
            $standing = Verdict::standing($this->table, $measure);
            if ($standing->behind !== [] || $standing->level > 0) {
                $parts[] = Measures::name($measure) . ': ' . $standing->text();
            }
        }

        return $parts === [] ? '' : 'Row by row: ' . \implode('. ', $parts) . '.';
    }

    /** The table's anchor on the page. */
    public static function id(Comparison $table): string
    {
        return 'table-' . \preg_replace('/[^A-Za-z0-9_.-]/', '-', $table->id);
    }

    /** @return list<string> measures that have numbers */
    private function measures(): array
    {
        return \array_values(\array_filter($this->table->measures, function (string $measure): bool {
            foreach ($this->table->rows as $row) {
                foreach ($this->table->serializers as $name) {
                    if ($row->figure($name, $measure) !== null) {
                        return true;
                    }
                }
            }

            return false;
        }));
    }

    private function controls(): string
    {
        $buttons = '';
        foreach ($this->measures() as $measure) {
            $buttons .= Html::element('button', ['type' => 'button', 'data-measure' => $measure, 'aria-pressed' => 'false'], Html::text(Measures::name($measure)));
        }
        $tabs = Html::element('span', ['class' => 'tabs', 'role' => 'group', 'aria-label' => 'Measure'], $buttons);
        $filter = Html::open('input', ['type' => 'search', 'placeholder' => 'Filter rows', 'aria-label' => 'Filter the rows of ' . $this->table->title]);
        $subject = Verdict::subject($this->table);
        $behind = Html::element('label', [], Html::open('input', ['type' => 'checkbox']) . Html::text(" only rows where $subject is not first"));

        return Html::element('div', ['class' => 'controls'], $tabs . $filter . $behind . Html::element('output', ['aria-live' => 'polite'], ''));
    }

    private function failures(): string
    {
        $items = '';
        foreach ($this->table->rows as $row) {
            foreach ($row->failed as $name => $reason) {
                $items .= Html::element('li', [], Html::text("$row->name, $name: $reason"));
            }
        }

        return $items === '' ? '' : Html::element('details', ['class' => 'failures'], Html::element('summary', [], 'What was left out, and why') . Html::element('ul', [], $items));
    }

    private function published(Published $published): string
    {
        $content = Html::element('summary', [], 'Published figures beside these');
        $content .= Html::element('p', ['class' => 'source'], 'Source: ' . Links::text($published->source) . Html::text(". Sizes in bytes, times in $published->unit."));
        foreach ($this->table->measures as $measure) {
            $content .= $this->publishedTable($published, $measure);
        }

        return Html::element('details', ['class' => 'published'] + (\count($published->rows) > Html::LONG ? [] : ['open' => '']), $content);
    }

    private function publishedTable(Published $published, string $measure): string
    {
        $serializers = $this->publishedSerializers($published, $measure);
        if ($serializers === []) {
            return '';
        }
        $head = Html::element('th', ['scope' => 'col', 'class' => 'name'], Html::text(Measures::name($measure) . ', published'));
        foreach ($serializers as $name) {
            $head .= Html::element('th', ['scope' => 'col', 'class' => 'number'], $this->colours->label($name));
        }
        $rows = '';
        foreach (\array_keys($published->rows) as $row) {
            $cells = '';
            foreach ($serializers as $name) {
                $cells .= $this->publishedCell($published, (string) $row, $name, $measure);
            }
            $rows .= Html::element('tr', [], Html::element('th', ['scope' => 'row', 'class' => 'name'], Html::breakable((string) $row)) . $cells);
        }

        return Html::table(Html::element('thead', [], Html::element('tr', [], $head)) . Html::element('tbody', [], $rows), \count($published->rows), \count($serializers));
    }

    /** @return list<string> serializers with published figures, in the table's order, and the table's subject */
    private function publishedSerializers(Published $published, string $measure): array
    {
        $named = [];
        foreach ($published->rows as $serializers) {
            foreach ($serializers as $name => $measures) {
                if (isset($measures[$measure])) {
                    $named[] = (string) $name;
                }
            }
        }
        if ($named === []) {
            return [];
        }
        $named[] = Verdict::subject($this->table);

        return \array_values(\array_unique([...\array_intersect($this->table->serializers, $named), ...$named]));
    }

    private function publishedCell(Published $published, string $name, string $serializer, string $measure): string
    {
        $baseline = $this->table->baseline;
        $number = $published->rows[$name][$serializer][$measure] ?? null;
        $to = $published->rows[$name][$baseline][$measure] ?? null;
        $theirs = '–';
        if ($number !== null) {
            $ratio = $to > 0.0 && $number > 0.0 && $serializer !== $baseline ? ' (' . Unit::ratio($number / $to) . ')' : '';
            $theirs = \rtrim(\rtrim(\number_format($number, $number < 100 ? 3 : 1), '0'), '.') . $ratio;
        }
        $ours = '';
        foreach ($this->table->rows as $row) {
            $median = $row->name === $name ? $row->figure($serializer, $measure) : null;
            if ($median !== null) {
                $ratio = $serializer === $baseline ? null : Ratio::of($row, $measure, $serializer, $baseline);
                $ours = 'here ' . Unit::shown($measure, $median) . ($ratio === null ? '' : ' (' . Unit::ratio($ratio->value) . ')');
            }
        }

        return Html::element('td', ['class' => 'number'], Html::text($theirs) . ($ours === '' ? '' : Html::element('small', [], Html::text($ours))));
    }
}
