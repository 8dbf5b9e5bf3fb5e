<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\Path;

/**
 * Rejects rings of ArrayObject, ArrayIterator and their subclasses: objects that keep their elements in each other. PHP would search for the
 * elements endlessly, or overflow the stack.
 *
 * @internal
 */
final class Storages
{
    /** Flag in an object's state: it keeps elements among its own properties. */
    private const IS_SELF = 0x01000000;

    private function __construct()
    {
    }

    /**
     * @param list<ObjectNode|TextNode> $objects all objects of the tree
     * @throws DecodeException
     */
    public static function check(array $objects, Node $tree): void
    {
        /** @var array<int, ObjectNode> $storages by object id */
        $storages = [];
        foreach ($objects as $object) {
            $storage = $object instanceof ObjectNode && $object->form->isArrayObject ? self::storageOf($object) : null;
            if ($storage !== null) {
                $storages[\spl_object_id($object)] = $storage;
            }
        }
        $found = self::findRing($storages);
        if ($found !== null) {
            $path = new Path();
            PathFinder::add($tree, $found, $path, true);
            throw DecodeError::in(ClassError::ring($found->form->class, $found->offset), $path);
        }
    }

    /** The other object that will hold this one's elements, if that may use a third one. */
    private static function storageOf(ObjectNode $object): ?ObjectNode
    {
        [$flags, $storage, $members] = [self::element($object, 0), self::element($object, 1), self::element($object, 2)];
        if (!\is_int($flags) || ($flags & self::IS_SELF) !== 0 || !\is_array($members) && !$members instanceof ArrayNode) {
            return null;
        }

        // An object that is its own storage also uses its own properties.
        return $storage instanceof ObjectNode && $storage->form->isArrayObject && $storage !== $object ? $storage : null;
    }

    private static function element(ObjectNode $object, int $key): mixed
    {
        $values = $object->values instanceof ArrayNode ? $object->values->elements : $object->values;
        $value = $values[$object->form->placeOf($key)] ?? null;

        return $value instanceof ReferenceNode ? $value->value : $value;
    }

    /**
     * The object of a ring that comes first in the payload. Each object is visited once.
     *
     * @param array<int, ObjectNode> $storages
     */
    private static function findRing(array $storages): ?ObjectNode
    {
        $walks = [];
        $found = null;
        foreach (\array_keys($storages) as $walk) {
            $id = $walk;
            while (isset($storages[$id]) && !isset($walks[$id])) {
                $walks[$id] = $walk;
                $id = \spl_object_id($storages[$id]);
            }
            if (!isset($storages[$id]) || $walks[$id] !== $walk) {
                continue;
            }
            $start = $object = $storages[$id];
            do {
                if ($found === null || $object->offset < $found->offset) {
                    $found = $object;
                }
                $object = $storages[\spl_object_id($object)];
            } while ($object !== $start);
        }

        return $found;
    }
}
