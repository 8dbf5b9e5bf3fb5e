<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Migration\Store;
use Brine\Serializer;

/** A pool whose entries can be listed and rewritten. */
interface EntryPool
{
    /** @return Store|null null if the server, or this kind of connection, cannot list its keys */
    public function store(): ?Store;

    /**
     * The serializer for a whole entry of the store.
     *
     * @param string $key of the entry in the store
     * @param Serializer $old reads unsigned entries
     */
    public function entry(string $key, Serializer $old): Serializer;

    /** The serializer for the value alone, without an entry's tags. */
    public function valueOf(string $key, Serializer $old): Serializer;

    /** The value's payload in an entry of the store. */
    public function payload(string $data): string;
}
