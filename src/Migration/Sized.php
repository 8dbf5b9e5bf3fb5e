<?php

declare(strict_types=1);

namespace Brine\Migration;

/** A store that can count its entries without reading them, for a progress bar. */
interface Sized
{
    /** @return int<0, max>|null approximate count; null if unknown without a walk */
    public function size(): ?int;
}
