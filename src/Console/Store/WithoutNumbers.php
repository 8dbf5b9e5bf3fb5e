<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Inspector;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Store;

/** Leaves out the numbers of a store, such as counters: the store itself counts with them, and no serializer has written them. */
final class WithoutNumbers implements Store
{
    /** How many were left out. */
    public int $numbers = 0;

    public function __construct(private readonly Store $store)
    {
    }

    public function next(?string $cursor, int $size): Batch
    {
        $batch = $this->store->next($cursor, $size);
        $entries = \array_values(\array_filter($batch->entries, static fn (Entry $entry): bool => Inspector::formatOf($entry->data) !== 'number'));
        $this->numbers += \count($batch->entries) - \count($entries);

        return new Batch($entries, $batch->cursor);
    }

    public function replace(Entry $entry, string $data): bool
    {
        return $this->store->replace($entry, $data);
    }
}
