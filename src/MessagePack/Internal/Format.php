<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/**
 * What can be told from the first byte of a value.
 *
 * @internal
 */
final class Format
{
    /** @return string the name of the type that the byte begins: nil, bool, int, float, str, bin, array, map or ext */
    public static function typeName(int $code): string
    {
        return match (true) {
            $code < 0x80, $code > 0xdf, $code > 0xcb && $code < 0xd4 => 'int',
            $code < 0x90, $code === 0xde, $code === 0xdf => 'map',
            $code < 0xa0, $code === 0xdc, $code === 0xdd => 'array',
            $code < 0xc0, $code > 0xd8 => 'str',
            $code === 0xc0 => 'nil',
            $code === 0xc2, $code === 0xc3 => 'bool',
            $code > 0xc3 && $code < 0xc7 => 'bin',
            $code === 0xca, $code === 0xcb => 'float',
            $code === 0xc1 => 'unknown',
            default => 'ext',
        };
    }

    private function __construct()
    {
    }
}
