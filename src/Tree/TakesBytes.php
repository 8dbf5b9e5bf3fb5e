<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\DecodeError;

/** Passes over the bytes of a payload, of which there are $end, and the next one is at $p. */
trait TakesBytes
{
    private int $p = 0;
    private readonly int $end;

    /**
     * Checks that so many bytes follow, and passes over them.
     *
     * @return int where they are
     */
    private function take(int $size): int
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
