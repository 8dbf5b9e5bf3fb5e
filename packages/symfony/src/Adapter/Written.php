<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

/**
 * An encoded part of an entry.
 *
 * @internal
 */
final class Written
{
    /** @param string|null $entry null if it could not be encoded */
    public function __construct(public readonly ?string $entry)
    {
    }
}
