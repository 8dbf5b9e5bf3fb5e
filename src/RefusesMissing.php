<?php

declare(strict_types=1);

namespace Brine;

/**
 * A serializer that has the option "missing_classes" of brine_unserialize(), or decorates one that may have it.
 *
 * @internal
 */
interface RefusesMissing extends Serializer
{
    /**
     * The same serializer, with a missing allowed class as a DecodeException.
     *
     * @param bool $andStale whether a class that has changed is one too, and layouts are written, unless the options say otherwise
     * @return static|null null if its reader lacks the option
     */
    public function refusingMissing(bool $andStale): ?static;
}
