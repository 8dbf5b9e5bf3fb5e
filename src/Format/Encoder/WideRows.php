<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * Limits how often wide objects are examined as rows. A repeated object costs a few bytes per use, but a full scan here: each gets a bounded
 * number of scans, plus a free amount.
 *
 * @internal
 */
final class WideRows
{
    /** Narrower objects are free. */
    private const FREE_COLUMNS = 32;
    private const FREE_CELLS = 1 << 20;

    private int $cellsAgain = self::FREE_CELLS;

    /** @var \SplObjectStorage<object, int> width of each object seen */
    private \SplObjectStorage $widths;

    public function __construct()
    {
        $this->widths = new \SplObjectStorage();
    }

    /**
     * If the example row is not wide, the other rows are not either.
     *
     * @param list<mixed> $elements of an array that may be a table
     */
    public function mayLookAtAll(array $elements, mixed $example): bool
    {
        if (!\is_object($example) || ($this->widths[$example] ?? 0) <= self::FREE_COLUMNS) {
            return true;
        }
        foreach ($elements as $element) {
            if (\is_object($element) && !$this->mayLookAt($element)) {
                return false;
            }
        }

        return true;
    }

    public function mayLookAt(object $object): bool
    {
        if (!ClassForm::of($object)->mayBeRow($object)) {
            return true;
        }
        $width = $this->widths[$object] ?? null;
        if ($width === null) {
            $this->widths[$object] = $width = \count((array) $object);
            $this->cellsAgain += $width > self::FREE_COLUMNS ? 2 * $width : 0;
        } elseif ($width > self::FREE_COLUMNS) {
            $this->cellsAgain -= $width;
        }

        return $this->cellsAgain >= 0;
    }
}
