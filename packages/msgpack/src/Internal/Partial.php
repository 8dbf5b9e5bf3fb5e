<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\MessagePack\Exception\UnpackingFailedException;

/**
 * A value that is not in the buffer in full, with the bytes that have arrived since. Each of its heads is looked at
 * once, however often it is asked whether it is complete now, and no byte is copied before it is.
 *
 * MessagePack is a prefix code: it is enough to know where the next head is, and how many values are still to come.
 *
 * @internal
 */
final class Partial
{
    /** Values that are still to come. */
    private int $pending = 1;
    /** Bytes that are still to come of a value whose head has been seen. */
    private int $skip = 0;
    /** The first bytes of a head that is cut. */
    private string $carry = '';
    /** Bytes of the value that are before the carried ones, or before the next piece. */
    private int $position = 0;

    /** @var list<string> what was appended */
    private array $pieces = [];
    private int $length = 0;
    /** How many pieces have been looked at. */
    private int $seen = 0;

    /**
     * @param int $elements elements of arrays and entries of maps that may still come: UnpackOptions has how many
     * @param bool $native whether the extension looks at heads
     */
    public function __construct(private int $elements, private bool $native)
    {
    }

    public function append(string $data): void
    {
        if ($data !== '') {
            $this->pieces[] = $data;
            $this->length += \strlen($data);
        }
    }

    /** @return int bytes that were appended */
    public function getLength(): int
    {
        return $this->length;
    }

    /** @return string what was appended */
    public function getData(): string
    {
        return \implode('', $this->pieces);
    }

    /**
     * Looks at what was appended.
     *
     * @param int $start where the value begins, for errors
     * @throws UnpackingFailedException if the value has a byte that begins none, or more elements than it may have; it
     *     throws again when it is asked again
     */
    public function isComplete(int $start): bool
    {
        while (isset($this->pieces[$this->seen])) {
            $piece = $this->pieces[$this->seen];
            if ($this->scan($this->carry === '' ? $piece : $this->carry . $piece, 0, $start)) {
                return true;
            }
            ++$this->seen;
        }

        return false;
    }

    /**
     * Looks at bytes of the value.
     *
     * @param string $window in which they are, from $offset to its end
     * @param int $start where the value begins, for errors
     * @return bool whether that is all of it; there may be more in the window then
     * @throws UnpackingFailedException as isComplete()
     */
    public function scan(string $window, int $offset, int $start): bool
    {
        $end = \strlen($window);
        $pending = $this->pending;
        $elements = $this->elements;
        // From an offset in the window to one of the value, and to one in the caller's buffer.
        $position = $this->position - $offset;
        $offset += $this->skip;

        if ($this->native && $offset < $end) {
            try {
                \brine_msgpack_scan($window, $offset, $pending, $elements);
            } catch (UnpackingFailedException $error) {
                $at = $start + $position + $error->getOffset();
                throw $error->getReason() === 'unknown_byte' ? Errors::unknownByte($at) : Errors::maxElements($at);
            }
            // Where it has stopped at a value that is cut, what follows looks at this value's head.
        }
        while ($pending > 0 && $offset < $end) {
            $code = \ord($window[$offset]);
            if ($code < 0x80 || $code > 0xdf) {
                ++$offset;
                --$pending;
            } elseif ($code < 0xa0) {
                $count = $code & 0x0f;
                if (($elements -= $count) < 0) {
                    throw Errors::maxElements($start + $position + $offset);
                }
                ++$offset;
                $pending += ($code < 0x90 ? 2 * $count : $count) - 1;
            } elseif ($code < 0xc0) {
                $offset += 1 + ($code & 0x1f);
                --$pending;
            } elseif (isset(Heads::FIXED[$code])) {
                $offset += 1 + Heads::FIXED[$code];
                --$pending;
            } elseif ($code > 0xdb) {
                $width = ($code & 1) === 0 ? 2 : 4;
                if ($end - $offset <= $width) {
                    break;
                }
                $count = \unpack($width === 2 ? 'n' : 'N', $window, $offset + 1)[1];
                if (($elements -= $count) < 0) {
                    throw Errors::maxElements($start + $position + $offset);
                }
                $offset += 1 + $width;
                $pending += ($code > 0xdd ? 2 * $count : $count) - 1;
            } elseif ($code === 0xc1) {
                throw Errors::unknownByte($start + $position + $offset);
            } else {
                // @phpstan-ignore offsetAccess.notFound (the other codes have been dealt with)
                $width = Heads::SIZED[$code];
                if ($end - $offset <= $width) {
                    break;
                }
                $size = match ($width) {
                    1 => \ord($window[$offset + 1]),
                    2 => \unpack('n', $window, $offset + 1)[1],
                    4 => \unpack('N', $window, $offset + 1)[1],
                };
                $offset += 1 + $width + $size + ($code > 0xc6 && $code < 0xca ? 1 : 0);
                --$pending;
            }
        }
        $this->pending = $pending;
        $this->elements = $elements;
        // Beyond the end is the end of a string, before it a head of which a part is missing.
        $this->skip = \max(0, $offset - $end);
        $this->carry = $pending > 0 && $offset < $end ? \substr($window, $offset) : '';
        $this->position = $position + $end - \strlen($this->carry);

        return $pending === 0 && $offset <= $end;
    }
}
