<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\MessagePack\Exception\UnpackingFailedException;

/**
 * An incomplete value with the bytes appended so far. Each head is parsed once, and bytes are copied only when the value is complete.
 *
 * MessagePack is a prefix code: the next head's position and the number of missing values are the whole state.
 *
 * @internal
 */
final class Partial
{
    /** Values still missing. */
    private int $pending = 1;
    /** Bytes still missing of a value whose head was parsed. */
    private int $skip = 0;
    /** The first bytes of an incomplete head. */
    private string $carry = '';
    /** Bytes of the value before the carried ones, or before the next piece. */
    private int $position = 0;

    /** @var list<string> the appended pieces */
    private array $pieces = [];
    private int $length = 0;
    /** How many pieces were parsed. */
    private int $seen = 0;

    /**
     * @param int $elements limit of array elements and map entries still to come, from UnpackOptions
     * @param bool $native whether the extension parses heads
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

    /** @return int number of appended bytes */
    public function getLength(): int
    {
        return $this->length;
    }

    /** @return string the appended bytes */
    public function getData(): string
    {
        return \implode('', $this->pieces);
    }

    /**
     * Parses the appended bytes.
     *
     * @param int $start where the value begins, for errors
     * @throws UnpackingFailedException if the value contains an invalid first byte, or too many elements; the next call throws again
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
     * Parses bytes of the value.
     *
     * @param string $window contains them, from $offset to its end
     * @param int $start where the value begins, for errors
     * @return bool whether the value is complete; the window may contain more bytes after it
     * @throws UnpackingFailedException as isComplete()
     */
    public function scan(string $window, int $offset, int $start): bool
    {
        $end = \strlen($window);
        $pending = $this->pending;
        $elements = $this->elements;
        // Converts an offset in the window to one in the value, and to one in the caller's buffer.
        $position = $this->position - $offset;
        $offset += $this->skip;

        if ($this->native && $offset < $end) {
            try {
                \brine_msgpack_scan($window, $offset, $pending, $elements);
            } catch (UnpackingFailedException $error) {
                $at = $start + $position + $error->getOffset();
                throw $error->getReason() === 'unknown_byte' ? Errors::unknownByte($at) : Errors::maxElements($at);
            }
            // After stopping at an incomplete value, continues with its head.
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
                // @phpstan-ignore offsetAccess.notFound (the other codes were handled above)
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
        // If the position is beyond the window, a string is cut off; otherwise a head is.
        $this->skip = \max(0, $offset - $end);
        $this->carry = $pending > 0 && $offset < $end ? \substr($window, $offset) : '';
        $this->position = $position + $end - \strlen($this->carry);

        return $pending === 0 && $offset <= $end;
    }
}
