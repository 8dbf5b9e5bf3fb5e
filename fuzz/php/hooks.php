<?php

declare(strict_types=1);

namespace Brine\Fuzz;

/** Records the effects of the classes' hooks, for later checks. */
final class Hooks
{
    /** Whether a hook changed the value: then its text may differ each time. */
    public static bool $unsteady = false;

    public static int $destructed = 0;

    private static int $level = 0;
    private static int $entered = 0;

    /** @var array<int, true> by object number */
    private static array $awake = [];

    public static function reset(): void
    {
        self::$unsteady = false;
        self::$level = 0;
        self::$entered = 0;
        self::$awake = [];
    }

    /** Limits hooks that trigger further hooks. */
    public static function enter(): bool
    {
        if (self::$level >= 3 || self::$entered >= 30) {
            return false;
        }
        self::$level++;
        self::$entered++;

        return true;
    }

    public static function leave(): void
    {
        self::$level--;
    }

    public static function awake(object $object): void
    {
        self::$awake[spl_object_id($object)] = true;
    }

    public static function destruct(object $object): void
    {
        self::$destructed++;
        if (!isset(self::$awake[spl_object_id($object)])) {
            finding('a destructor has run on an object whose __wakeup() has not');
        }
        unset(self::$awake[spl_object_id($object)]);
    }
}
