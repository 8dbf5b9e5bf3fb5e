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

    /** @var list<string>|null The keys of such an array as native text. */
    public ?array $keys = null;

    /** @param array<mixed> $elements */
    public function __construct(public array $elements)
    {
    }
}
