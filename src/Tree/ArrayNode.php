<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * An array with a node inside. It gets a number if it contains itself: then native text needs a PHP reference to it.
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
