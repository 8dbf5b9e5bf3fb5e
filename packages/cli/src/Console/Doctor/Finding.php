<?php

declare(strict_types=1);

namespace Brine\Console\Doctor;

/**
 * A finding, and what to do about it.
 *
 * @internal
 */
final class Finding
{
    /**
     * @param bool   $isProblem whether it is a problem to fix; otherwise it is a possible improvement
     * @param string $advice    what to do
     * @param string $line      the line to add or change; empty if none
     * @param string $file      where the line belongs
     */
    public function __construct(
        public readonly bool $isProblem,
        public readonly string $text,
        public readonly string $advice,
        public readonly string $line = '',
        public readonly string $file = '',
    ) {
    }
}
