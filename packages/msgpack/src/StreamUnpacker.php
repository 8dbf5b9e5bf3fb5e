<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Exception\InsufficientDataException;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Internal\Errors;
use Brine\MessagePack\Internal\Streams;

/**
 * Reads packed values from a PHP stream, one after another, with memory for the largest value, not for all.
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

    /** @var array<int, mixed> Values that were read but not returned yet, from $next on */
    private array $values = [];
    private int $next = 0;

    /**
     * @param resource $stream open for reading; it stays open
     * @param BufferUnpacker|null $unpacker with options, extensions, and bytes read before; by default
     *     one that unpacks timestamps
     * @param int $chunkSize bytes per read, at least 1
     * @throws \TypeError if $stream is not a stream
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
     * @throws InsufficientDataException if the stream ends, or has no more bytes now, before the value is complete. Its bytes are kept: a later
     *     call resumes.
     * @throws UnpackingFailedException if the next bytes are not MessagePack, or exceed a limit
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
     * @throws UnpackingFailedException if the next bytes are not MessagePack, or exceed a limit. Complete values before them are returned first,
     *     and the next call throws.
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
     * @throws InsufficientDataException if the stream ends inside a value, or has no bytes now (non-blocking, or after a timeout). A later loop
     *     resumes.
     * @throws UnpackingFailedException if the next bytes are not MessagePack, or exceed a limit
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

    /** @return bool whether a value is available */
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

    /** @return bool whether bytes were read */
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
