<?php

declare(strict_types=1);

namespace Brine\Internal;

/** @internal */
final class Platform
{
    private static ?bool $knowsLayouts = null;

    private function __construct()
    {
    }

    /** Whether brine_serialize() has the option "layouts", and brine_unserialize() "stale_classes": an older extension refuses them. */
    public static function knowsLayouts(): bool
    {
        if (self::$knowsLayouts === null) {
            try {
                self::$knowsLayouts = !\extension_loaded('brine') || \brine_serialize(null, ['layouts' => true]) !== '';
            } catch (\ValueError) {
                self::$knowsLayouts = false;
            }
        }

        return self::$knowsLayouts;
    }

    /** @throws \Brine\Exception if integers have 32 bits, too few for the codecs in PHP */
    public static function requireLargeIntegers(): void
    {
        if (\PHP_INT_SIZE < 8) {
            throw new \Brine\Exception('What is written in PHP alone needs 64-bit integers: use the extension');
        }
    }
}
