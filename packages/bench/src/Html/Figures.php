<?php

declare(strict_types=1);

namespace Brine\Bench\Html;

use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Mean;
use Brine\Bench\Result\Measures;
use Brine\Bench\Result\Ratio;
use Brine\Bench\Result\Row;
use Brine\Bench\Result\Standing;
use Brine\Bench\Result\Verdict;

/** The figures of one table by one measure: a line of bars and numbers for each row, which the page's script sorts and filters. */
final class Figures
{
    /** Bars of larger ratios are cut off, so that the other bars stay visible. */
    private const LONGEST_BAR = 3.0;

    /** Samples with a larger spread are shown individually. */
    private const WIDE = 0.05;

    private readonly float $limit;

    private readonly bool $hasBars;

    private readonly bool $hasGroups;

    private readonly string $subject;

    private readonly Standing $standing;

    public function __construct(
        private readonly Comparison $table,
        private readonly string $measure,
        private readonly Colours $colours,
    ) {
        $this->standing = Verdict::standing($table, $measure);
        $this->subject = Verdict::subject($table);
        $greatest = 0.0;
        foreach ($table->rows as $row) {
            foreach ($table->serializers as $name) {
                $greatest = \max($greatest, $this->ratio($row, $name)->value ?? 0.0);
            }
        }
        $this->hasGroups = \count(\array_unique(\array_map(static fn (Row $row): ?string => $row->group, $table->rows))) > 1;
        $this->hasBars = $greatest > 0.0;
        $this->limit = \min(\max($greatest, 1.2), self::LONGEST_BAR);
    }

    public function html(): string
    {
        $rows = '';
        foreach ($this->table->rows as $i => $row) {
            if ($this->samples($row) !== []) {
                $rows .= $this->row($row, $i);
            }
        }
        $standing = $this->standing->text();
        $caption = Html::element('h3', [], Html::text(Measures::name($this->measure))) . Html::element('p', ['class' => 'standing'], Html::text($standing === '' ? '' : "$this->subject: $standing"));
        $legend = Html::element('p', ['class' => 'legend'], \implode(' ', \array_map($this->colours->label(...), $this->table->serializers)));
        $table = Html::element('thead', [], $this->head()) . $this->means() . Html::element('tbody', ['class' => 'rows'], $rows);

        return Html::element(
            'div',
            ['class' => 'measure', 'data-measure' => $this->measure],
            $caption . $legend . Html::table($table, \count($this->table->rows), \count($this->table->serializers)) . $this->distributions(),
        );
    }

    private function head(): string
    {
        $cells = $this->headCell('name', 'row');
        if ($this->hasBars) {
            $scale = \sprintf('0 to %s; the line is 1, %s', Unit::ratio($this->limit), $this->table->baseline);
            $cells .= Html::element('th', ['scope' => 'col', 'class' => 'chart'], Html::text($scale));
        }
        foreach ($this->table->serializers as $name) {
            $cells .= $this->headCell('number', $name, $this->colours->label($name));
        }
        if ($this->hasSamples()) {
            $cells .= $this->headCell('number', '± %');
        }

        return Html::element('tr', [], $cells);
    }

    private function headCell(string $class, string $label, ?string $content = null): string
    {
        $button = Html::element('button', ['type' => 'button', 'title' => "Sort by $label"], $content ?? Html::text($label));

        return Html::element('th', ['scope' => 'col', 'class' => $class, 'aria-sort' => 'none'], $button);
    }

    /** The summary line above the rows. It says if a mean covers fewer rows. */
    private function means(): string
    {
        $means = $counts = [];
        foreach ($this->table->serializers as $name) {
            $ratios = \array_map(fn (Row $row): ?float => $row->isTotal() ? null : $this->ratio($row, $name)?->value, $this->table->rows);
            $ratios = \array_filter($ratios, static fn (?float $ratio): bool => $ratio > 0.0);
            $means[] = $ratios === [] ? null : Mean::of($this->table, $ratios);
            $counts[] = \count($ratios);
        }
        $most = \max($counts);
        if ($most < 2) {
            return '';
        }
        $bars = [];
        $cells = '';
        foreach ($this->table->serializers as $i => $name) {
            $shown = $means[$i] === null ? '–' : Unit::ratio($means[$i]);
            $bars[] = [$this->colours->of($name), $means[$i], "$name: $shown"];
            $cells .= Html::element('td', ['class' => 'number'], $shown . ($counts[$i] < $most ? "<small>of $counts[$i] rows</small>" : ''));
        }
        $head = Html::element('th', ['scope' => 'row', 'class' => 'name'], Mean::name($this->table) . "<small>of $most rows</small>");
        $chart = Html::element('td', ['class' => 'chart'], Chart::bars($bars, $this->limit));
        $spread = $this->hasSamples() ? Html::element('td', [], '') : '';

        return Html::element('tbody', ['class' => 'means'], Html::element('tr', [], $head . $chart . $cells . $spread));
    }

