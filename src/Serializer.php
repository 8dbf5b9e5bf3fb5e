<?php

declare(strict_types=1);

namespace Brine;

/**
 * Turns values into bytes and back. What is read is what was written: false, null and empty values too, so that a
 * failure is always an exception and never a value.
 *
 * Everything that Brine throws because of a value or of bytes is a Brine\Exception; hooks of objects
 * (__serialize(), __wakeup() and the like) throw what they want.
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
