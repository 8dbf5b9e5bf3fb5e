<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

/** A bin that Brine serializes. */
final class Bin
{
    /**
     * @param string $backend the service of its backend's factory
     * @param iterable<Entry>|null $entries null if nothing here knows how to look into the backend
     */
    public function __construct(public readonly string $name, public readonly string $backend, public readonly ?iterable $entries)
    {
    }
}
