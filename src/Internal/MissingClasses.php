<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\DecodeException;

/**
 * Implements "missing_classes" for PHP's unserialize() and other extensions: sets unserialize_callback_func to a function that throws.
 *
 * @internal
 */
final class MissingClasses
{
    /** File named by errors of a callback that cannot be called. */
    public const FILE = __FILE__;

    private const CALLBACK = self::class . '::refuse';

    /** PHP's warning when a callback did not define the class. With docref_root, a link follows the function's name. */
    private const WARNING = "/^[\\w\\\\:]+\\(\\)(?: \\[<a [^\\]]*\\])?: Function .+\\(\\) hasn't defined the class it was called for$/sD";

    /** Open reads; hooks may start others. */
    private static int $reads = 0;
    /** The ini setting before. */
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
            // Another fiber may have restored the setting late: avoid calling ourselves.
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

    /** Whether this is the warning that a class is still missing: the value is an incomplete object then, not damage. */
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
