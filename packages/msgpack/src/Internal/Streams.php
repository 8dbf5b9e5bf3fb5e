<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/** @internal */
final class Streams
{
    /**
     * Whether the value is an open stream, persistent ones included.
     *
     * @phpstan-assert-if-true resource $value
     */
    public static function isStream(mixed $value): bool
    {
        return \is_resource($value) && \in_array(\get_resource_type($value), ['stream', 'persistent stream'], true);
    }

    private function __construct()
    {
    }
}
