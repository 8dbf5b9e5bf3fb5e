<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * An object that knows the offsets of its properties' values.
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
