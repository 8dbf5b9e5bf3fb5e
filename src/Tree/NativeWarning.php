<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Turns warnings of unserialize(), and of built-in hooks that it calls, into exceptions: they mean that the value is rejected.
 *
 * @internal
 */
final class NativeWarning
{
    /** Prefix of unserialize()'s own messages. */
    private const PREFIX = 'unserialize(): ';

    /** Frames of the error handler in a backtrace: heard() and its caller. */
    private const OF_HANDLER = 2;

    /** @var \WeakMap<\Throwable, array{class?: string, function?: string}>|null per exception the hook that raised it; [] for unserialize() itself */
    private static ?\WeakMap $calls = null;

    private function __construct()
    {
    }

    /**
     * Call this from an error handler, with its arguments.
     *
     * @param string $from the file that calls unserialize()
     * @return \Throwable|null what the handler must throw; null if the warning is not about the value
     */
    public static function heard(int $level, string $message, string $file, int $line, string $from): ?\Throwable
    {
        if ($file !== $from || ($level & (\E_WARNING | \E_NOTICE)) === 0) {
            return null;
        }
        $hook = [];
        foreach (\array_slice(\debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS), self::OF_HANDLER) as $frame) {
            if ($frame['function'] === 'unserialize' && ($frame['file'] ?? '') === $from) {
                return match (true) {
                    isset($hook['class']) => self::of(new \ErrorException($message, 0, $level, $file, $line), $hook),
                    $hook === [] && \str_starts_with($message, self::PREFIX) => self::of(new \Error(\substr($message, \strlen(self::PREFIX))), []),
                    default => null,
                };
            }
            $hook = $frame;
        }

        return null;
    }

    /** @param array{class?: string, function?: string} $call */
    private static function of(\Throwable $error, array $call): \Throwable
    {
        self::$calls ??= new \WeakMap();
        self::$calls[$error] = $call;

        return $error;
    }

    /** @return array{class?: string, function?: string}|null the hook that raised the warning, [] for unserialize() itself; null for any other exception */
    public static function call(\Throwable $error): ?array
    {
        return self::$calls[$error] ?? null;
    }
}
