<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * The first cell of a column that is not null, with which the others are compared.
 *
 * @internal
 */
final class Pattern
{
    /** An array with more elements, at all depths, is not compared with others. */
    private const MAX_ELEMENTS = 32;

    /** False if there is an object or a PHP reference in the value, or too many elements: then nothing equals it. */
    public readonly bool $comparable;
    /** Whether === tells what is equal: it does not for doubles, nor where there may be PHP references. */
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

    /** True if type, order, keys and bits are the same. */
    public function equals(mixed $cell): bool
    {
        if ($this->isSimple) {
            return $cell === $this->value;
        }
        // What PHP finds different is different, but for NaN.
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
