<?php

declare(strict_types=1);

namespace Brine\Format;

/**
 * First bytes of columns, named as in docs/format.md, section 5: a kind, and perhaps a flag.
 *
 * @internal
 */
final class ColumnKind
{
    public const VALUES = 0x00;
    public const CONSTANT = 0x01;
    public const BOOLEANS = 0x02;
    public const AFFINE = 0x03;
    public const F32 = 0x04;
    public const F64 = 0x05;
    public const INTEGERS = 0x08;
    public const INTEGERS_LAST = 0x0F;
    public const DELTAS = 0x10;
    public const DELTAS_LAST = 0x17;
    public const DECIMALS = 0x18;
    public const DECIMALS_LAST = 0x1F;

    public const NULLS = 0x40;
    public const OTHERS = 0x80;

    private function __construct()
    {
    }
}
