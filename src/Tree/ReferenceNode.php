<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * A PHP reference. Its value may have the reference inside.
 *
 * @internal
 */
final class ReferenceNode extends Node
{
    public mixed $value = null;

    public function takeApart(): void
    {
        $this->value = null;
    }
}
