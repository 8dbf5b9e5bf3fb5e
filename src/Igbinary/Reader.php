<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\ReadOptions;
use Brine\Internal\StackDepth;
use Brine\Tree\Classes;
use Brine\Tree\Costs;
use Brine\Tree\Node;
use Brine\Tree\Observer;
use Brine\Tree\PayloadReader;
use Brine\Tree\Sizes;

/**
 * Reads igbinary's formats 1 and 2, which differ only in the header, into a tree. A value is a type byte and its operands,
 * big-endian:
 *
 *     00           null                      11 12 13 26  string: length of 1, 2, 4, 8 bytes, and the bytes
 *     04 05        false, true               0E 0F 10     the string of this number
 *     06 08 0A 20  integer of 1 to 8 bytes   14 15 16     array: count, and so many keys and values
 *     07 09 0B 21  the same, negated         01 02 03     the array or reference of this number
 *     0C           double                    22 23 24     the object of this number
 *     0D           empty string              25           PHP reference: the value follows
 *     17 18 19     object: its class as a string without a type, or 1A 1B 1C as the string of a number. Then an array
 *                  of properties, or what __serialize() returned; or 1D 1E 1F, the bytes that Serializable::serialize()
 *                  returned; or 27 and a string, the case of an enum.
 *
 * Strings are numbered from 0; arrays, objects and targets of references share another sequence. A key 00 means no element.
 *
 * @internal
 */
final class Reader extends PayloadReader
{
    /** Up to this many elements, an array is cheap whatever its keys are. */
    public const FEW_ELEMENTS = 512;

    private const NULL = 0x00;
    private const REFERENCE = 0x25;

    public readonly Input $input;
    public readonly Costs $costs;
    public readonly Values $values;

    /** @var list<string> By number. */
    public array $strings = [];

    /** How many keys without an element the elements had that were read last. */
    public int $skipped = 0;

    /** Null before the first one. */
    private ?Objects $objects = null;

    public function __construct(string $in, ReadOptions $options, Classes $classes, private readonly ?Observer $observer = null)
    {
        parent::__construct($classes);
        $this->input = new Input($in);
        $this->costs = new Costs($options, $this->input->end);
        $this->values = new Values($this->costs);
    }

    protected function readPayload(): mixed
    {
        $header = \substr($this->input->in, 0, 4);
        if ($header !== "\0\0\0\x01" && $header !== "\0\0\0\x02") {
            $isCut = $this->input->end < 4 && \str_starts_with("\0\0\0", $header);
            throw match (true) {
                $header === '' => DecodeError::nothing(0),
                $isCut => DecodeError::at('truncated', $this->input->end),
                default => DecodeError::at('not_igbinary', 0),
            };
        }
        $this->input->p = 4;
        $this->observer?->begin(4, null);
        $value = $this->value();
        $this->observer?->end($this->input->p, $value);

        return $value;
    }

    protected function rest(): ?int
    {
        return $this->input->p < $this->input->end ? $this->input->p : null;
    }

    public function isPure(): bool
    {
        return $this->values->identityCount === 0;
    }

    /** @param Node $tree the result of read() */
    public function finish(Node $tree): Sizes
    {
        $sizes = $this->checkObjects($tree, $this->costs);
        $values = $this->values;
        $values->isAsRead = $values->isAsRead && !$values->hasCopies;
        if ($values->insideThemselves !== [] || $values->hasCopies && $this->costs->firstCycle !== null) {
            // Cycles cannot see how often an array will be repeated.
            $values->isAsRead = false;
            $sizes->maxNodes = StackDepth::height() - $this->costs->highest;
        } elseif ($this->costs->firstCycle !== null) {
            $sizes->levelsOfRest = $this->costs->checkCycles($this->costs->firstCycle, $tree, $this->nodes(), $this->classes);
        }
        $sizes->isAsRead = $values->isAsRead;
        $this->strings = [];
        $values->forget();

        return $sizes;
    }

