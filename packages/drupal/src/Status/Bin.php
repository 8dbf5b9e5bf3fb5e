<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

/** A bin that Brine serializes. */
final class Bin
{
    /**
     * @param string $backend service id of its backend's factory
     * @param iterable<Entry>|null $entries null if the backend's entries cannot be listed
     */
    public function __construct(public readonly string $name, public readonly string $backend, public readonly ?iterable $entries)
    {
    }

    /** How many entries are no native text, and no strings; 0 if they cannot be listed. */
    public function foreign(): int
    {
        $number = 0;
        foreach ($this->entries ?? [] as $entry) {
            $number += \in_array($entry->format(), [Entry::NATIVE, Entry::STRING], true) ? 0 : 1;
        }

        return $number;
    }
}
