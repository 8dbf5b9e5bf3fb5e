<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

/**
 * Numbers in serialize()'s form, which databases and Laravel's own stores read: i:5; and d:1.5; and s:1:"5";
 *
 * @internal
 */
final class PlainNumber
{
    /** Longer texts are not numbers. */
    private const LONGEST = 64;

    private function __construct()
    {
    }

    /** @return string|null null if the value is not a number */
    public static function write(mixed $value): ?string
    {
        return \is_numeric($value) && \is_finite((float) $value) && !(\is_string($value) && \strlen($value) > self::LONGEST / 2) ? \serialize($value) : null;
    }

    /** @return int|float|string|null null if the text does not represent a number */
    public static function read(string $data): int|float|string|null
    {
        if (($data[1] ?? '') !== ':' || \strlen($data) > self::LONGEST || \preg_match('/\A(?:i:[+-]?\d+|d:[-+\d.E]+|s:\d+:"[^"]*");\z/', $data) !== 1) {
            return null;
        }
        // false for any text that is not a number.
        $value = @\unserialize($data, ['allowed_classes' => false]);

        return \is_numeric($value) && \is_finite((float) $value) ? $value : null;
    }
}
