<?php

declare(strict_types=1);

namespace Brine\Dictionary;

use Brine\Dictionary;

/**
 * Where dictionaries are kept. A payload names one, and who can write to the source decides what that is: it is a place that the
 * application owns, or what is in it is signed.
 */
interface Source
{
    /**
     * @param string $id 16 hexadecimal digits in lower case
     * @return Dictionary|null null if there is none of this id
     * @throws \Brine\DecodeException if what is there is no dictionary
     */
    public function find(string $id): ?Dictionary;
}
