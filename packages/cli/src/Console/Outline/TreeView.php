<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

use Brine\Console\Text;
use Brine\Internal\TerminalText;
use Symfony\Component\Console\Formatter\OutputFormatter;

/**
 * Shows parts as an indented tree, or as data for JSON.
 *
 * @internal
 */
final class TreeView
{
    /**
     * @param int $depth levels to show
     * @param int $items elements to show of the outermost value
     * @param int $inner elements to show of each nested value
     * @param int $width characters to show of a string
     * @param int $base  added to the offsets of parts
     */
    public function __construct(
        private readonly int $depth,
        private readonly int $items,
        private readonly int $inner,
        private readonly int $width,
        private readonly int $base,
    ) {
    }

    /** @return \Generator<int, string> lines for Symfony's output */
    public function lines(Part $part, string $name): \Generator
    {
        yield from $this->linesOf($part, $name, '', '', 0);
    }

    /** @return \Generator<int, string> */
    private function linesOf(Part $part, string $name, string $before, string $indent, int $level): \Generator
    {
        $at = $part->at === null ? '' : (string) ($this->base + $part->at);
        yield \sprintf('<fg=gray>%10s</>  %s%s %s', $at, $before, $name, $this->describe($part));
        if ($part->target !== null || $level >= $this->depth) {
            return;
        }
        $i = 0;
        foreach ($part->elements() as $inner) {
            if ($i === ($level === 0 ? $this->items : $this->inner)) {
                yield \sprintf('%10s  %s└ <fg=gray>… %s more</>', '', $indent, \number_format($part->count - $i));

                return;
            }
            $isLast = ++$i === $part->count;
            yield from $this->linesOf($inner, self::name($inner), $indent . ($isLast ? '└ ' : '├ '), $indent . ($isLast ? '  ' : '│ '), $level + 1);
        }
    }

    private static function name(Part $part): string
    {
        $name = \is_int($part->key) ? (string) $part->key : OutputFormatter::escape(TerminalText::shown((string) $part->key, 40));
        $scope = match (true) {
            $part->scope === null => '',
            $part->scope === '*' => ' <fg=gray>(protected)</>',
            default => ' <fg=gray>(private)</>',
        };

        return "<info>$name</info>$scope:";
    }

    private function describe(Part $part): string
    {
        $text = match ($part->type) {
            'list', 'map' => $part->count === 0 ? 'empty array' : "$part->type of " . \number_format($part->count),
            'object' => OutputFormatter::escape(TerminalText::shown((string) $part->class, 80))
                . ($part->target !== null ? '' : (\is_string($part->value) ? ' by ' . $this->scalar($part->value) : ' with ' . \number_format($part->count))),
            'enum' => OutputFormatter::escape(TerminalText::shown((string) $part->class, 80) . '::' . TerminalText::shown(self::string($part->value), 80)),
            'extension' => "extension $part->class, " . $this->scalar($part->value),
            'reference', '?' => 'an open value',
            default => $this->scalar($part->value),
        };
        $notes = [];
        if ($part->isReference) {
            $notes[] = 'PHP reference';
        }
        if ($part->target !== null) {
            $notes[] = 'the same as at ' . ($this->base + $part->target);
        }
        if (!\in_array($part->form, ['', $part->type, 'array', 'row', 'NULL', 'FALSE', 'TRUE', 'nil', 'true', 'false'], true)) {
            $notes[] = $part->form;
        }

        if ($part->layout !== null) {
            $notes[] = \sprintf('layout %08X', $part->layout) . ($part->isStale ? ', stale' : '') . ($part->version === '' ? '' : ", version $part->version");
        }

        return $text . ($notes === [] ? '' : ' <fg=gray>' . \implode(', ', $notes) . '</>');
    }

    private static function string(mixed $value): string
    {
        return \is_string($value) ? $value : '';
    }

    private function scalar(mixed $value): string
    {
        if (!\is_string($value)) {
            return '<comment>' . ($value === null ? 'null' : \var_export($value, true)) . '</comment>';
        }
        $size = \strlen($value);

        return OutputFormatter::escape(TerminalText::quoted($value, $this->width)) . ($size > $this->width ? ' of ' . Text::bytes($size) : '');
    }

    /** @return array<string, mixed> */
    public function data(Part $part, int $level = 0): array
    {
        $data = ['key' => \is_string($part->key) ? self::dataOf($part->key) : $part->key, 'type' => $part->type];
        if ($part->at !== null) {
            $data += ['offset' => $this->base + $part->at, 'size' => ($part->end ?? $part->at) - $part->at, 'form' => $part->form];
        }
        if ($part->class !== null) {
            $data['class'] = self::dataOf($part->class);
        }
        if ($part->layout !== null) {
            $data += ['layout' => \sprintf('%08X', $part->layout)] + ($part->isStale ? ['stale' => true] : []) + ($part->version === '' ? [] : ['version' => $part->version]);
        }
        if ($part->scope !== null) {
            $data['scope'] = $part->scope === '*' ? 'protected' : 'private';
        }
        if ($part->isReference) {
            $data['reference'] = true;
        }
        if ($part->target !== null) {
            $data['same_as'] = $this->base + $part->target;
        }
        if (!\in_array($part->type, ['list', 'map', 'object'], true) || $part->value !== null) {
            return $data + ['value' => self::dataOf($part->value)];
        }
        $data['count'] = $part->count;
        if ($part->target !== null || $level >= $this->depth || $part->count === 0) {
            return $data;
        }
        $data['elements'] = [];
        foreach ($part->elements() as $i => $inner) {
            if (\count($data['elements']) === ($level === 0 ? $this->items : $this->inner)) {
                break;
            }
            $data['elements'][] = $this->data($inner, $level + 1);
        }

        return $data;
    }

    /** Handles binary strings, and doubles that JSON lacks. */
    private static function dataOf(mixed $value): mixed
    {
        return match (true) {
            \is_string($value) && \preg_match('//u', $value) !== 1 => ['base64' => \base64_encode($value)],
            \is_float($value) && !\is_finite($value) => \var_export($value, true),
            default => $value,
        };
    }
}
