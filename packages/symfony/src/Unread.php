<?php

declare(strict_types=1);

namespace Brine\BrineBundle;

/**
 * In place of an entry that cannot be read, on its way to the adapter that knows its id.
 *
 * @internal
 */
final class Unread
{
    public function __construct(public readonly \Exception $error)
    {
    }
}
