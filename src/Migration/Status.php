<?php

declare(strict_types=1);

namespace Brine\Migration;

/** A store's contents by format, and estimated sizes with other serializers. */
final class Status
{
    /**
     * @param array<string, array{entries: int, bytes: int}> $formats by name: those of Brine\Format that are there ("brine", "signed",
     *     "compressed", "igbinary", "native"), and "deflated" (Brine\Deflated reads it), "number" (a counter, say: digits alone), and
     *     "other"
     * @param int $sampled entries in the sample to estimate from
     * @param int $unreadable how many of these are in a format and could not be read; estimates leave them out
     * @param array<string, int> $estimates bytes of all entries, by the names of the writers; none if nothing was read
     */
    public function __construct(
        public readonly array $formats,
        public readonly int $sampled,
        public readonly int $unreadable,
        public readonly array $estimates,
    ) {
    }

    /** How many entries there are. */
    public function entries(): int
    {
        return \array_sum(\array_column($this->formats, 'entries'));
    }

    /** The bytes of all entries, without keys. */
    public function bytes(): int
    {
        return \array_sum(\array_column($this->formats, 'bytes'));
    }
}
