<?php

declare(strict_types=1);

namespace Brine\Console;

/**
 * The command failed, for the reason in the message: exit code 1.
 *
 * @internal
 */
final class Failed extends \RuntimeException
{
}
