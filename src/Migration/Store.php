<?php

declare(strict_types=1);

namespace Brine\Migration;

/** A store whose entries can be walked and replaced. */
interface Store
{
    /**
     * Reads some entries. All that are in the store from the first batch to the last are in one of them, and may be in
     * several.
     *
     * @param string|null $cursor of the batch before; null for the first batch
     * @param int<1, max> $size about how many entries to read
     */
    public function next(?string $cursor, int $size): Batch;

    /**
     * Replaces the data of an entry if it has not changed since it was read. The entry keeps its time to live.
     *
     * @return bool whether it was replaced; false if it has changed, or is gone
     * @throws \UnexpectedValueException if the store rejects the data; the entry is unchanged
     * @throws \Exception if the store fails: this ends the run
     */
    public function replace(Entry $entry, string $data): bool;
}
