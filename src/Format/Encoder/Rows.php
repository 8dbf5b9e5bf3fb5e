<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * Decides which elements of an array are rows of a table.
 *
 * @internal
 */
final class Rows
{
    public const MAP = 1;
    public const LIST = 2;
    public const OBJECT = 3;

    /** @var self::MAP|self::LIST|self::OBJECT */
    public int $form = self::MAP;
    /** @var class-string of objects */
    public string $class = \stdClass::class;
    /** @var list<int|string> keys that each row has, or mangled names */
    public array $keys = [];
    /** @var list<array<mixed>> rows, or the properties of those that are objects; as Reference::wrapAll() returns them */
    public array $rows = [];
    /** @var list<int> indexes of the elements that are rows */
    public array $positions = [];
    /** @var array<int, int> indexes of all other elements, as keys and values */
    public array $marked = [];

    /** @param list<mixed> $elements as Reference::wrapAll() returns them */
    private function __construct(public readonly array $elements)
    {
    }

    /**
     * Finds rows with the form of the first element; or of a middle one that resembles the last; or else of the first element with another form.
     *
     * @param list<mixed> $elements
     */
    public static function find(array $elements, Writer $writer): ?self
    {
        $count = \count($elements);
        $first = $elements[0];
        $middle = $elements[$count >> 1];
        $last = $elements[$count - 1];
        if (self::lookAlike($first, $middle) || self::lookAlike($first, $last)) {
            $example = $first;
        } elseif (self::lookAlike($middle, $last)) {
            $example = $middle;
        } else {
            return null;
        }
        $wide = $writer->wideRows;
        $rows = new self($elements);
        if (!$rows->takeForm($example, $wide) || RowChecks::beginWithKnown($writer, $elements) || !$wide->mayLookAtAll($elements, $example)) {
            return null;
        }
        $other = $rows->collect();
        if ($other !== null) {
            $example = $elements[$other];
            $rows = new self($elements);
            if (!$rows->takeForm($example, $wide) || !$wide->mayLookAtAll($elements, $example) || $rows->collect() !== null) {
                return null;
            }
        }

        return $rows->keys === [] ? null : $rows;
    }

    /**
     * Marks the elements that are rows.
     *
     * @param list<int> $numbers numbers of rows
     */
    public function mark(array $numbers): void
    {
        foreach ($numbers as $number) {
            $position = $this->positions[$number];
            $this->marked[$position] = $position;
        }
        $gone = \array_flip($numbers);
        $this->rows = \array_values(\array_diff_key($this->rows, $gone));
        $this->positions = \array_values(\array_diff_key($this->positions, $gone));
        \ksort($this->marked);
    }

    /** Guesses whether two elements can be rows of the same table. */
    private static function lookAlike(mixed $a, mixed $b): bool
    {
        if (\is_array($a)) {
            return \is_array($b) && $a !== [] && \count($a) === \count($b) && \array_key_first($a) === \array_key_first($b);
        }

        return \is_object($a) && \is_object($b) && $a::class === $b::class;
    }

    /** Takes the rows' form from an element; false if it cannot be a row. */
    private function takeForm(mixed $row, WideRows $wide): bool
    {
        if (\is_object($row)) {
            if (!$wide->mayLookAt($row)) {
                return false;
            }
            $properties = $row instanceof Reference ? null : ClassForm::of($row)->rowOf($row);
            $this->form = self::OBJECT;
            $this->class = $row::class;
            $this->keys = \array_keys($properties ?? []);

            return $properties !== null;
        }
        if (!\is_array($row) || $row === []) {
            return false;
        }
        $this->keys = \array_keys($row);
        $this->form = \array_is_list($row) ? self::LIST : self::MAP;

        // Longer lists may be runs themselves.
        return $this->form === self::MAP || \count($row) < 8;
    }

    /** Finds the rows. If more than a quarter of the elements are not rows, returns the index of the first such element. */
    private function collect(): ?int
    {
        $limit = \count($this->elements) >> 2;
        $width = \count($this->keys);
        $isObject = $this->form === self::OBJECT;
        $other = null;
        foreach ($this->elements as $position => $element) {
            $row = null;
            if (!$isObject) {
                if (\is_array($element) && \count($element) === $width && \array_keys($element) === $this->keys) {
                    $row = Reference::wrapAll($element);
                }
            } elseif (\is_object($element) && $element::class === $this->class) {
                $row = ClassForm::of($element)->rowOf($element, $width);
                if ($row !== null && \array_keys($row) !== $this->keys) {
                    $row = null;
                }
            }
            if ($row !== null) {
                $this->rows[] = $row;
                $this->positions[] = $position;
                continue;
            }
            $other ??= $position;
            $this->marked[$position] = $position;
            if (\count($this->marked) > $limit) {
                return $other;
            }
        }

        return null;
    }
}
