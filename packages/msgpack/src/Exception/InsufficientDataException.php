<?php

declare(strict_types=1);

namespace Brine\MessagePack\Exception;

/** The buffer ends before the value does; more bytes may complete it. */
class InsufficientDataException extends UnpackingFailedException
{
}
