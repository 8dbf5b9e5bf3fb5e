<?php

declare(strict_types=1);

namespace Brine\MessagePack;

use Brine\MessagePack\Exception\InsufficientDataException;
use Brine\MessagePack\Exception\InvalidOptionException;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Internal\Errors;
use Brine\MessagePack\Internal\Partial;
use Brine\MessagePack\Internal\ReadsParts;
use Brine\MessagePack\Internal\UnpacksTypes;
use Brine\MessagePack\Internal\UnpacksValues;
use Brine\MessagePack\Type\Ext;

/** Unpacks values one after another from a buffer, to which bytes may be appended meanwhile. A method that throws leaves the position unchanged. */
class BufferUnpacker
{
    use ReadsParts;
    use UnpacksTypes;
    use UnpacksValues;

    /** tryUnpack() moves the rest to the start of the buffer only after reading this many bytes. */
    private const MIN_RELEASE = 1 << 16;

    /** With more nested extensions than this, PHP does the work, which needs no machine stack for arrays. */
    private const MAX_NATIVE_NESTING = 4;

    /** Each nested extension copies its contents, so this limits the memory in multiples of the message's size. */
    private const MAX_NESTING = 128;

    private UnpackOptions $options;
    private int $maxDepth;
    private int $maxElements;

    /** @var array<int, Extension> by type */
    private array $extensions = [];

    private bool $native;
    /** @var array<string, mixed>|null Cached arguments of the extension's functions, created on demand */
    private ?array $nativeOptions = null;
    /** Levels of arrays, maps and extensions around this buffer, if it is the payload of an extension. */
    private int $depth = 0;
    /** Extensions around this buffer. */
    private int $nesting = 0;

    /** The incomplete value at the position, as tryUnpack() left it; later bytes are appended to it. */
    private ?Partial $partial = null;

    /**
     * @param UnpackOptions|int|null $options a bitmask of UnpackOptions' constants, or null for the defaults
     * @param list<Extension> $extensions of different types; of several with the same type, the last is used
     * @throws InvalidOptionException if options exclude each other, an extension's type is not from -128 to 127, or the class for big integers does
     *     not exist
     */
    public function __construct(
        string $buffer = '',
        UnpackOptions|int|null $options = null,
        array $extensions = [],
    ) {
        $this->options = match (true) {
            $options === null => UnpackOptions::fromDefaults(),
            \is_int($options) => UnpackOptions::fromBitmask($options),
            default => $options,
        };
        if ($this->options->isBigIntAsGmpMode() && !\extension_loaded('gmp')) {
            throw new InvalidOptionException('Invalid option BIGINT_AS_GMP, use it with the extension gmp');
        }
        if ($this->options->isBigIntAsDecMode() && !\class_exists(\Decimal\Decimal::class)) {
            throw new InvalidOptionException('Invalid option BIGINT_AS_DEC, use it with the extension decimal');
        }
        $this->maxDepth = $this->options->getMaxDepth();
        $this->maxElements = $this->options->getMaxElements();
        $this->validateUtf8 = $this->options->isUtf8Validated();
        $this->addExtensions(...$extensions);
        $this->native = Backend::isNative();
        $this->buffer = $buffer;
    }

    public function __clone()
    {
        if ($this->partial !== null) {
            $this->partial = clone $this->partial;
        }
    }

    /** @return static an unpacker that also has these extensions, with a copy of the buffer */
    public function extendWith(Extension $extension, Extension ...$extensions): static
    {
        $new = clone $this;
        $new->addExtensions($extension, ...$extensions);
        $new->nativeOptions = null;

        return $new;
    }

    /** @return static an unpacker like this one, at the start of another buffer */
    public function withBuffer(string $buffer): static
    {
        if ($this->native) {
            // Created here, so that all copies share it.
            $this->nativeOptions ?? $this->nativeOptions();
        }
        $new = clone $this;

        return $new->reset($buffer);
    }

    /** Replaces the buffer, and resets the position. */
    public function reset(string $buffer = ''): static
    {
        $this->buffer = $buffer;
        $this->offset = 0;
        $this->partial = null;

        return $this;
    }

