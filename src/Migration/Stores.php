<?php

declare(strict_types=1);

namespace Brine\Migration;

/** Several stores, one after the other: the nodes of a cluster, or several tables. A key is in one of them alone. */
final class Stores implements Store
{
    /** @var \WeakMap<Entry, Store> where an entry comes from */
    private \WeakMap $origins;

    /** @param array<string, Store> $stores by name; names must stay the same when a run resumes from a cursor */
    public function __construct(private array $stores)
    {
        $this->origins = new \WeakMap();
    }

    /**
     * @param string|null $cursor the name of a store, a line feed, and the store's own cursor
     * @throws \ValueError if no store has the name
     */
    public function next(?string $cursor, int $size): Batch
    {
        if ($this->stores === []) {
            return new Batch([], null);
        }
        $names = \array_map(\strval(...), \array_keys($this->stores));
        [$name, $inner] = \explode("\n", $cursor ?? "$names[0]\n", 2) + ['', ''];
        $place = \array_search($name, $names, true);
        if ($place === false) {
            throw new \ValueError("There is no store \"$name\"");
        }
        $store = $this->stores[$name];
        $batch = $store->next($inner === '' ? null : $inner, $size);
        foreach ($batch->entries as $entry) {
            $this->origins[$entry] = $store;
        }
        $next = match (true) {
            $batch->cursor !== null => "$name\n$batch->cursor",
            isset($names[$place + 1]) => $names[$place + 1] . "\n",
            default => null,
        };

        $notice = $batch->notice === null ? null : "$name: $batch->notice";

        return new Batch($batch->entries, $next, $batch->inaccessible, $notice);
    }

    /** @throws \ValueError if the entry is not of next() */
    public function replace(Entry $entry, string $data): bool
    {
        $store = $this->origins[$entry] ?? throw new \ValueError("The entry \"$entry->key\" comes from no store");

        return $store->replace($entry, $data);
    }
}
