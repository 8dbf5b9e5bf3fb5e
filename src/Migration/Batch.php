<?php

declare(strict_types=1);

namespace Brine\Migration;

/** Some entries of a store, and the cursor of the next batch. */
final class Batch
{
    /**
     * @param list<Entry> $entries may be empty though there are more
     * @param string|null $cursor for the next batch; null if this is the last one
     * @param array<array-key, string> $inaccessible why what should be in this batch is not, by key: a file that may not be read, say
     * @param string|null $notice what whoever runs this should know; null for nothing
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