    /** Appends bytes to the buffer. */
    public function append(string $data): static
    {
        if ($this->partial === null) {
            $this->buffer .= $data;
        } else {
            $this->partial->append($data);
        }

        return $this;
    }

    /**
     * Moves to another position.
     *
     * @param int $offset in bytes from the buffer's start, or from its end if negative
     * @throws InsufficientDataException if it is outside of the buffer
     */
    public function seek(int $offset): static
    {
        $this->join();
        $length = \strlen($this->buffer);
        $position = $offset < 0 ? $offset + $length : $offset;
        if ($position < 0 || $position > $length) {
            throw Errors::position($position);
        }
        $this->offset = $position;

        return $this;
    }

    /**
     * Moves forward or back.
     *
     * @param int $length in bytes
     * @throws InsufficientDataException if that is outside of the buffer
     */
    public function skip(int $length): static
    {
        $this->join();
        // Not compared as a sum, which may exceed PHP_INT_MAX.
        if ($length < -$this->offset || $length > \strlen($this->buffer) - $this->offset) {
            throw Errors::position($length > \PHP_INT_MAX - $this->offset ? \PHP_INT_MAX : $this->offset + $length);
        }
        $this->offset += $length;

        return $this;
    }

    /** @return int number of unread bytes */
    public function getRemainingCount(): int
    {
        // The position is after the end if an extension has replaced the buffer.
        return \max(0, \strlen($this->buffer) - $this->offset) + ($this->partial?->getLength() ?? 0);
    }

    public function hasRemaining(): bool
    {
        return $this->getRemainingCount() > 0;
    }

    /**
     * Removes the bytes before the position from the buffer.
     *
     * @return int number of removed bytes
     */
    public function release(): int
    {
        $released = $this->offset;
        if ($released > 0) {
            $this->buffer = \substr($this->buffer, $released);
            $this->offset = 0;
        }

        return $released;
    }

    /**
     * Reads raw bytes.
     *
     * @param int $length number of bytes
     * @throws InsufficientDataException if there are fewer
     */
    public function read(int $length): string
    {
        $this->join();
        if ($length < 0 || $length > \strlen($this->buffer) - $this->offset) {
            throw Errors::truncated($this->offset);
        }
        $data = \substr($this->buffer, $this->offset, $length);
        $this->offset += $length;

        return $data;
    }

    /**
     * Unpacks and removes all complete values. An incomplete one stays until append() has added the rest; its bytes are not parsed again before
     * it is complete.
     *
     * @return list<mixed> the values; empty if the first one is incomplete
     * @throws UnpackingFailedException if the next bytes are not MessagePack, or exceed a limit; extensions may throw anything. Complete values
     *     before the error are returned first, and the next call throws.
     */
    public function tryUnpack(): array
    {
        if ($this->partial !== null) {
            if (!$this->partial->isComplete($this->offset)) {
                return [];
            }
            $this->join();
        }

        $messages = [];
        try {
            while ($this->offset < \strlen($this->buffer)) {
                $messages[] = $this->unpack();
            }
        } catch (InsufficientDataException) {
            $this->partial = $this->findPartial($messages === []);
        } catch (\Throwable $error) {
            // Malformed bytes, or an exception of an extension.
            if ($messages === []) {
                throw $error;
            }
        }
        // Moving costs the size of the rest; at least as much was read since the last move.
        $read = $this->offset;
        if ($read === \strlen($this->buffer) || $read >= self::MIN_RELEASE && 2 * $read > \strlen($this->buffer)) {
            $this->release();
        }

        return $messages;
    }

    /**
     * A value of a type without an extension.
     *
     * @internal
     * @param int $depth levels around it
     * @param int $head position of its head
     * @throws UnpackingFailedException
     */
    protected function unpackUnknownExt(int $type, string $payload, int $depth, int $head): mixed
    {
        return new Ext($type, $payload);
    }

