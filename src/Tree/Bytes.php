<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\DecodeError;

/**
 * The bytes of a payload, and the read position.
 *
 * @internal
 */
abstract class Bytes
{
    public string $in;

    /** End of the bytes. */
    public int $end;

    /** Offset of the next byte. */
    public int $p;

    /** A value that begins at this offset or behind first charges what was read (Costs::countRead()); at most the end. */
    public int $stop;

    protected const BYTES_BETWEEN_STOPS = 4096;

    /** @param int $at offset of the value that comes after the counted ones */
    final public function moveStop(int $at): int
    {
        return $this->stop = \min($at + self::BYTES_BETWEEN_STOPS, $this->end);
    }

    /**
     * Skips bytes; throws if fewer are left.
     *
     * @return int their offset
     */
    final public function take(int $size): int
    {
        $at = $this->p;
        // A negative size stands for 2**63 or more.
        if ($size < 0 || $size > $this->end - $at) {
            throw DecodeError::at('truncated', $at);
        }
        $this->p = $at + $size;

        return $at;
    }
}
