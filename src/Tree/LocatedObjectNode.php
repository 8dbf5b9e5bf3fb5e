<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * An object of which the places of its properties' values are known.
 *
 * @internal
 */
final class LocatedObjectNode extends ObjectNode
{
    /** @var array<int, int> byte offsets, in the order of the names */
    public array $offsets = [];

    public function offsetOf(int $property): int
    {
        return $this->offsets[$property] ?? $this->offset;
    }
}
