<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * An object with its properties, or with the array of its __serialize(). It may contain itself.
 *
 * @internal
 */
class ObjectNode extends Node
{
    /**
     * Property values in the order of the names, or the array (which may be a node).
     *
     * @var list<mixed>|ArrayNode|array<mixed>
     */
    public array|ArrayNode $values = [];

    /** Names of properties that have others in $values. */
    public ?OwnNames $ownNames = null;

    /** @param int $offset of the object's tag in the payload */
    public function __construct(public ObjectForm $form, public int $offset)
    {
    }

    /** @return int offset of a property's value, if the reader records it */
    public function offsetOf(int $property): int
    {
        return $this->offset;
    }

    public function takeApart(): void
    {
        $this->values = [];
    }
}
