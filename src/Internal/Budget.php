<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\DecodeException;
use Brine\Serializer;

/**
 * How much memory a value may take, in bytes, where nobody says so: an amount for any payload, and more for each byte of it. What is in an
 * envelope is paid for by the envelope's own bytes: eight of the content for each of them, as compression mostly saves. So
 * compression does not multiply what a byte can cost.
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

    /** What the value of a payload of so many bytes may take. */
    public static function of(int $size): int
    {
        return (int) \min(\PHP_INT_MAX, self::BASE + self::PER_BYTE * $size);
    }

    /**
     * What the value of an envelope's content may take.
     *
     * @return int|null null if that is what it may take by itself
     */
    public static function ofContent(int $content, int $envelope): ?int
    {
        return $content > self::CONTENT_PER_BYTE * $envelope ? self::of(self::CONTENT_PER_BYTE * $envelope) : null;
    }

    /** @param int|null $maxMemory bytes; null if nobody says so */
    public static function read(Serializer $reader, string $data, ?int $maxMemory): mixed
    {
        return $maxMemory !== null && $reader instanceof ReadsWithin
            ? $reader->unserializeWithin($data, $maxMemory)
            : $reader->unserialize($data);
    }

    /** @param int $offset of what takes too much */
    public static function exceeded(int $offset): DecodeException
    {
        return Failure::decoding("The value takes more memory than max_memory allows, at offset $offset", $offset, 'max_memory');
    }
}
