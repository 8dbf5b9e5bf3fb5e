<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

/**
 * One column (docs/format.md, section 5).
 *
 * @internal
 */
final class Column
{
    /**
     * @param list<mixed>|null $cells  all cells, those that are values of their own as null; null if all are (VALUES)
     * @param list<int>        $others the numbers of the cells that are values of their own (OTHERS)
     */
    public function __construct(public readonly ?array $cells, public readonly array $others = [])
    {
    }
}
