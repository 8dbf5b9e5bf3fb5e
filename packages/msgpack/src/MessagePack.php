<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Extension\TimestampExtension;

/** Packs and unpacks in one call each. Timestamp objects use the specification's timestamp type. */
final class MessagePack
{
    private static Packer $packer;
    private static BufferUnpacker $unpacker;
    private static ?bool $native = null;

    private function __construct()
    {
    }

    /**
     * @throws Exception\InvalidOptionException if options exclude each other
     * @throws Exception\PackingFailedException if the value cannot be packed
     */
    public static function pack(mixed $value, PackOptions|int|null $options = null): string
    {
        if ($options === null) {
            if (self::$native !== Backend::isNative()) {
                self::prepare();
            }

            return self::$packer->pack($value);
        }

        return (new Packer($options, [new TimestampExtension()]))->pack($value);
    }

    /**
     * Unpacks the first value in $data.
     *
     * @throws Exception\InvalidOptionException if options exclude each other
     * @throws Exception\InsufficientDataException if the value is incomplete
     * @throws Exception\UnpackingFailedException if the bytes are not MessagePack, or exceed a limit
     */
    public static function unpack(string $data, UnpackOptions|int|null $options = null): mixed
    {
        if ($options === null) {
            if (self::$native !== Backend::isNative()) {
                self::prepare();
            }

            return self::$unpacker->withBuffer($data)->unpack();
        }

        return (new BufferUnpacker($data, $options, [new TimestampExtension()]))->unpack();
    }

    /** Shared by all calls without options. */
    private static function prepare(): void
    {
        self::$packer = new Packer(null, [new TimestampExtension()]);
        self::$unpacker = new BufferUnpacker('', null, [new TimestampExtension()]);
        self::$native = Backend::isNative();
    }
}
