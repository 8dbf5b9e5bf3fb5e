<?php

declare(strict_types=1);

namespace Brine\WordPress;

/** Bytes of an entry until its name is known. */
final class Undecoded
{
    public function __construct(public readonly string $bytes)
    {
    }
}
