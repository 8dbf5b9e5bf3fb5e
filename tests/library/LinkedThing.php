<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Holds another one, and counts destroyed instances. */
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
