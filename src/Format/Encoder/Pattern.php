<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * The first cell of a column that is not null; the others are compared with it.
 *
 * @internal
 */
final class Pattern
{
    /** An array with more elements than this, counted over all depths, equals no cell. */
    private const MAX_ELEMENTS = 32;

    /** False if the value has objects, PHP references or too many elements: then no cell equals it. */
    public readonly bool $comparable;
    /** Whether === decides equality. It does not for doubles, and not if there may be PHP references. */
    public readonly bool $isSimple;
    private readonly bool $hasDoubles;

    public function __construct(public readonly mixed $value)
    {
        if (\is_string($value) || \is_int($value)) {
            $this->comparable = $this->isSimple = true;
            $this->hasDoubles = false;

            return;
        }
        $budget = self::MAX_ELEMENTS;
        $hasDoubles = false;
        $this->comparable = self::isComparable($value, $budget, $hasDoubles);
        $this->hasDoubles = $hasDoubles;
        $this->isSimple = !$hasDoubles && !\is_array($value);
    }

    /** Whether type, order, keys and bits are equal. */
    public function equals(mixed $cell): bool
    {
        if ($this->isSimple) {
            return $cell === $this->value;
        }
        // What PHP considers different is different, except for NaN.
        if (!$this->hasDoubles && $cell !== $this->value) {
            return false;
        }

        return self::isIdentical($this->value, $cell);
    }

    private static function isComparable(mixed $value, int &$budget, bool &$hasDoubles): bool
    {
        if (!\is_array($value)) {
            $hasDoubles = $hasDoubles || \is_float($value);

            return $value === null || \is_scalar($value);
        }
        $budget -= \count($value);
        if ($budget < 0) {
            return false;
        }
        foreach (Reference::wrapAll($value) as $element) {
            if (!self::isComparable($element, $budget, $hasDoubles)) {
                return false;
            }
        }

        return true;
    }

    private static function isIdentical(mixed $a, mixed $b): bool
    {
        if (\is_float($a)) {
            return \is_float($b) && \pack('e', $a) === \pack('e', $b);
        }
        if (!\is_array($a)) {
            return $a === $b;
        }
        if (!\is_array($b) || \array_keys($a) !== \array_keys($b)) {
            return false;
        }
        $b = Reference::wrapAll($b);
        foreach ($a as $key => $element) {
            if (!self::isIdentical($element, $b[$key])) {
                return false;
            }
        }

        return true;
    }
}
