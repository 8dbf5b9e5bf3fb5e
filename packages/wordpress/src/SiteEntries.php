<?php

declare(strict_types=1);

namespace Brine\WordPress;

use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Store;

/** The entries of a site, of a database that other programs may use. */
final class SiteEntries implements Store
{
    /** @param \Closure(string $name): bool $isOfSite */
    public function __construct(private readonly Store $store, private readonly \Closure $isOfSite)
    {
    }

    public function next(?string $cursor, int $size): Batch
    {
        $batch = $this->store->next($cursor, $size);

        return $batch->with(\array_values(\array_filter($batch->entries, fn (Entry $entry): bool => ($this->isOfSite)($entry->key))));
    }

    public function replace(Entry $entry, string $data): bool
    {
        return $this->store->replace($entry, $data);
    }
}
