<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Holds another one, and counts how many of it are gone. */
final class LinkedThing
{
    public static int $destructed = 0;

    public string $name = 'linked';
    public ?self $link = null;

    public function __destruct()
    {
        ++self::$destructed;
    }
}