    /** @return list<Node> */
    protected function nodes(): array
    {
        return [...($this->objects->list ?? []), ...$this->values->others];
    }

    public function objects(): array
    {
        return $this->objects->list ?? [];
    }

    public function value(): mixed
    {
        $at = $this->input->p;
        $type = $this->input->type();

        return match ($type) {
            0x00 => null,
            0x04 => false,
            0x05 => true,
            0x06, 0x08, 0x0A, 0x20, 0x07, 0x09, 0x0B, 0x21 => $this->input->integer($type, $at),
            0x0C => $this->input->double(),
            0x0D => '',
            0x0E, 0x0F, 0x10 => $this->stringNumber($type, $at),
            0x11, 0x12, 0x13, 0x26 => $this->newString($type),
            0x14, 0x15, 0x16 => $this->values->array($this, $type, $at),
            0x01, 0x02, 0x03, 0x22, 0x23, 0x24 => $this->values->again($this, $type, $at),
            0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C => ($this->objects ??= new Objects($this->costs, $this->values, $this->classes))->next($this, $type, $at),
            self::REFERENCE => throw DecodeError::at('misplaced_reference', $at),
            default => throw DecodeError::tag($type, $at),
        };
    }

    private function newString(int $type): string
    {
        $size = $this->input->number($type);
        if ($size > Costs::LONG_STRING) {
            $this->costs->noteLongString($size);
        }

        return $this->strings[] = \substr($this->input->in, $this->input->take($size), $size);
    }

    private function stringNumber(int $type, int $at): string
    {
        return $this->strings[$this->input->number($type)] ?? throw DecodeError::at('unknown_string', $at);
    }

    /**
     * Reads elements in chunks until their keys are known not to collide. Long keys are charged.
     *
     * @param int $at the place of the array or object
     * @return array<mixed>
     */
    public function manyElements(int $count, int $at, bool $areProperties): array
    {
        if ($count <= self::FEW_ELEMENTS) {
            $elements = $this->fewElements($count, $areProperties);
            $this->costs->workOfKeys(\array_keys($elements), $at);

            return $elements;
        }
        $parts = $keys = [];
        $skipped = 0;
        for (; $count > 0; $count -= self::FEW_ELEMENTS) {
            $parts[] = $part = $this->fewElements(\min($count, self::FEW_ELEMENTS), $areProperties);
            $keys[] = \array_keys($part);
            $skipped += $this->skipped;
        }
        $this->skipped = $skipped;
        $this->costs->workOfKeys(\array_merge(...$keys), $at);

        return \array_replace(...$parts);
    }

