<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\DecodeException;
use Brine\Serializer;

/**
 * The default memory limit of a value: a fixed amount, and more per byte of the payload. In an envelope, each compressed byte counts as eight, so
 * that compression does not multiply the cost of a byte.
 *
 * @internal
 */
final class Budget
{
    public const BASE = 1 << 25;
    public const PER_BYTE = 256;
    private const CONTENT_PER_BYTE = 8;

    private function __construct()
    {
    }

    /** Limit for a payload of this size. */
    public static function of(int $size): int
    {
        return (int) \min(\PHP_INT_MAX, self::BASE + self::PER_BYTE * $size);
    }

    /**
     * Limit for the content of an envelope.
     *
     * @return int|null null if its own default applies
     */
    public static function ofContent(int $content, int $envelope): ?int
    {
        return $content > self::CONTENT_PER_BYTE * $envelope ? self::of(self::CONTENT_PER_BYTE * $envelope) : null;
    }

    /** @param int|null $maxMemory bytes; null for the default */
    public static function read(Serializer $reader, string $data, ?int $maxMemory): mixed
    {
        return $maxMemory !== null && $reader instanceof ReadsWithin
            ? $reader->unserializeWithin($data, $maxMemory)
            : $reader->unserialize($data);
    }

    /** @param int $offset of the part that exceeds the limit */
    public static function exceeded(int $offset): DecodeException
    {
        return Failure::decoding("The value takes more memory than max_memory allows, at offset $offset", $offset, 'max_memory');
    }
}
