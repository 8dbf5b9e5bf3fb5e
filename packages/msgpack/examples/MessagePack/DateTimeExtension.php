<?php

declare(strict_types=1);

namespace Brine\Examples\MessagePack;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;

/**
 * Dates with their microseconds and their time zone, which the specification's timestamps do not have: seconds,
 * microseconds, and the zone's name.
 */
final class DateTimeExtension implements Extension
{
    /** @param int $type 0 to 127 */
    public function __construct(private int $type)
    {
    }

    public function getType(): int
    {
        return $this->type;
    }

    public function pack(Packer $packer, mixed $value): ?string
    {
        if (!$value instanceof \DateTimeInterface) {
            return null;
        }

        return $packer->packExt(
            $this->type,
            $packer->packInt($value->getTimestamp())
                . $packer->packInt((int) $value->format('u'))
                . $packer->packStr($value->getTimezone()->getName()),
        );
    }

    public function unpackExt(BufferUnpacker $unpacker, int $extLength): \DateTimeImmutable
    {
        $seconds = $unpacker->unpackInt();
        $microseconds = $unpacker->unpackInt();
        $name = $unpacker->unpackStr();
        // For an invalid name, it returns false with a warning; for one with a NUL byte, it throws a ValueError.
        $zone = \str_contains($name, "\0") ? false : @\timezone_open($name);
        $date = \is_int($seconds) && \is_int($microseconds) && $microseconds >= 0
            ? \DateTimeImmutable::createFromFormat('U u', \sprintf('%d %06d', $seconds, $microseconds))
            : false;
        if ($zone === false || $date === false) {
            throw new UnpackingFailedException('A date is malformed', reason: 'bad_date');
        }

        return $date->setTimezone($zone);
    }
}
