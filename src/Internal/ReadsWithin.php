<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\Serializer;

/**
 * A serializer that can be told how much memory a value may take. Others read what is in an envelope as they read everything.
 *
 * @internal
 */
interface ReadsWithin extends Serializer
{
    /**
     * @param int $maxMemory bytes; what the serializer was told when it was made counts instead, where it was
     * @throws \Brine\DecodeException
     */
    public function unserializeWithin(string $data, int $maxMemory): mixed;
}
