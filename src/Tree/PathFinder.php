<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\Path;

/**
 * Finds the path from the root of a tree to a node, for error messages.
 *
 * @internal
 */
final class PathFinder
{
    /** @var array<int, true> by object id: visited nodes */
    private array $seen = [];

    private function __construct(
        private readonly Node $node,
        private readonly Path $path,
        private readonly bool $isBuilt,
    ) {
    }

    /**
     * Appends the steps to the node's first occurrence to $path, innermost first.
     *
     * @param bool $isBuilt whether objects exist already: then the array of a class without __unserialize() has become properties
     */
    public static function add(mixed $tree, Node $node, Path $path, bool $isBuilt): void
    {
        (new self($node, $path, $isBuilt))->find($tree);
    }

    private function find(mixed $value): bool
    {
        if (!$value instanceof Node) {
            // Only nodes can contain nodes.
            return false;
        }
        if ($value === $this->node) {
            return true;
        }
        if (isset($this->seen[\spl_object_id($value)])) {
            return false;
        }
        $this->seen[\spl_object_id($value)] = true;

        return match (true) {
            $value instanceof ReferenceNode => $this->find($value->value),
            $value instanceof ArrayNode => $this->findInArray($value->elements),
            $value instanceof ObjectNode => $this->findInObject($value),
            default => false,
        };
    }

    /** @param array<mixed> $elements */
    private function findInArray(array $elements): bool
    {
        foreach ($elements as $key => $element) {
            if ($element instanceof Node && $this->find($element)) {
                $this->path->addKey($key);

                return true;
            }
        }

        return false;
    }

    private function findInObject(ObjectNode $object): bool
    {
        $values = $object->values instanceof ArrayNode ? $object->values->elements : $object->values;
        if ($object->form->isArray() && !($this->isBuilt && !\method_exists($object->form->class, '__unserialize'))) {
            return $this->findInArray($values);
        }
        foreach ($values as $name => $value) {
            if ($value instanceof Node && $this->find($value)) {
                $this->path->addProperty($object->form->names === null || !\is_int($name) ? $name : $object->form->name($name));

                return true;
            }
        }

        return false;
    }
}
