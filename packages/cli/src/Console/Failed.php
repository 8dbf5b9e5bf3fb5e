<?php

declare(strict_types=1);

namespace Brine\Console;

/**
 * The command cannot do what it was asked for, and says why: exit code 1.
 *
 * @internal
 */
final class Failed extends \RuntimeException
{
}
