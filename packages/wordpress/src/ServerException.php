<?php

declare(strict_types=1);

namespace Brine\WordPress;

/** The server is unreachable, or refuses to work. */
final class ServerException extends \RuntimeException
{
}
