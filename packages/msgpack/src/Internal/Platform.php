<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/** @internal */
final class Platform
{
    private function __construct()
    {
    }

    /** @throws \Brine\Exception if integers have 32 bits, too few for the numbers of messages */
    public static function requireLargeIntegers(): void
    {
        if (\PHP_INT_SIZE < 8) {
            throw new \Brine\Exception('What is written in PHP alone needs 64-bit integers: use the extension');
        }
    }
}
