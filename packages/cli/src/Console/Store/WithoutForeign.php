<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Inspector;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Store;

/**
 * Skips entries of no known format: counters, plain text, JSON, tokens of locks. They are not errors.
 *
 * @internal
 */
final class WithoutForeign implements Store
{
    /** Number of skipped counters. */
    public int $numbers = 0;

    /** Number of other skipped entries. */
    public int $others = 0;

    /** Key of the first skipped entry that is not a counter. */
    public ?string $first = null;

    public function __construct(private readonly Store $store)
    {
    }

    public function next(?string $cursor, int $size): Batch
    {
        $batch = $this->store->next($cursor, $size);

        return $batch->with(\array_values(\array_filter($batch->entries, $this->isOwn(...))));
    }

    public function replace(Entry $entry, string $data): bool
    {
        return $this->store->replace($entry, $data);
    }

    private function isOwn(Entry $entry): bool
    {
        $format = Inspector::formatOf($entry->data);
        if ($format === 'number') {
            ++$this->numbers;
        } elseif ($format === 'other') {
            ++$this->others;
            $this->first ??= $entry->key;
        }

        return !\in_array($format, Inspector::FOREIGN, true);
    }
}
