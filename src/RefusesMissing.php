<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\Serializer;

/**
 * A serializer that has the option "missing_classes", or changes the bytes of one that may have it.
 *
 * @internal
 */
interface RefusesMissing extends Serializer
{
    /**
     * The same with that option as "throw".
     *
     * @return static|null null if what it reads with has it not
     */
    public function refusingMissing(): ?static;
}
