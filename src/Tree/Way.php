<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\Path;

/**
 * Finds the way to a node in a tree.
 *
 * @internal
 */
final class Way
{
    /** @var array<int, true> by object id: what was looked at */
    private array $seen = [];

    private function __construct(
        private readonly Node $node,
        private readonly Path $path,
        private readonly bool $isBuilt,
    ) {
    }

    /**
     * Adds the steps to the first place of a node to a path.
     *
     * @param bool $isBuilt whether objects have been made: what has no hook to take the array of a __serialize() has properties then
     */
    public static function add(mixed $tree, Node $node, Path $path, bool $isBuilt): void
    {
        (new self($node, $path, $isBuilt))->find($tree);
    }

    private function find(mixed $value): bool
    {
        if (!$value instanceof Node) {
            // What is no node has none inside.
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
