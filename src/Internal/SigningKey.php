<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\EncodeException;

/**
 * The rule for keys that sign. Shorter keys still verify, so that existing entries stay readable.
 *
 * @internal
 */
final class SigningKey
{
    private const MIN_BYTES = 16;

    /** The same as in ext/src/error.h. */
    private const TOO_SHORT = 'A signing key must have at least %d bytes, and this one has %d. This command prints a good one: '
        . 'php -r "echo bin2hex(random_bytes(32));"';

    private function __construct()
    {
    }

    /** @throws EncodeException if the key is too short */
    public static function check(#[\SensitiveParameter] string $key): void
    {
        $fault = self::fault($key);
        if ($fault !== null) {
            throw Failure::encoding($fault);
        }
    }

    /** The message of check() for the key; null if it is long enough. */
    public static function fault(#[\SensitiveParameter] string $key): ?string
    {
        return \strlen($key) < self::MIN_BYTES ? \sprintf(self::TOO_SHORT, self::MIN_BYTES, \strlen($key)) : null;
    }
}
