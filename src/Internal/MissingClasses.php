<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\DecodeException;

/**
 * The function of the ini setting unserialize_callback_func, which is asked for a class that no autoloader knows. With the option
 * "missing_classes", functions of PHP and of other extensions ask one that throws.
 *
 * @internal
 */
final class MissingClasses
{
    /** Where errors come from of a function that cannot be asked. */
    public const FILE = __FILE__;

    private const CALLBACK = self::class . '::refuse';

    /** What is warned about a function that did not define the class. With the ini setting docref_root, a link stands behind the reader's name. */
    private const WARNING = "/^[\\w\\\\:]+\\(\\)(?: \\[<a [^\\]]*\\])?: Function .+\\(\\) hasn't defined the class it was called for$/sD";

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

    /** @throws \Error if there is no such function */
    public static function ask(string $callback, string $name): void
    {
        if (!\is_callable($callback)) {
            throw new \Error("Invalid callback $callback, function \"$callback\" not found or invalid function name");
        }
        $callback($name);
    }

    /** Whether this is the warning that a class is still missing: what is read then is no damage, but an incomplete object. */
    public static function isWarning(string $message): bool
    {
        return \preg_match(self::WARNING, $message) === 1;
    }

    /** @throws DecodeException if the class is still missing */
    public static function refuse(string $name): void
    {
        if (self::$callback !== '') {
            self::ask(self::$callback, $name);
        }
        if (!\class_exists($name)) {
            throw Failure::decoding("There is no class $name", 0, 'missing_class');
        }
    }
}
