<?php

declare(strict_types=1);

namespace Brine\Native;

/**
 * An object with its properties, or with the array that its __serialize() returned. Its values may have the object
 * inside.
 */
final class ObjectNode extends Node
{
    /**
     * What it is made of: property values in the order of the names, or the array, which may be a node.
     *
     * @var list<mixed>|ArrayNode|array<mixed>
     */
    public array|ArrayNode $values = [];

    /**
     * Byte offsets of the property values, where a reader was asked for them.
     *
     * @var list<int>
     */
    public array $offsets = [];

    /**
     * @param string            $class  the name as it is spelled in the payload
     * @param list<string>|null $names  property names, mangled, as native text; null for the array of __serialize()
     * @param int               $offset of the object's tag in the payload
     */
    public function __construct(
        public readonly string $class,
        public readonly ?array $names,
        public readonly bool $incomplete,
        public readonly int $offset,
    ) {
    }
}
