<?php

declare(strict_types=1);

namespace Brine\Migration;

/** A store that can tell how many entries there are without reading them all: for a bar that shows how far a walk is. */
interface Sized
{
    /** @return int<0, max>|null about how many; null where only a walk would tell */
    public function size(): ?int;
}
