<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Has serialize() write floats with all the digits that they need, whatever PHP's setting serialize_precision is.
 *
 * @internal
 */
final class ExactFloats
{
    private function __construct()
    {
    }

    /**
     * @template T
     * @param \Closure(): T $call
     * @return T
     */
    public static function during(\Closure $call): mixed
    {
        $precision = \ini_get('serialize_precision');
        // Fewer digits than 17 may be those of another double, unless PHP chooses how many; more take up to 760 bytes.
        if ($precision === '-1' || $precision === '17') {
            return $call();
        }
        \ini_set('serialize_precision', '-1');
        try {
            return $call();
        } finally {
            \ini_set('serialize_precision', (string) $precision);
        }
    }
}
