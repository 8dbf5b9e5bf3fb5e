<?php

declare(strict_types=1);

namespace Brine\Tests\Identity;

/** What is in values, as an encoder meets it. */
final class Values
{
    /**
     * The values of an object's properties but for what hooks have put there.
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
     * What is written of an object.
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
     * What was read of an object.
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
