<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Inspector;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Store;

/**
 * Leaves out what no serializer has written that is read here: numbers, with which the store itself counts, and bytes of no format, such as
 * plain text, JSON or the token of a lock. Nothing is wrong with them.
 *
 * @internal
 */
final class WithoutForeign implements Store
{
    /** How many numbers were left out. */
    public int $numbers = 0;

    /** How many others. */
    public int $others = 0;

    /** The key of the first of the others. */
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
