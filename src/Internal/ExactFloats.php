<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Has serialize() and var_export() write floats with the digits that they need and no others, whatever PHP's setting serialize_precision is.
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
        // Fewer digits than 17 may be those of another double, and more take up to 760 bytes: PHP chooses how many.
        if ($precision === '-1') {
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
