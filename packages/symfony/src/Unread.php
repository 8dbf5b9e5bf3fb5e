<?php

declare(strict_types=1);

namespace Brine\BrineBundle;

/**
 * Stands for an unreadable entry until it reaches the adapter, which knows the entry's id.
 *
 * @internal
 */
final class Unread
{
    public function __construct(public readonly \Exception $error)
    {
    }
}
