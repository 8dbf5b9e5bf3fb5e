<?php

declare(strict_types=1);

namespace Brine;

/** Base of all exceptions that Brine throws itself. The extension, if loaded, defines a class of this name. */
class Exception extends \Exception
{
}
