<?php

declare(strict_types=1);

namespace Brine\Console;

/**
 * The command was not given what it needs: exit code 2.
 *
 * @internal
 */
final class UsageError extends \RuntimeException
{
}
