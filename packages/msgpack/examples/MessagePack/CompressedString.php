<?php

declare(strict_types=1);

namespace Brine\Examples\MessagePack;

/** A string that is compressed where that makes it shorter. */
final class CompressedString
{
    public function __construct(public readonly string $string)
    {
    }
}
