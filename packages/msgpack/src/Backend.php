<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Internal\Platform;

/**
 * Which of the two implementations does the work: the extension's, or the one in PHP. Both give the same bytes and
 * the same values. A Packer and a BufferUnpacker decide when they are made, and keep to it.
 *
 * The environment variable BRINE_PURE_PHP=1 selects PHP for the whole process.
 */
final class Backend
{
    private static ?bool $native = null;

    private function __construct()
    {
    }

    /**
     * Whether the extension's functions are used.
     *
     * @throws \Brine\Exception if they are not, and PHP has integers of 32 bits
     */
    public static function isNative(): bool
    {
        self::$native ??= self::hasExtension() && \in_array(\getenv('BRINE_PURE_PHP'), [false, '', '0'], true);
        if (!self::$native) {
            Platform::requireLargeIntegers();
        }

        return self::$native;
    }

    /** Uses the implementation in PHP from now on, as if there were no extension. */
    public static function forcePhp(): void
    {
        self::$native = false;
    }

    /**
     * Uses the extension from now on.
     *
     * @throws \LogicException if it is not loaded, or without MessagePack
     */
    public static function forceNative(): void
    {
        if (!self::hasExtension()) {
            throw new \LogicException('The extension brine is not loaded, or has no MessagePack functions');
        }
        self::$native = true;
    }

    /** Takes back what was forced. */
    public static function reset(): void
    {
        self::$native = null;
    }

    private static function hasExtension(): bool
    {
        // A function of this name may also be the library's, which stands in for it.
        return \in_array('brine_msgpack_unpack_at', (array) \get_extension_funcs('brine'), true);
    }
}
