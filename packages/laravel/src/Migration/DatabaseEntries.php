<?php

declare(strict_types=1);

namespace Brine\Laravel\Migration;

use Brine\Laravel\Store\DatabaseStore;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Store;
use Illuminate\Database\MySqlConnection;
use Illuminate\Database\Query\Builder;

/**
 * Rows of a store's table with its prefix that have not expired. They keep their expiry.
 *
 * @internal
 */
final class DatabaseEntries implements Store
{
    public function __construct(private readonly DatabaseStore $store)
    {
    }

    public function next(?string $cursor, int $size): Batch
    {
        $prefix = $this->store->getPrefix();
        $rows = $this->store->rows()
            ->where('key', '>=', $prefix)
            ->when($cursor !== null, static fn (Builder $query): Builder => $query->where('key', '>', $cursor))
            ->where('expiration', '>', \time())
            ->orderBy('key')
            ->limit($size)
            ->get(['key', 'value']);
        $entries = [];
        $last = null;
        foreach ($rows as $row) {
            $row = (array) $row;
            [$last, $data] = [$row['key'] ?? null, $row['value'] ?? null];
            $data = \is_resource($data) ? \stream_get_contents($data) : $data;
            if (\is_string($last) && \is_string($data) && \str_starts_with($last, $prefix)) {
                $entries[] = new Entry($last, $data);
            }
        }

        // SQLite sorts every blob after every text: after the last text, a blob would match all again.
        $isEnd = $rows->count() < $size || !\is_string($last) || $last === $cursor;

        return new Batch($entries, $isEnd ? null : $last);
    }

    public function replace(Entry $entry, string $data): bool
    {
        $isMysql = $this->store->getConnection() instanceof MySqlConnection;

        return $this->store->rows()
            ->where('key', $entry->key)
            ->when(
                $isMysql,
                // MySQL's collations ignore case.
                static fn (Builder $query): Builder => $query->whereRaw('cast(`value` as binary) = cast(? as binary)', [$entry->data]),
                static fn (Builder $query): Builder => $query->where('value', $entry->data),
            )
            ->update(['value' => $data]) === 1;
    }
}
