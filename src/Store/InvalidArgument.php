<?php

declare(strict_types=1);

namespace Brine\Store;

use Psr\SimpleCache\InvalidArgumentException;

/** A key that PSR-16 does not allow, or a value that cannot be stored. */
final class InvalidArgument extends \InvalidArgumentException implements InvalidArgumentException
{
}
