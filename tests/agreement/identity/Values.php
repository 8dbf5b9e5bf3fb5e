<?php

declare(strict_types=1);

namespace Brine\Tests\Identity;

/** The contents of values, as an encoder finds them. */
final class Values
{
    /**
     * The values of an object's properties, except those set by hooks.
     *
     * @return list<mixed>
     */
    public static function properties(object $object): array
    {
        $properties = (array) $object;
        unset($properties['kept'], $properties['ways']);

        return \array_values($properties);
    }

    /**
     * The part of an object that is written.
     *
     * @return array<mixed>
     */
    public static function written(object $object): array
    {
        return match (true) {
            $object instanceof Finder => $object->__serialize(),
            $object instanceof Keeper => [$object->a, $object->kept],
            default => self::parts($object),
        };
    }

    /**
     * The part of an object that was read.
     *
     * @return array<mixed>
     */
    public static function read(object $object): array
    {
        return match (true) {
            $object instanceof Finder => $object->data,
            $object instanceof Keeper => [$object->a, $object->kept],
            default => self::parts($object),
        };
    }

    /** @return array<mixed> */
    private static function parts(object $object): array
    {
        if ($object instanceof \UnitEnum) {
            return [];
        }
        if ($object instanceof \SplObjectStorage) {
            $pairs = [];
            foreach ($object as $member) {
                $pairs[] = [$member, $object[$member]];
            }

            return $pairs;
        }
        if ($object instanceof \ArrayObject) {
            return [$object->getArrayCopy()];
        }
        if ($object instanceof \SplDoublyLinkedList || $object instanceof \SplFixedArray) {
            return \iterator_to_array($object);
        }

        return (array) $object;
    }
}
