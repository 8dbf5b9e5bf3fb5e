<?php

declare(strict_types=1);

namespace Brine\MessagePack\Extension;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Internal\Errors;
use Brine\MessagePack\Packer;
use Brine\MessagePack\Type\Timestamp;

/** The specification's timestamp type: 4, 8 or 12 bytes, the shortest that holds the time. */
final class TimestampExtension implements Extension
{
    private const TYPE = -1;

    public function getType(): int
    {
        return self::TYPE;
    }

    public function pack(Packer $packer, mixed $value): ?string
    {
        return $value instanceof Timestamp ? self::packTimestamp($value) : null;
    }

    public function unpackExt(BufferUnpacker $unpacker, int $extLength): Timestamp
    {
        return self::fromPayload($unpacker->read($extLength));
    }

    /** @internal */
    public static function packTimestamp(Timestamp $timestamp): string
    {
        $seconds = $timestamp->getSeconds();
        $nanoseconds = $timestamp->getNanoseconds();

        // Beyond 34 bits, and before 1970, seconds and nanoseconds have separate fields.
        if ($seconds >> 34 !== 0) {
            return \pack('CCCNJ', 0xc7, 12, 0xff, $nanoseconds, $seconds);
        }
        if ($nanoseconds === 0 && $seconds <= 0xffffffff) {
            return \pack('CCN', 0xd6, 0xff, $seconds);
        }

        // The upper 30 bits are nanoseconds, so the whole may exceed a signed integer; pack's J keeps the bits.
        return \pack('CCJ', 0xd7, 0xff, $nanoseconds << 34 | $seconds);
    }

    /**
     * @internal
     * @param int $offset for errors
     * @throws \Brine\MessagePack\Exception\UnpackingFailedException if it is not 4, 8 or 12 bytes long, or has more
     *     than 999,999,999 nanoseconds
     */
    public static function fromPayload(string $payload, int $offset = 0): Timestamp
    {
        switch (\strlen($payload)) {
            case 4:
                return new Timestamp(\unpack('N', $payload)[1]);
            case 8:
                $both = \unpack('J', $payload)[1];
                $seconds = $both & 0x3ffffffff;
                // The sign bit belongs to the nanoseconds.
                $nanoseconds = $both >> 34 & 0x3fffffff;
                break;
            case 12:
                ['n' => $nanoseconds, 's' => $seconds] = \unpack('Nn/Js', $payload);
                break;
            default:
                throw Errors::badTimestamp(\strlen($payload) . ' bytes', $offset);
        }
        if ($nanoseconds > 999_999_999) {
            throw Errors::badTimestamp("$nanoseconds nanoseconds", $offset);
        }

        return new Timestamp($seconds, $nanoseconds);
    }
}
