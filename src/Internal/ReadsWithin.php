<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\Serializer;

/**
 * A serializer with a memory limit per call. Others read an envelope's content with their usual limit.
 *
 * @internal
 */
interface ReadsWithin extends Serializer
{
    /**
     * @param int $maxMemory bytes; a limit from the serializer's constructor takes precedence
     * @throws \Brine\DecodeException
     */
    public function unserializeWithin(string $data, int $maxMemory): mixed;
}
