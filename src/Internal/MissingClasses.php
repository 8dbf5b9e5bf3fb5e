<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\DecodeException;

/**
 * The option "missing_classes" where functions of PHP and of other extensions read: they ask the function of the ini setting
 * unserialize_callback_func for a class that no autoloader knows, and this one throws.
 *
 * @internal
 */
final class MissingClasses
{
    private const CALLBACK = self::class . '::refuse';

    /** How many reads are under way: hooks may read others. */
    private static int $reads = 0;
    /** The function that was asked before. */
    private static string $callback = '';

    private function __construct()
    {
    }

    /**
     * @template T
     * @param \Closure(): T $read
     * @return T
     */
    public static function refused(\Closure $read): mixed
    {
        if (self::$reads++ === 0) {
            $callback = (string) \ini_set('unserialize_callback_func', self::CALLBACK);
            // It is there already where what a read has found was set back after that read, in another fiber: it would call itself.
            self::$callback = $callback === self::CALLBACK ? '' : $callback;
        }
        try {
            return $read();
        } finally {
            if (--self::$reads === 0) {
                \ini_set('unserialize_callback_func', self::$callback);
            }
        }
    }

    /** @throws DecodeException if the class is still missing */
    public static function refuse(string $name): void
    {
        if (\is_callable(self::$callback)) {
            (self::$callback)($name);
        }
        if (!\class_exists($name)) {
            throw Failure::decoding("There is no class $name", 0, 'missing_class');
        }
    }
}
