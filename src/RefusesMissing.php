<?php

declare(strict_types=1);

namespace Brine;

/**
 * A serializer that has the option "missing_classes" of brine_unserialize(), or changes the bytes of one that may have it.
 *
 * @internal
 */
interface RefusesMissing extends Serializer
{
    /**
     * The same with that option as "throw": an object of a class that is allowed and does not exist is a DecodeException.
     *
     * @return static|null null if what it reads with has not the option
     */
    public function refusingMissing(): ?static;
}
