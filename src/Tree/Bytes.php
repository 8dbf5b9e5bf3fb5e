<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\DecodeError;

/**
 * The bytes of a payload, and how far they are read.
 *
 * @internal
 */
abstract class Bytes
{
    public string $in;

    /** Where the bytes end. */
    public int $end;

    /** Where the next byte is. */
    public int $p;

    /** Before a value that begins here, or behind, what was read is counted (Costs::countRead()); at most the end. */
    public int $stop;

    protected const BYTES_BETWEEN_STOPS = 4096;

    /** @param int $at the value before which was counted */
    final public function moveStop(int $at): int
    {
        return $this->stop = \min($at + self::BYTES_BETWEEN_STOPS, $this->end);
    }

    /**
     * Checks that so many bytes follow, and passes over them.
     *
     * @return int where they are
     */
    final public function take(int $size): int
    {
        $at = $this->p;
        // A negative size is one of 2**63 or more.
        if ($size < 0 || $size > $this->end - $at) {
            throw DecodeError::at('truncated', $at);
        }
        $this->p = $at + $size;

        return $at;
    }
}
