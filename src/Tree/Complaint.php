<?php

declare(strict_types=1);

namespace Brine\Tree;

/** What the engine says of what a hook of PHP's own is given: the value is refused for it. */
final class Complaint extends \ErrorException
{
    private function __construct(string $message, int $level, string $file, int $line, public readonly string $class, public readonly string $hook)
    {
        parent::__construct($message, 0, $level, $file, $line);
    }

    /**
     * To be called by an error handler, with what it was given.
     *
     * @param string $from the file that calls unserialize()
     * @return self|null null if it is not about such a hook, called by unserialize()
     */
    public static function heard(int $level, string $message, string $file, int $line, string $from): ?self
    {
        if ($file !== $from || ($level & (\E_WARNING | \E_NOTICE)) === 0) {
            return null;
        }
        $hook = [];
        foreach (\debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS) as $frame) {
            if ($frame['function'] === 'unserialize' && ($frame['file'] ?? '') === $from) {
                return isset($hook['class']) ? new self($message, $level, $file, $line, $hook['class'], $hook['function']) : null;
            }
            $hook = $frame;
        }

        return null;
    }
}
