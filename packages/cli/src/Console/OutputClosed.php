<?php

declare(strict_types=1);

namespace Brine\Console;

/** The reader of the standard output is gone: exit code 1, without a message. */
final class OutputClosed extends \RuntimeException
{
}
