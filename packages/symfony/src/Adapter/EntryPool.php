<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Migration\Store;
use Brine\Serializer;

/** A pool whose entries can be walked and written anew. */
interface EntryPool
{
    /** @return Store|null null where the server, or this kind of connection, cannot tell its keys */
    public function store(): ?Store;

    /**
     * What reads and writes one entry of the store as a whole.
     *
     * @param string $key of the entry in the store
     * @param Serializer $old reads what is not signed
     */
    public function entry(string $key, Serializer $old): Serializer;

    /** The same for the value alone, without the tags of an entry. */
    public function valueOf(string $key, Serializer $old): Serializer;

    /** The payload of the value in an entry of the store. */
    public function payload(string $data): string;
}
