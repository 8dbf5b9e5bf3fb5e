<?php

declare(strict_types=1);

namespace Brine\Migration;

/** Some entries of a store, and the cursor of the next batch. */
final class Batch
{
    /**
     * @param list<Entry> $entries may be empty although more batches follow
     * @param string|null $cursor for the next batch; null if this is the last one
     * @param array<array-key, string> $inaccessible reason, by key, for entries missing in this batch, such as unreadable files
     * @param string|null $notice message for the user; null for none
     */
    public function __construct(
        public readonly array $entries,
        public readonly ?string $cursor,
        public readonly array $inaccessible = [],
        public readonly ?string $notice = null,
    ) {
    }

    /** @param list<Entry> $entries in place of these */
    public function with(array $entries): self
    {
        return new self($entries, $this->cursor, $this->inaccessible, $this->notice);
    }
}
