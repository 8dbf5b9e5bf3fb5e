<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Reads a payload into a tree of nodes.
 *
 * @internal
 */
interface TreeReader
{
    /**
     * @return mixed the value, or a node
     * @throws \Brine\DecodeException
     */
    public function read(): mixed;

    /** Whether the value has no object and no PHP reference: then it is complete. */
    public function isPure(): bool;

    /** What is known of the tree. The reader forgets all but its nodes. */
    public function finish(Node $tree): Sizes;

    /** @return list<ObjectNode|TextNode> in the order of the payload */
    public function objects(): array;

    /** Has all nodes let go of what is inside. However they hang together, PHP frees them one by one then. */
    public function takeApart(): void;
}
