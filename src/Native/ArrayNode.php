<?php

declare(strict_types=1);

namespace Brine\Native;

/** An array that has a node inside. */
final class ArrayNode extends Node
{
    /**
     * For one that stands inside of itself too, with an object or reference in between, which stands there once: how
     * deep it may be written. Others have the limits of the reader.
     */
    public int $maxDepth = \PHP_INT_MAX;

    /** @param array<mixed> $elements */
    public function __construct(public array $elements)
    {
    }

    public function takeApart(): void
    {
        $this->elements = [];
    }
}
