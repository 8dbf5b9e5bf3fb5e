<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;

/** The input of a row: one value, or a group of values whose sizes and times are summed. */
final class Workload
{
    /**
     * @param string                           $section  id of the row's table
     * @param non-empty-list<Closure(): mixed> $builders each builds a new copy of one value
     * @param bool                             $fresh    whether each copy of a value is encoded only once
     * @param bool                             $keep     whether decoded values are kept, with the cycle collector on
     */
    public function __construct(
        public readonly string $section,
        public readonly string $name,
        public readonly array $builders,
        public readonly bool $fresh,
        public readonly bool $keep = false,
        public readonly Calls $calls = Calls::Repeated,
    ) {
    }

    /** @return non-empty-list<mixed> a new copy */
    public function values(): array
    {
        return \array_map(static fn (Closure $build) => $build(), $this->builders);
    }
}
