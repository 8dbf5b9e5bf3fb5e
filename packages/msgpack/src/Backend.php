<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Internal\Platform;

/**
 * Selects the implementation: the extension's or the one in PHP, with the same bytes and values. A Packer or BufferUnpacker keeps the one that
 * was selected when it was created.
 *
 * BRINE_PURE_PHP=1 in the environment selects PHP for the process.
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

    /** Selects the implementation in PHP, as if the extension were missing. */
    public static function forcePhp(): void
    {
        self::$native = false;
    }

    /**
     * Selects the extension.
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

    /** Reverts to automatic selection. */
    public static function reset(): void
    {
        self::$native = null;
    }

    private static function hasExtension(): bool
    {
        // A function of this name may be the library's replacement.
        return \in_array('brine_msgpack_unpack_at', (array) \get_extension_funcs('brine'), true);
    }
}
