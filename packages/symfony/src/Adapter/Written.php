<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

/**
 * A part of an entry that is written already.
 *
 * @internal
 */
final class Written
{
    /** @param string|null $entry null if it could not be */
    public function __construct(public readonly ?string $entry)
    {
    }
}
