<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\Path;

/**
 * Objects whose class has an __unserialize() of PHP's own that is given an empty array. No mark can tell where it refuses that: it is asked before.
 *
 * @internal
 */
final class EmptyStates
{
    private function __construct()
    {
    }

    /**
     * @param list<ObjectNode|TextNode> $objects all of the tree
     * @param Classes                   $classes those of the value
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
                Way::add($tree, $object, $path, true);
                throw DecodeError::in(ClassError::state($object->form->class, $refusal, $object->offset), $path);
            }
        }
    }
}
