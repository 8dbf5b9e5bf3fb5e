<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/**
 * Facts about a value from its first byte.
 *
 * @internal
 */
final class Format
{
    /** @return string the name of the type that the byte begins: nil, bool, int, float, str, bin, array, map or ext */
    public static function typeName(int $code): string
    {
        return match (true) {
            $code < 0x80, $code > 0xdf => 'int',
            $code < 0x90 => 'map',
            $code < 0xa0 => 'array',
            $code < 0xc0 => 'str',
            default => Heads::TYPES[$code] ?? 'unknown',
        };
    }

    private function __construct()
    {
    }
}
