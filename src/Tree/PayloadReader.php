<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\Path;

/**
 * Common part of the readers of all formats: reads a payload to its end, and adds the path to an error.
 *
 * @internal
 */
abstract class PayloadReader implements TreeReader
{
    /** Path of an error; filled innermost first while the calls return. */
    private ?Path $path = null;

    public function __construct(protected readonly Classes $classes)
    {
    }

    final public function read(): mixed
    {
        try {
            $value = $this->readPayload();
        } catch (DecodeException $error) {
            throw $this->path === null || $this->classes->isForeign($error) ? $error : DecodeError::in($error, $this->path);
        }
        $rest = $this->rest();
        if ($rest !== null) {
            throw DecodeError::at('trailing_bytes', $rest);
        }

        return $value;
    }

    final public function takeApart(): void
    {
        foreach ($this->nodes() as $node) {
            $node->takeApart();
        }
    }

    /** The path of an error. */
    final public function path(): Path
    {
        return $this->path ??= new Path();
    }

    /**
     * Checks what is only known once all is read.
     *
     * @param Node $tree the result of read()
     */
    final protected function checkObjects(Node $tree, Costs $costs): Sizes
    {
        if ($this->classes->hasArrayObjects) {
            Storages::check($this->objects(), $tree);
        }
        if ($this->classes->hasEmptyStates) {
            EmptyStates::check($this->objects(), $tree, $this->classes);
        }
        $sizes = $costs->sizes();
        $sizes->mayGiveWay = $this->classes->mayLoseNumbers();

        return $sizes;
    }

    /** Reads the header and the value. */
    abstract protected function readPayload(): mixed;

    /** Offset of bytes after the value; null if there are none. */
    abstract protected function rest(): ?int;

    /** @return list<Node> all objects, references, and arrays that contain them */
    abstract protected function nodes(): array;
}
