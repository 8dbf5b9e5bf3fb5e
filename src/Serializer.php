<?php

declare(strict_types=1);

namespace Brine;

/**
 * Turns values into bytes and back. Every value comes back exactly, including false and null; unreadable bytes throw, and never return false.
 *
 * Errors of values and bytes are a Brine\Exception. Hooks of objects may throw anything.
 */
interface Serializer
{
    /**
     * @return string bytes, at least one
     * @throws EncodeException if the value cannot be written
     */
    public function serialize(mixed $value): string;

    /**
     * @param string $data exactly what serialize() returned, to the last byte
     * @throws DecodeException if it is something else; getOffset() tells where
     */
    public function unserialize(string $data): mixed;
}
