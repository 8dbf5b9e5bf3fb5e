<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Exception\InsufficientDataException;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Internal\Errors;
use Brine\MessagePack\Internal\Streams;

/**
 * Reads packed values from a PHP stream, one after another, in memory for the largest of them and not for all.
 *
 *     foreach (new StreamUnpacker($stream) as $value) {
 *     }
 *
 * @implements \IteratorAggregate<int, mixed>
 */
final class StreamUnpacker implements \IteratorAggregate
{
    /** @var resource */
    private $stream;
    private BufferUnpacker $unpacker;
    /** @var int<1, max> */
    private int $chunkSize;

    /** @var array<int, mixed> Values that have been read and not been given to the caller, from $next on */
    private array $values = [];
    private int $next = 0;

    /**
     * @param resource $stream open for reading; it stays open
     * @param BufferUnpacker|null $unpacker with options, extensions, and bytes read before; by default
     *     one that unpacks timestamps
     * @param int $chunkSize bytes per read, at least 1
     * @throws \TypeError if $stream is no stream
     */
    public function __construct($stream, ?BufferUnpacker $unpacker = null, int $chunkSize = 1 << 16)
    {
        if (!Streams::isStream($stream)) {
            throw new \TypeError(__METHOD__ . '(): Argument #1 ($stream) must be an open stream');
        }
        if ($chunkSize < 1) {
            throw new \ValueError(__METHOD__ . '(): Argument #3 ($chunkSize) must be at least 1');
        }
        $this->stream = $stream;
        $this->chunkSize = $chunkSize;
        $this->unpacker = $unpacker ?? new BufferUnpacker('', null, [new TimestampExtension()]);
    }

    /**
     * The next value; blocks if the stream does.
     *
     * @throws InsufficientDataException if the stream ends, or has nothing to read now, before the value does. What was
     *     read of it is kept: a later call resumes.
     * @throws UnpackingFailedException if the next bytes are not MessagePack, or beyond a limit
     */
    public function unpack(): mixed
    {
        while (!$this->fetch()) {
            if (!$this->readChunk()) {
                throw Errors::truncated($this->unpacker->getRemainingCount());
            }
        }

        return $this->take();
    }

    /**
     * Reads once from a non-blocking stream, and returns all values that are complete now.
     *
     * @return list<mixed>
     * @throws UnpackingFailedException if the next bytes are not MessagePack, or beyond a limit. What is complete
     *     before such bytes is returned first: the call after that one throws.
     */
    public function tryUnpack(): array
    {
        $this->readChunk();
        $left = \array_slice($this->values, $this->next);
        try {
            $values = $this->unpacker->tryUnpack();
        } catch (\Throwable $error) {
            if ($left === []) {
                throw $error;
            }
            $values = [];
        }
        $this->values = [];
        $this->next = 0;

        return [...$left, ...$values];
    }

    /**
     * All values up to the end of the stream.
     *
     * @throws InsufficientDataException if the stream ends inside of a value, or has nothing to read now: it does not
     *     block, or its timeout has expired. A later loop resumes.
     * @throws UnpackingFailedException if the next bytes are not MessagePack, or beyond a limit
     */
    public function getIterator(): \Generator
    {
        for (;;) {
            while (!$this->fetch()) {
                if (!$this->readChunk()) {
                    if ($this->unpacker->hasRemaining() || !\feof($this->stream)) {
                        throw Errors::truncated($this->unpacker->getRemainingCount());
                    }

                    return;
                }
            }
            yield $this->take();
        }
    }

    /** @return bool whether there is a value to take */
    private function fetch(): bool
    {
        if ($this->next >= \count($this->values)) {
            $this->values = $this->unpacker->tryUnpack();
            $this->next = 0;
        }

        return $this->values !== [];
    }

    private function take(): mixed
    {
        $value = $this->values[$this->next];
        // The caller may drop the value long before the last one of the chunk.
        $this->values[$this->next++] = null;

        return $value;
    }

    /** @return bool whether there were bytes */
    private function readChunk(): bool
    {
        $chunk = @\fread($this->stream, $this->chunkSize);
        if ($chunk === false || $chunk === '') {
            return false;
        }
        $this->unpacker->append($chunk);

        return true;
    }
}
