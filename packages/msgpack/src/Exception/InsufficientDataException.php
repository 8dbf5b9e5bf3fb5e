<?php

declare(strict_types=1);

namespace Brine\MessagePack\Exception;

/** The buffer ends before the value does: with more bytes it may be unpacked. */
class InsufficientDataException extends UnpackingFailedException
{
}
