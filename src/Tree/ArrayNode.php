<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * An array that has a node inside. It has a number where the text needs a PHP reference to it, inside of itself.
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
