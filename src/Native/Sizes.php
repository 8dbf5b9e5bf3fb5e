<?php

declare(strict_types=1);

namespace Brine\Native;

/** What a reader knows of a payload and of the tree that it has made of it. */
final class Sizes
{
    /**
     * @param int $payload     in bytes
     * @param int $elements    how many elements and properties the value has; arrays inside of themselves may add to these
     * @param int $maxElements how many it may have
     * @param int $longest     how many bytes the longest string or key of the tree has at most
     */
    public function __construct(
        public readonly int $payload,
        public readonly int $elements,
        public readonly int $maxElements,
        public readonly int $longest,
    ) {
    }
}
