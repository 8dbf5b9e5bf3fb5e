<?php

declare(strict_types=1);

namespace Brine\MessagePack\Exception;

/** An unknown option, or options that exclude each other. */
class InvalidOptionException extends \Brine\Exception
{
}
