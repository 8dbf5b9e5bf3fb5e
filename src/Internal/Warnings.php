<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Collects warnings by which a function of PHP reports failure. Warnings of user code that it calls, and those about missing classes, go to the
 * previous handler.
 *
 * @internal
 */
final class Warnings
{
    private function __construct()
    {
    }

    /**
     * @template T
     * @param string $file file that calls the function: warnings from there are the function's own
     * @param \Closure(): T $call
     * @param list<string> $messages receives the warnings; deprecations and missing classes are not included
     * @return T
     */
    public static function collect(string $file, \Closure $call, array &$messages): mixed
    {
        /** @var callable|null $previous */
        $previous = null;
        $handler = static function (int $level, string $message, string $where, int $line) use (&$previous, &$messages, $file): bool {
            if ($where === $file && ($level & (\E_WARNING | \E_NOTICE)) !== 0 && !MissingClasses::isWarning($message)) {
                $messages[] = $message;

                return true;
            }

            // Any result but false means handled.
            return \is_callable($previous) && $previous($level, $message, $where, $line) !== false;
        };
        $previous = \set_error_handler($handler);
        try {
            return $call();
        } finally {
            ErrorHandler::takeBack($handler);
        }
    }
}