    /**
     * Reads keys and values. For equal keys the last one wins, as in an object whose __sleep() names a property twice.
     *
     * @return array<mixed>
     */
    public function fewElements(int $count, bool $areProperties): array
    {
        if ($this->observer !== null) {
            return $this->observedElements($this->observer, $count, $areProperties);
        }
        $input = $this->input;
        [$in, $end] = [$input->in, $input->end];
        [$p, $stop, $skipped] = [$input->p, $input->stop, 0];
        $elements = [];
        $key = null;
        try {
            while (--$count >= 0) {
                if ($p + 1 >= $stop) {
                    $stop = $this->passStop($p);
                }
                // At the end, where a stop always is, the byte after a type may be missing: element() checks.
                if ($p + 1 >= $stop && $p + 1 >= $end) {
                    $input->p = $p;
                    $skipped += $this->element($elements, $key);
                    $p = $input->p;
                    continue;
                }
                $type = \ord($in[$p]);
                if ($type === 0x06) {
                    $key = \ord($in[$p + 1]);
                    $p += 2;
                } elseif ($type === 0x0E) {
                    $key = null;
                    $key = $this->strings[\ord($in[$p + 1])] ?? throw DecodeError::at('unknown_string', $p);
                    $p += 2;
                } elseif ($type === self::NULL) {
                    ++$p;
                    ++$skipped;
                    continue;
                } else {
                    $input->p = $p + 1;
                    $key = null;
                    $key = $this->key($type, $p);
                    $p = $input->p;
                }
                if ($p + 1 < $end) {
                    switch (\ord($in[$p])) {
                        case 0x00:
                            $elements[$key] = null;
                            ++$p;
                            continue 2;
                        case 0x04:
                        case 0x05:
                            $elements[$key] = $in[$p++] === "\x05";
                            continue 2;
                        case 0x06:
                            $elements[$key] = \ord($in[$p + 1]);
                            $p += 2;
                            continue 2;
                        case 0x0E:
                            $elements[$key] = $this->strings[\ord($in[$p + 1])] ?? throw DecodeError::at('unknown_string', $p);
                            $p += 2;
                            continue 2;
                        case 0x11:
                            $size = \ord($in[$p + 1]);
                            $elements[$key] = $this->strings[] = $size <= $end - $p - 2
                                ? \substr($in, $p + 2, $size)
                                : throw DecodeError::at('truncated', $p + 2);
                            $p += 2 + $size;
                            continue 2;
                    }
                }
                $input->p = $p;
                $elements[$key] = $p < $end && $in[$p] === "\x25" ? $this->values->reference($this) : $this->value();
                $p = $input->p;
            }
        } catch (DecodeException $error) {
            $this->addStep($key, $areProperties);
            throw $error;
        }
        $input->p = $p;
        $this->skipped = $skipped;

        return $elements;
    }

    /**
     * Called when the position has reached a stop.
     *
     * @return int the next stop
     */
    private function passStop(int $at): int
    {
        // The position may have passed the stop.
        if ($at < $this->input->stop) {
            return $this->input->stop;
        }
        $this->costs->countRead($at, \count($this->strings), \count($this->objects->list ?? []) + \count($this->values->others), 0);

        return $this->input->moveStop($at);
    }

    /**
     * fewElements() with an observer, which is told of each element.
     *
     * @return array<mixed>
     */
    private function observedElements(Observer $observer, int $count, bool $areProperties): array
    {
        $input = $this->input;
        $elements = [];
        $key = null;
        try {
            while (--$count >= 0) {
                $at = $input->p;
                $type = $input->type();
                if ($type === self::NULL) {
                    continue;
                }
                $key = null;
                $key = $this->key($type, $at);
                $observer->begin($input->p, $key);
                $isReference = ($input->in[$input->p] ?? '') === "\x25";
                $elements[$key] = $isReference ? $this->values->reference($this) : $this->value();
                $observer->end($input->p, $elements[$key]);
            }
        } catch (DecodeException $error) {
            $this->addStep($key, $areProperties);
            throw $error;
        }

        return $elements;
    }

    /** Records where an error is. An error in a key belongs to the array. */
    private function addStep(int|string|null $key, bool $isProperty): void
    {
        if ($key !== null) {
            $isProperty ? $this->path()->addProperty($key) : $this->path()->addKey(\array_key_first([$key => null]));
        }
    }

    /**
     * Reads one element near the end of the bytes.
     *
     * @param array<mixed> $elements
     * @param-out int|string|null $key null until it is read
     * @return int 1 for a key without an element
     */
    private function element(array &$elements, int|string|null &$key): int
    {
        $at = $this->input->p;
        $key = null;
        $type = $this->input->type();
        if ($type === self::NULL) {
            return 1;
        }
        $key = $this->key($type, $at);
        $elements[$key] = $this->value();

        return 0;
    }

    public function key(int $type, int $at): int|string
    {
        return match ($type) {
            0x06, 0x08, 0x0A, 0x20, 0x07, 0x09, 0x0B, 0x21 => $this->input->integer($type, $at),
            0x0D => '',
            0x0E, 0x0F, 0x10 => $this->stringNumber($type, $at),
            0x11, 0x12, 0x13, 0x26 => $this->newString($type),
            default => throw DecodeError::at('bad_key', $at),
        };
    }
}
