<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** A file that is not a valid result of this benchmark. The message names the file and the place. */
final class InvalidResult extends \RuntimeException
{
}
