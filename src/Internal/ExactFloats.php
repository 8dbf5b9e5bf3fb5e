<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Makes serialize() and var_export() write floats with exactly the digits they need, whatever serialize_precision is set to.
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
        // Fewer than 17 digits may be another double's, and more take up to 760 bytes.
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
