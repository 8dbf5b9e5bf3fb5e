<?php

/* Classes of the library that are not there yet, as those that use them need them. */

declare(strict_types=1);

namespace Brine\Codec {
    final class SignedFrame
    {
        public static function sign(string $payload, string $key, string $context = ''): string
        {
        }

        /** @param string|array<string> $keys */
        public static function verify(string $frame, string|array $keys, string $context): ?string
        {
        }
    }
}

namespace Brine\Igbinary {
    final class Decoder
    {
        /** @param array<string, mixed> $options */
        public static function decode(string $bytes, array $options = []): mixed
        {
        }
    }
}
