<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\Path;

/**
 * What readers of all formats do in the same way: how a read ends, and where a fault is.
 *
 * @internal
 */
abstract class PayloadReader implements TreeReader
{
    /** The way to a fault, which is noted while what is inside of arrays and objects returns from it. */
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
        foreach ($this->things() as $node) {
            $node->takeApart();
        }
    }

    /** The way to a fault. */
    final public function path(): Path
    {
        return $this->path ??= new Path();
    }

    /** Reads the header and the value. */
    abstract protected function readPayload(): mixed;

    /** The offset behind the value, if anything is there. */
    abstract protected function rest(): ?int;

    /** @return list<Node> all objects, references, and arrays with such inside */
    abstract protected function things(): array;
}
