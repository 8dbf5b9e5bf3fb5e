<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Loop;

/** Bytes of a Plain with this name are stale: the names are equally long. */
#[\AllowDynamicProperties]
final class Other
{
    public int $id = 0;
    public string $more = 'default';
}
