<?php

declare(strict_types=1);

namespace Brine\MessagePack\Type;

/** A point in time of the specification's timestamp type: nanoseconds, without a time zone. */
final class Timestamp
{
    /**
     * @param int $seconds since 1970-01-01 00:00:00 UTC; negative before
     * @param int $nanoseconds 0 to 999,999,999, counted forward from $seconds, also before 1970
     * @throws \InvalidArgumentException if $nanoseconds is out of range
     */
    public function __construct(private int $seconds, private int $nanoseconds = 0)
    {
        if ($nanoseconds < 0 || $nanoseconds > 999_999_999) {
            throw new \InvalidArgumentException("Nanoseconds must be from 0 to 999999999, not $nanoseconds");
        }
    }

    /** The time now, to the microsecond. */
    public static function now(): self
    {
        return self::fromDateTime(new \DateTimeImmutable());
    }

    public static function fromDateTime(\DateTimeInterface $date): self
    {
        return new self($date->getTimestamp(), (int) $date->format('u') * 1000);
    }

    /** @return int since 1970-01-01 00:00:00 UTC */
    public function getSeconds(): int
    {
        return $this->seconds;
    }

    /** @return int 0 to 999,999,999 */
    public function getNanoseconds(): int
    {
        return $this->nanoseconds;
    }
}