    private function row(Row $row, int $index): string
    {
        $best = Verdict::best($this->table, $row, $this->measure);
        $bars = [];
        $cells = '';
        foreach ($this->table->serializers as $name) {
            $cells .= $this->cell($row, $name, \in_array($name, $best, true));
            $bars[] = [$this->colours->of($name), $this->ratio($row, $name), $this->title($row, $name)];
        }
        if ($this->hasSamples()) {
            $spread = 100 * ($this->ratio($row, $this->subject)->spread ?? 0.0);
            $cells .= Html::element('td', ['class' => 'number', 'data-v' => $spread], \sprintf('%.1f', $spread));
        }
        $peer = $this->standing->behind[$row->name] ?? null;
        $group = $row->group === null || !$this->hasGroups ? '' : Html::element('small', [], Html::text($row->group));
        $note = $peer === null ? '' : Html::element('small', ['class' => 'behind'], Html::text("behind $peer"));
        $head = Html::element('th', ['scope' => 'row', 'class' => 'name', 'data-v' => $row->name], Html::element('span', [], Html::breakable($row->name)) . $group . $note);
        $chart = $this->hasBars ? Html::element('td', ['class' => 'chart'], Chart::bars($bars, $this->limit)) : '';

        return Html::element('tr', [
            'data-i' => $index, 'data-words' => \mb_strtolower("$row->name $row->group"), ...($peer === null ? [] : ['data-behind' => $peer]),
        ], $head . $chart . $cells);
    }

    private function cell(Row $row, string $name, bool $isBest): string
    {
        $median = $row->figure($name, $this->measure);
        if ($median === null) {
            return Html::element('td', ['class' => 'number', 'title' => $row->failed[$name] ?? 'not measured'], '–');
        }
        $ratio = $name === $this->table->baseline ? null : $this->ratio($row, $name);
        $shown = Html::text(Unit::shown($this->measure, $median));
        $content = $ratio === null ? $shown : Html::text(Unit::ratio($ratio->value)) . "<small>$shown</small>";

        return Html::element('td', ['class' => $isBest ? 'number best' : 'number', 'data-v' => $ratio->value ?? $median, 'title' => $this->title($row, $name)], $content);
    }

    private function title(Row $row, string $name): string
    {
        $median = $row->figure($name, $this->measure);
        if ($median === null) {
            return "$name: " . ($row->failed[$name] ?? 'not measured');
        }
        $ratio = $this->ratio($row, $name);
        $title = "$name: " . Unit::shown($this->measure, $median);
        if ($ratio === null || $name === $this->table->baseline) {
            return $title;
        }
        $title .= \sprintf(', %s of %s', Unit::ratio($ratio->value), $this->table->baseline);

        return $title . ($ratio->upper > $ratio->lower ? \sprintf(' (%.3f to %.3f)', $ratio->lower, $ratio->upper) : '');
    }

    /** The samples of rows for which medians do not suffice: the best serializers are level, or the spread is large. */
    private function distributions(): string
    {
        $shown = [];
        foreach ($this->table->rows as $row) {
            $spread = $this->ratio($row, $this->subject)->spread ?? 0.0;
            if (\count(Verdict::best($this->table, $row, $this->measure)) > 1 || $spread > self::WIDE) {
                $shown[] = $this->distribution($row);
            }
        }
        $shown = \array_filter($shown, static fn (string $html): bool => $html !== '');
        if ($shown === []) {
            return '';
        }
        $summary = Html::element('summary', [], \sprintf('Samples of rows that are close, or spread by more than %d %% (%d)', 100 * self::WIDE, \count($shown)));

        return Html::element('details', ['class' => 'samples'], $summary . Html::element('div', ['class' => 'strips'], \implode('', $shown)));
    }

    private function distribution(Row $row): string
    {
        $lanes = $this->samples($row);
        $all = \array_merge(...\array_values($lanes));
        if (!$this->hasSamples() || $all === []) {
            return '';
        }
        $content = Html::element('figcaption', [], Html::text($row->name));
        foreach ($lanes as $name => $samples) {
            $content .= Html::element('span', [], $this->colours->label($name)) . Chart::strip($this->colours->of($name), $samples, \min($all), \max($all));
        }
        $ends = Html::element('span', [], Html::text(Unit::shown($this->measure, \min($all)))) . Html::element('span', [], Html::text(Unit::shown($this->measure, \max($all))));

        return Html::element('figure', [], $content . Html::element('span', [], '') . Html::element('span', ['class' => 'ends'], $ends));
    }

    /** Counts have none. */
    private function ratio(Row $row, string $name): ?Ratio
    {
        return Measures::unit($this->measure) === '' ? null : Ratio::of($row, $this->measure, $name, $this->table->baseline);
    }

    /** @return array<string, non-empty-list<float>> by serializer */
    private function samples(Row $row): array
    {
        $lanes = [];
        foreach ($this->table->serializers as $name) {
            $samples = $row->samples($name, $this->measure);
            if ($samples !== []) {
                $lanes[$name] = $samples;
            }
        }

        return $lanes;
    }

    /** Whether there is more than one number for a cell. */
    private function hasSamples(): bool
    {
        foreach ($this->table->rows as $row) {
            foreach ($this->samples($row) as $samples) {
                if (\count($samples) > 1) {
                    return true;
                }
            }
        }

        return false;
    }
}
