<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\ReadOptions;
use Brine\Internal\StackDepth;
use Brine\Tree\ArrayNode;
use Brine\Tree\ChecksNames;
use Brine\Tree\Classes;
use Brine\Tree\ClassKind;
use Brine\Tree\CountsCosts;
use Brine\Tree\Node;
use Brine\Tree\NotesPath;
use Brine\Tree\ObjectForm;
use Brine\Tree\ObjectNode;
use Brine\Tree\ReferenceNode;
use Brine\Tree\Sizes;
use Brine\Tree\TakesBytes;
use Brine\Tree\TextNode;
use Brine\Tree\TreeReader;

/**
 * Reads igbinary's formats 1 and 2, which differ in the header only, into a tree (Brine\Tree\Node).
 *
 * After the header comes one value: a type byte and what the type asks for. Numbers are big-endian.
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
 * Strings with a length are numbered from 0, class names and keys among them. Arrays, objects, and what a reference
 * refers to, are numbered from 0 in one other sequence, in the order of their first bytes. A key is an integer or a
 * string; a 00 stands for no element at all.
 */
final class Reader implements TreeReader
{
    use TakesBytes;
    use CountsCosts;
    use ChecksNames;
    use ReadsReferences;
    use ReadsObjects;
    use NotesPath;

    /** So many elements are cheap to make an array of whatever the keys are. */
    private const FEW_ELEMENTS = 512;

    private const NULL = 0x00;
    private const REFERENCE = 0x25;

    /** How many bytes a number has, by the types that begin with one. */
    private const SIZES = [
        0x06 => 1, 0x08 => 2, 0x0A => 4, 0x20 => 8, 0x07 => 1, 0x09 => 2, 0x0B => 4, 0x21 => 8,
        0x11 => 1, 0x12 => 2, 0x13 => 4, 0x26 => 8, 0x0E => 1, 0x0F => 2, 0x10 => 4,
        0x14 => 1, 0x15 => 2, 0x16 => 4, 0x01 => 1, 0x02 => 2, 0x03 => 4, 0x22 => 1, 0x23 => 2, 0x24 => 4,
        0x17 => 1, 0x18 => 2, 0x19 => 4, 0x1A => 1, 0x1B => 2, 0x1C => 4, 0x1D => 1, 0x1E => 2, 0x1F => 4,
    ];

    /** @var list<string> */
    private array $strings = [];

    /**
     * By number; of an array that is not complete, how many objects and references were open before it.
     *
     * @var list<array<mixed>|ArrayNode|ObjectNode|TextNode|ReferenceNode|int>
     */
    private array $numbered = [];

    /** @var array<int, int> By the number of an array: the elements at all depths. */
    private array $counts = [];

    /** @var array<int, int> By the number of an array: how many levels it has, if more than one. */
    private array $levels = [];

    /** @var array<int, int> By the number of an array with objects or references inside: its height, as if it were one. */
    private array $heights = [];

    /** @var array<int, int> By the number of an array: the steps of keys that collide, where there are such. */
    private array $works = [];

    /** @var array<int, ArrayNode> By their numbers, the arrays that stand inside of themselves. */
    private array $insideThemselves = [];

    /** How many objects and references are open: what stands in the text of a tree once, however often it is met. */
    private int $breaks = 0;

    /** @var array<int, ReferenceNode> By the number of the array or object that the reference refers to. */
    private array $references = [];

    /** @var list<ObjectNode|TextNode> */
    private array $objects = [];

    /** @var list<ReferenceNode|ArrayNode> All that there are. */
    private array $others = [];

    /**
     * By the numbers of their names, the classes: null if missing or denied; and what their objects take in bytes, apart from their values.
     *
     * @var array<int, array{ClassKind|null, ObjectForm, int}>
     */
    private array $classKinds = [];

    private int $impurities = 0;

    /** Deepest level that the bytes have reached so far in the innermost open array, where what occurs again is not gone into. */
    private int $nested = 0;

    /** Whether arrays with objects or references inside stand again, where native text makes others of them. */
    private bool $hasCopies = false;

    /** Whether the objects and references of the tree are first met where they were read. */
    private bool $isAsRead = true;

    public function __construct(
        private readonly string $in,
        private readonly ReadOptions $options,
        private readonly Classes $classes,
    ) {
        $this->end = \strlen($in);
        $this->startCounting($options, $this->end);
    }

    public function read(): mixed
    {
        $header = \substr($this->in, 0, 4);
        if ($header !== "\0\0\0\x01" && $header !== "\0\0\0\x02") {
            $isCut = $this->end < 4 && \str_starts_with("\0\0\0", $header);
            throw match (true) {
                $header === '' => DecodeError::nothing(0),
                $isCut => DecodeError::at('truncated', $this->end),
                default => DecodeError::at('not_igbinary', 0),
            };
        }
        $this->p = 4;
        try {
            $value = $this->value();
        } catch (DecodeException $error) {
            throw $this->placed($error);
        }
        if ($this->p < $this->end) {
            throw DecodeError::at('trailing_bytes', $this->p);
        }

        return $value;
    }

