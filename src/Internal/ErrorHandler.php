<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Takes back an error handler that was set around user code. That code may have set others, or taken this one back: restore_error_handler() would
 * then remove somebody else's, and leave ours in the process.
 *
 * @internal
 */
final class ErrorHandler
{
    private function __construct()
    {
    }

    /** The handlers that were set later stay, for errors of all levels: PHP does not tell theirs. */
    public static function takeBack(\Closure $handler): void
    {
        $later = [];
        $current = self::current();
        while ($current !== null && $current !== $handler) {
            $later[] = $current;
            \restore_error_handler();
            $current = self::current();
        }
        if ($current !== null) {
            \restore_error_handler();
        }
        foreach (\array_reverse($later) as $other) {
            \set_error_handler($other);
        }
    }

    private static function current(): ?callable
    {
        $current = \set_error_handler(null);
        \restore_error_handler();

        return $current;
    }
}
