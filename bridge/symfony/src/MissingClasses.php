<?php

declare(strict_types=1);

namespace Brine\BrineBundle;

use Brine\Serializer;

/**
 * Notices when a value is read with an object of a class that is missing, without asking for it each time: the last autoloader is called only
 * if no other has the class.
 *
 * @internal
 */
final class MissingClasses
{
    /** How many times a class was missing. */
    public static int $count = 0;
    private static bool $isWatching = false;

    public static function watch(): void
    {
        if (!self::$isWatching) {
            self::$isWatching = true;
            \spl_autoload_register(static function (): void {
                ++self::$count;
            });
        }
    }

    /**
     * Reads again, and refuses the value as Symfony does if it has an object without its class. What was missing may have been asked for by a
     * hook, which is no fault.
     *
     * @throws \DomainException
     */
    public static function refuse(Serializer $serializer, string $data): mixed
    {
        $before = \ini_set('unserialize_callback_func', self::class . '::handle');
        try {
            $value = $serializer->unserialize($data);
        } finally {
            \ini_set('unserialize_callback_func', (string) $before);
        }
        if ($value instanceof \__PHP_Incomplete_Class) {
            $name = ((array) $value)['__PHP_Incomplete_Class_Name'] ?? null;
            throw new \DomainException('Class not allowed: ' . (\is_string($name) ? $name : ''));
        }

        return $value;
    }

    public static function handle(string $class): never
    {
        throw new \DomainException("Class not found: $class");
    }
}
