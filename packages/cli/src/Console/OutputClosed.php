<?php

declare(strict_types=1);

namespace Brine\Console;

/** Nobody reads the standard output any more: exit code 1, without a message. */
final class OutputClosed extends \RuntimeException
{
}
