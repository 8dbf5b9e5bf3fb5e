<?php

/* The parent of the package's exceptions, where neither the extension nor brine/brine has it. */

declare(strict_types=1);

namespace Brine;

if (!\class_exists(Exception::class)) {
    /** Everything that Brine throws of its own. */
    class Exception extends \Exception
    {
    }
}
