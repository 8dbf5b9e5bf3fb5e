<?php

declare(strict_types=1);

namespace Brine\Bench;

/** How a row's values are encoded and decoded. */
enum Calls
{
    /** All values in a loop. */
    case Repeated;

    /** All values once each, in a process that has encoded and decoded other values before; see Cold. */
    case Once;

    /** The same, with other work between the calls. */
    case AfterOtherWork;

    /** Each value in the first call of a child process, and in the tenth. */
    case FirstOfChild;
    case TenthOfChild;

    public function areCold(): bool
    {
        return $this !== self::Repeated;
    }

    /** Whether this PHP can do it: children need the extension pcntl. */
    public function arePossible(): bool
    {
        return ($this !== self::FirstOfChild && $this !== self::TenthOfChild) || Child::isPossible();
    }
}
