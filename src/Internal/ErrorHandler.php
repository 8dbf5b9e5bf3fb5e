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
        while (($current = self::current()) !== $handler && $current !== null) {
            $later[] = $current;
            \restore_error_handler();
        }
        if ($current !== null) {
            \restore_error_handler();
        }
        for ($i = \count($later) - 1; $i >= 0; --$i) {
            \set_error_handler($later[$i]);
        }
    }

    private static function current(): ?callable
    {
        $current = \set_error_handler(null);
        \restore_error_handler();

        return $current;
    }
}
