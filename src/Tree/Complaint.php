<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Makes exceptions of what PHP says of what unserialize() is given, or a hook of PHP's own that this calls: the value is refused for it.
 *
 * @internal
 */
final class Complaint
{
    /** Before what unserialize() says itself. */
    private const PREFIX = 'unserialize(): ';

    /** The frames of the trace that are an error handler's: heard(), and the handler. */
    private const OF_HANDLER = 2;

    /** @var \WeakMap<\Throwable, array{class?: string, function?: string}>|null by exception, the hook; nothing if unserialize() says it */
    private static ?\WeakMap $calls = null;

    private function __construct()
    {
    }

    /**
     * To be called by an error handler, with what it was given.
     *
     * @param string $from the file that calls unserialize()
     * @return \Throwable|null what the handler has to throw; null if it is not about what unserialize() reads
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

    /** @return array{class?: string, function?: string}|null the hook that a complaint is about, if it is about one; null if it is no complaint */
    public static function call(\Throwable $error): ?array
    {
        return self::$calls[$error] ?? null;
    }
}
