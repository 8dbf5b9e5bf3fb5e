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
}