    private function addExtensions(Extension ...$extensions): void
    {
        foreach ($extensions as $extension) {
            $type = $extension->getType();
            if ($type < -128 || $type > 127) {
                throw new InvalidOptionException("Invalid option extension type $type, use -128 to 127");
            }
            $this->extensions[$type] = $extension;
        }
    }

    /** The buffer is complete again, and no partial value is known. */
    private function join(): void
    {
        if ($this->partial !== null) {
            $data = $this->partial->getData();
            // The pieces are no longer needed, and may be large.
            $this->partial = null;
            $this->buffer .= $data;
        }
    }

    /**
     * The state of the incomplete value at the position.
     *
     * @param bool $throws whether to throw, or return null, if its available bytes are malformed
     */
    private function findPartial(bool $throws): ?Partial
    {
        $partial = new Partial($this->maxElements, $this->native);
        try {
            $partial->scan($this->buffer, $this->offset, $this->offset);
        } catch (UnpackingFailedException $error) {
            return $throws ? throw $error : null;
        }

        return $partial;
    }

    /** @param int $bits of an integer above PHP_INT_MAX */
    private function bigInt(int $bits): mixed
    {
        $digits = \sprintf('%u', $bits);

        return match (true) {
            $this->options->isBigIntAsStrMode() => $digits,
            $this->options->isBigIntAsGmpMode() => \gmp_init($digits),
            default => new \Decimal\Decimal($digits),
        };
    }

    /**
     * The extension's value for a payload.
     *
     * @param int $depth levels around it
     */
    private function unpackPayload(int $type, string $payload, int $depth): mixed
    {
        $unpacker = (clone $this)->reset($payload);
        $unpacker->depth = ++$depth;
        $unpacker->nesting++;
        if ($depth >= $this->maxDepth || $unpacker->nesting >= self::MAX_NATIVE_NESTING) {
            $unpacker->native = false;
            if ($depth > $this->maxDepth || $unpacker->nesting > self::MAX_NESTING) {
                throw Errors::maxDepth(0);
            }
        }
        $unpacker->nativeOptions = null;
        try {
            return $this->extensions[$type]->unpackExt($unpacker, \strlen($payload));
        } catch (InsufficientDataException $error) {
            throw Errors::badExt($type, $error);
        }
    }

    /** @return array<string, mixed> options of brine_msgpack_unpack_at() */
    private function nativeOptions(): array
    {
        // Callbacks hold a copy, since the unpacker itself would be a cycle. A subclass, whose properties may change, is copied for each call.
        $isKept = static::class === self::class || $this->extensions === [];
        $unpacker = $this;
        if ($isKept) {
            $unpacker = clone $this;
            $unpacker->buffer = '';
        }
        $extensions = [];
        foreach ($this->extensions as $type => $extension) {
            $extensions[$type] = $extension instanceof TimestampExtension
                ? true
                : static fn (string $payload, int $depth): mixed
                    => $unpacker->unpackPayload($type, $payload, $unpacker->depth + $depth);
        }

        $options = [
            'bigint' => match (true) {
                $this->options->isBigIntAsStrMode() => 'str',
                $this->options->isBigIntAsGmpMode() => 'gmp',
                default => 'dec',
            },
            'extensions' => $extensions,
            // Creates Timestamp and Ext objects without a call.
            'other' => true,
            'pass_depth' => \array_filter($extensions, \is_object(...)) !== [],
            'utf8' => $this->validateUtf8,
            'max_depth' => $this->maxDepth - $this->depth,
            'max_elements' => $this->maxElements,
        ];
        $defaults = [
            'bigint' => 'str',
            'extensions' => [],
            'pass_depth' => false,
            'utf8' => false,
            'max_depth' => UnpackOptions::DEFAULT_MAX_DEPTH,
            'max_elements' => UnpackOptions::DEFAULT_MAX_ELEMENTS,
        ];

        // Checked at each call, so defaults are left out.
        $options = \array_filter(
            $options,
            static fn (mixed $value, string $name): bool => $value !== ($defaults[$name] ?? null),
            \ARRAY_FILTER_USE_BOTH,
        );
        if ($isKept) {
            $this->nativeOptions = $options;
        }

        return $options;
    }
}
