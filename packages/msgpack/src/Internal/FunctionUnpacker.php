<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;

/**
 * One call of brine_msgpack_unpack() or brine_msgpack_unpack_at(): callbacks read extension types.
 *
 * @internal
 */
final class FunctionUnpacker extends BufferUnpacker
{
    /** An exception of a callback. */
    private ?\Throwable $thrown = null;

    /**
     * @param int $offset where the message begins
     * @throws UnpackingFailedException if nested calls have used up all levels
     */
    public function __construct(string $bytes, int $offset, private readonly FunctionOptions $given)
    {
        $levels = Callbacks::levelsLeft();
        if ($levels === 0) {
            throw Errors::native('max_depth', $offset);
        }
        parent::__construct($bytes, $given->forClasses($levels), $given->hasTimestamps ? [new TimestampExtension()] : []);
        $this->seek($offset);
    }

    /**
     * unpack() with the extension's errors.
     *
     * @throws UnpackingFailedException if the bytes are not MessagePack, or exceed a limit; callbacks may throw anything
     */
    public function unpackMessage(): mixed
    {
        try {
            return $this->unpack();
        } catch (UnpackingFailedException $error) {
            throw $error === $this->thrown ? $error : Errors::toNative($error);
        }
    }

    protected function unpackUnknownExt(int $type, string $payload, int $depth, int $head): mixed
    {
        $callback = $this->given->extensions[$type] ?? null;
        $arguments = [$payload];
        if ($callback === null) {
            $callback = $this->given->other;
            $arguments = [$type, $payload];
        }
        if ($callback === true) {
            return parent::unpackUnknownExt($type, $payload, $depth, $head);
        }
        if ($callback === null) {
            throw Errors::unknownExt($type, $head);
        }
        if ($this->given->passesDepth) {
            $arguments[] = $depth;
        }
        try {
            return Callbacks::call($callback, $arguments, $depth);
        } catch (\Throwable $error) {
            $this->thrown = $error;
            throw $error;
        }
    }
}
