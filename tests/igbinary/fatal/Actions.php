<?php

declare(strict_types=1);

namespace Brine\Tests\Igbinary\Fatal;

/** What the hook of the request does. */
final class Actions
{
    public static string $wanted = '';
    /** Keeps a suspended fiber until the request ends. */
    private static ?\Fiber $fiber = null;

    public static function do(string $hook): void
    {
        if (self::$wanted === '' || $hook !== $_GET['hook']) {
            return;
        }
        $action = self::$wanted;
        // The action's own calls run the same hooks.
        self::$wanted = '';
        match ($action) {
            'exit' => exit("exit in $hook"),
            'throw' => throw new \LogicException("from $hook"),
            'error' => \trigger_error("from $hook", E_USER_ERROR),
            'memory' => self::exhaustMemory(),
            'time' => self::exhaustTime(),
            'nested' => print 'nested: ' . (Calls::difference() ?? 'right') . ', ',
            'suspend' => \Fiber::suspend("suspended in $hook"),
        };
    }

    /** Runs a call that suspends. */
    public static function inFiber(\Closure $call): string
    {
        self::$fiber = new \Fiber(static function () use ($call): void {
            \Fiber::suspend($call());
        });

        return self::$fiber->start();
    }

    private static function exhaustMemory(): void
    {
        \ini_set('memory_limit', '64M');
        $text = \str_repeat('x', 128 << 20);
    }

    /** The signal of PHP's own timer, now. */
    private static function exhaustTime(): never
    {
        \set_time_limit(1000);
        \posix_kill(\getmypid(), 27 /* SIGPROF */);
        while (true) {
            // Until PHP looks.
        }
    }
}
