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
     * @param list<mixed>|null $cells  all cells, with null for those that are separate values; null if all are (VALUES)
     * @param list<int>        $others indexes of the cells that are separate values (OTHERS)
     */
    public function __construct(public readonly ?array $cells, public readonly array $others = [])
    {
    }
}