    public function isPure(): bool
    {
        return $this->impurities === 0;
    }

    /** @param Node $tree what was read */
    public function finish(Node $tree): Sizes
    {
        $sizes = $this->sizes($this->end, $this->options);
        if ($this->insideThemselves !== [] || $this->hasCopies && $this->firstCycle !== null) {
            // Cycles would not see how many of an array there will be.
            $this->isAsRead = false;
            $sizes->maxThings = StackDepth::height();
        } else {
            $sizes->levelsOfRest = $this->checkCycles($tree);
        }
        $sizes->isAsRead = $this->isAsRead;
        $this->strings = $this->numbered = $this->counts = $this->insideThemselves = $this->references = [];

        return $sizes;
    }

    public function takeApart(): void
    {
        foreach ($this->things() as $node) {
            $node->takeApart();
        }
    }

    /** @return list<Node> */
    private function things(): array
    {
        return [...$this->objects, ...$this->others];
    }

    public function objects(): array
    {
        return $this->objects;
    }

    private function type(): int
    {
        if ($this->p >= $this->end) {
            throw DecodeError::at('truncated', $this->end);
        }

        return \ord($this->in[$this->p++]);
    }

    /** The unsigned number that a type begins with; one of 2**63 or more is negative. */
    private function number(int $type): int
    {
        $size = self::SIZES[$type];
        $at = $this->take($size);

        if ($size === 1) {
            return \ord($this->in[$at]);
        }
        /** @var array{1: int} $unpacked what it is unpacked of is there */
        $unpacked = \unpack(match ($size) {
            2 => 'n',
            4 => 'N',
            default => 'J',
        }, $this->in, $at);

        return $unpacked[1];
    }

    private function value(): mixed
    {
        $at = $this->p;
        $type = $this->type();

        return match ($type) {
            0x00 => null,
            0x04 => false,
            0x05 => true,
            0x06, 0x08, 0x0A, 0x20, 0x07, 0x09, 0x0B, 0x21 => $this->integer($type, $at),
            0x0C => $this->double(),
            0x0D => '',
            0x0E, 0x0F, 0x10 => $this->stringNumber($type, $at),
            0x11, 0x12, 0x13, 0x26 => $this->newString($type),
            0x14, 0x15, 0x16 => $this->array($type, $at),
            0x01, 0x02, 0x03, 0x22, 0x23, 0x24 => $this->again($type, $at),
            0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C => $this->object($type, $at),
            self::REFERENCE => throw DecodeError::at('misplaced_reference', $at),
            default => throw DecodeError::at('unknown_tag', $at),
        };
    }

    private function double(): float
    {
        /** @var array{1: float} $unpacked what it is unpacked of is there */
        $unpacked = \unpack('E', $this->in, $this->take(8));

        return $unpacked[1];
    }

    private function integer(int $type, int $at): int
    {
        $number = $this->number($type);
        $isNegated = ($type & 1) === 1;
        if ($number < 0 && !($isNegated && $number === \PHP_INT_MIN)) {
            throw DecodeError::at('out_of_range', $at);
        }

        return $isNegated && $number >= 0 ? -$number : $number;
    }

    private function newString(int $type): string
    {
        $size = $this->number($type);
        if ($size > self::LONG_STRING) {
            $this->noteLongString($size);
        }

        return $this->strings[] = \substr($this->in, $this->take($size), $size);
    }

    private function stringNumber(int $type, int $at): string
    {
        return $this->strings[$this->number($type)] ?? throw DecodeError::at('unknown_string', $at);
    }

    private function count(int $type): int
    {
        $at = $this->p;
        $count = $this->number($type);
        if ($count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $at);
        }

