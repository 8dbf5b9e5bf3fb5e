<?php

declare(strict_types=1);

namespace Decimal;

/** Where the extension decimal is not loaded: what both implementations ask for, and hand the digits to. */
final class Decimal
{
    public function __construct(public readonly string $digits)
    {
    }
}
