<?php

declare(strict_types=1);

namespace Brine\Console;

/**
 * Wrong usage: exit code 2.
 *
 * @internal
 */
final class UsageError extends \RuntimeException
{
}
