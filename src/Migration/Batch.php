<?php

declare(strict_types=1);

namespace Brine\Migration;

/** Some entries of a store, and the cursor of the next batch. */
final class Batch
{
    /**
     * @param list<Entry> $entries may be empty though there are more
     * @param string|null $cursor for the next batch; null if this is the last one
     */
    public function __construct(public readonly array $entries, public readonly ?string $cursor)
    {
    }
}