        return $count;
    }

    /** @return array<mixed>|ArrayNode */
    private function array(int $type, int $at): array|ArrayNode
    {
        $number = \count($this->numbered);
        $this->numbered[] = $this->breaks;
        $left = $this->left;
        $deepest = $this->deepest;
        $nested = $this->nested;
        $impurities = $this->impurities;
        $spent = $this->spent;
        $count = $this->count($type);
        // Which of them are lists is not known before their keys are.
        $memory = $count > self::LEAST_ROOM
            ? self::MEMORY_OF_ARRAY + self::MEMORY_OF_ENTRY * $count
            : self::MEMORY_OF_SMALL_MAP;
        $this->enter($count, $memory, $at);
        $this->deepest = $this->nested = $this->depth;
        $elements = $count <= self::FEW_ELEMENTS && $this->longStrings < 2
            ? $this->fewElements($count, false)
            : $this->manyElements($count, $at, false);
        if (\count($elements) < $count && $this->impurities !== $impurities) {
            // What was at a place that another element took may stand elsewhere now.
            $this->isAsRead = false;
        }
        if (isset($this->insideThemselves[$number])) {
            $array = $this->insideThemselves[$number];
            $array->elements = $elements;
        } elseif ($this->impurities !== $impurities) {
            $array = $this->others[] = new ArrayNode($elements);
        } else {
            $array = $elements;
        }
        $outer = $this->depth - 1;
        $this->counts[$number] = $left - $this->left;
        if ($this->nested > $outer + 1) {
            $this->levels[$number] = $this->nested - $outer;
        }
        if ($this->impurities !== $impurities) {
            $this->heights[$number] = $this->deepest - $outer;
        } elseif ($this->nested - $outer > $this->highest) {
            $this->highest = $this->nested - $outer;
        }
        $this->depth = $outer;
        if ($this->spent > $spent) {
            $this->works[$number] = $this->spent - $spent;
        }
        // @phpstan-ignore assign.propertyType (the number was given above: the list has no holes)
        $this->numbered[$number] = $array;
        if ($deepest > $this->deepest) {
            $this->deepest = $deepest;
        }
        if ($nested > $this->nested) {
            $this->nested = $nested;
        }

        return $array;
    }

    /**
     * Until it is known that the keys do not collide, there is no large array of them. Nor are long ones looked at together for free.
     *
     * @param int $at the place of the array or object
     * @return array<mixed>
     */
    private function manyElements(int $count, int $at, bool $areProperties): array
    {
        if ($count <= self::FEW_ELEMENTS) {
            $elements = $this->fewElements($count, $areProperties);
            $this->workOfKeys(\array_keys($elements), $at);

            return $elements;
        }
        $parts = $keys = [];
        for (; $count > 0; $count -= self::FEW_ELEMENTS) {
            $parts[] = $part = $this->fewElements(\min($count, self::FEW_ELEMENTS), $areProperties);
            $keys[] = \array_keys($part);
        }
        $this->workOfKeys(\array_merge(...$keys), $at);

        return \array_replace(...$parts);
    }

    /**
     * Keys and values. Of equal keys the last one's value stays: an object whose __sleep() names a property twice has
     * such.
     *
     * @return array<mixed>
     */
    private function fewElements(int $count, bool $areProperties): array
    {
        $in = $this->in;
        $end = $this->end;
        $p = $this->p;
        $elements = [];
        $key = null;
        try {
            while (--$count >= 0) {
                // Only near the end of the bytes may the byte behind a type be missing.
                if ($p + 1 >= $end) {
                    $this->p = $p;
                    $this->element($elements, $key);
                    $p = $this->p;
                    continue;
                }
                $type = \ord($in[$p]);
                if ($type === 0x06) {
                    $key = \ord($in[$p + 1]);
                    $p += 2;
                } elseif ($type === 0x0E) {
                    $key = $this->strings[\ord($in[$p + 1])] ?? null;
                    if ($key === null) {
                        throw DecodeError::at('unknown_string', $p);
                    }
                    $p += 2;
                } elseif ($type === self::NULL) {
                    ++$p;
                    continue;
                } else {
                    $this->p = $p + 1;
                    $key = null;
                    $key = $this->key($type, $p);
                    $p = $this->p;
                }
                if ($p + 1 < $end) {
                    switch (\ord($in[$p])) {
                        case 0x00:
                            $elements[$key] = null;
                            ++$p;
                            continue 2;
                        case 0x04:
                            $elements[$key] = false;
                            ++$p;
                            continue 2;
                        case 0x05:
                            $elements[$key] = true;
                            ++$p;
                            continue 2;
                        case 0x06:
                            $elements[$key] = \ord($in[$p + 1]);
                            $p += 2;
                            continue 2;
                        case 0x0E:
                            $elements[$key] = $this->strings[\ord($in[$p + 1])]
                                ?? throw DecodeError::at('unknown_string', $p);
                            $p += 2;
                            continue 2;
                        case 0x11:
                            $size = \ord($in[$p + 1]);
                            if ($size > $end - $p - 2) {
                                throw DecodeError::at('truncated', $p + 2);
                            }
                            $elements[$key] = $this->strings[] = \substr($in, $p + 2, $size);
                            $p += 2 + $size;
                            continue 2;
                    }
                }
                $this->p = $p;
                $elements[$key] = $p < $end && $in[$p] === "\x25" ? $this->reference() : $this->value();
                $p = $this->p;
            }
        } catch (DecodeException $error) {
            // A fault in a key has no way of its own.
            if ($key !== null) {
                $areProperties ? $this->path()->addProperty($key) : $this->path()->addKey(\array_key_first([$key => null]));
            }
            throw $error;
        }
        $this->p = $p;

        return $elements;
    }

    /**
     * A key and value at the end of the bytes.
     *
     * @param array<mixed> $elements
     * @param-out int|string|null $key null until it is read
     */
    private function element(array &$elements, int|string|null &$key): void
    {
        $at = $this->p;
        $key = null;
        $type = $this->type();
        if ($type !== self::NULL) {
            $key = $this->key($type, $at);
            $elements[$key] = $this->value();
        }
    }

    private function key(int $type, int $at): int|string
    {
        return match ($type) {
            0x06, 0x08, 0x0A, 0x20, 0x07, 0x09, 0x0B, 0x21 => $this->integer($type, $at),
            0x0D => '',
            0x0E, 0x0F, 0x10 => $this->stringNumber($type, $at),
            0x11, 0x12, 0x13, 0x26 => $this->newString($type),
            default => throw DecodeError::at('bad_key', $at),
        };
    }
}
