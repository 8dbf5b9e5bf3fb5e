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

    /** Whether the payload names it again. */
    public bool $isNamedAgain = false;

    public function takeApart(): void
    {
        $this->value = null;
    }
}
