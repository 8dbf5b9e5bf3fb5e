<?php

declare(strict_types=1);

namespace Brine;

/** Everything that Brine throws of its own. The extension, where it is loaded, has a class of this name. */
class Exception extends \Exception
{
}
