<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\Path;

/**
 * Checks objects whose built-in __unserialize() receives an empty array. No Mark fits into an empty array, so the hook is tried on a separate
 * object before the value is built.
 *
 * @internal
 */
final class EmptyStates
{
    private function __construct()
    {
    }

    /**
     * @param list<ObjectNode|TextNode> $objects all objects of the tree
     * @param Classes                   $classes the value's classes
     * @throws DecodeException
     */
    public static function check(array $objects, Node $tree, Classes $classes): void
    {
        foreach ($objects as $object) {
            if (!$object instanceof ObjectNode || !$object->form->isMarked || $object->values !== []) {
                continue;
            }
            $refusal = $classes->find($object->form->class, $object->offset, 0)?->refusalOfNothing();
            if ($refusal !== null) {
                $path = new Path();
                PathFinder::add($tree, $object, $path, true);
                throw DecodeError::in(ClassError::state($object->form->class, $refusal, $object->offset), $path);
            }
        }
    }
}
