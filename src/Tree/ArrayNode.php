<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * An array with a node inside. It gets a number if it may stand again, inside itself too: LateValues puts it there.
 *
 * @internal
 */
final class ArrayNode extends Node
{
    /** @param array<mixed> $elements */
    public function __construct(public array $elements)
    {
    }

    public function takeApart(): void
    {
        $this->elements = [];
    }
}
