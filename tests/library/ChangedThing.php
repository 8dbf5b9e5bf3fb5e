<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Holds a thing whose hook changes what comes after it. */
final class ChangedThing
{
    public mixed $hook = null;
    public mixed $second = 'second';
    public mixed $third = [3];
    public mixed $last = 'last';
}
