<?php

declare(strict_types=1);

namespace Brine\Dictionary;

use Brine\Dictionary;

/** Finds dictionaries by id. Whoever can write to a source decides what payloads mean: use a place that only the application writes to, or SignedStore. */
interface Source
{
    /**
     * @param string $id 16 hexadecimal digits in lower case
     * @return Dictionary|null null if the source has none with this id
     * @throws \Brine\DecodeException if the stored bytes are not a dictionary
     */
    public function find(string $id): ?Dictionary;
}
