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

    /** Whether the value has neither objects nor PHP references: then read() has returned the final value. */
    public function isPure(): bool;

    /** Returns the sizes of the tree. Frees everything but the nodes. */
    public function finish(Node $tree): Sizes;

    /** @return list<ObjectNode|TextNode> in the order of the payload */
    public function objects(): array;

    /** Empties all nodes, so that PHP frees even long chains without recursion. */
    public function takeApart(): void;
}
