<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Extension\TimestampExtension;

/** Packing and unpacking in one call each; Timestamp objects are packed as the specification's timestamps. */
final class MessagePack
{
    private function __construct()
    {
    }

    /**
     * @throws Exception\InvalidOptionException if options exclude each other
     * @throws Exception\PackingFailedException if the value cannot be packed
     */
    public static function pack(mixed $value, PackOptions|int|null $options = null): string
    {
        return (new Packer($options, [new TimestampExtension()]))->pack($value);
    }

    /**
     * Unpacks the first value in $data.
     *
     * @throws Exception\InvalidOptionException if options exclude each other
     * @throws Exception\InsufficientDataException if the value is not there in full
     * @throws Exception\UnpackingFailedException if the bytes are not MessagePack, or beyond a limit
     */
    public static function unpack(string $data, UnpackOptions|int|null $options = null): mixed
    {
        return (new BufferUnpacker($data, $options, [new TimestampExtension()]))->unpack();
    }
}
