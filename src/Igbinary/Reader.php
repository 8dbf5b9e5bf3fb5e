<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\Codec\DecodeError;
use Brine\Codec\DecodeOptions;
use Brine\Native\ArrayNode;
use Brine\Native\Classes;
use Brine\Native\ClassKind;
use Brine\Native\ObjectNode;
use Brine\Native\ReferenceNode;
use Brine\Native\Sizes;
use Brine\Native\StackLevels;
use Brine\Native\TakesBytes;
use Brine\Native\TextNode;

/**
 * Reads igbinary's formats 1 and 2, which differ in the header only, into a tree (Brine\Native\Node).
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
final class Reader
{
    use TakesBytes;

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
     * By number; of an array that is not complete, how many objects and references were open where it begins.
     *
     * @var list<array<mixed>|ArrayNode|ObjectNode|TextNode|ReferenceNode|int>
     */
    private array $numbered = [];

    /** @var array<int, array{int, int}> By the number of an array: the elements at all depths, and the levels. */
    private array $sizes = [];

    /** @var array<int, ArrayNode> By their numbers, the arrays that stand inside of themselves. */
    private array $insideThemselves = [];

    /** How many objects and references are open: what stands in the text of a tree once, however often it is met. */
    private int $breaks = 0;

    /** @var array<int, ReferenceNode> By the number of the array or object that the reference refers to. */
    private array $references = [];

    /** @var list<ObjectNode> */
    private array $objects = [];

    private int $impurities = 0;
    private int $depth = 0;
    private readonly int $maxDepth;

    /** Deepest level that anything in the innermost open array has reached so far. */
    private int $deepest = 0;

    /** How many more elements the value may have. */
    private int $left;

    public function __construct(
        private readonly string $in,
        private readonly DecodeOptions $options,
        private readonly Classes $classes,
    ) {
        $this->end = \strlen($in);
        $this->left = $options->maxElements;
        $this->maxDepth = StackLevels::left($options->maxDepth);
    }

    /**
     * @return mixed the value, or a node
     * @throws \Brine\DecodeException
     */
    public function read(): mixed
    {
        $header = \substr($this->in, 0, 4);
        if ($header !== "\0\0\0\x01" && $header !== "\0\0\0\x02") {
            $isCut = $this->end < 4 && \str_starts_with("\0\0\0", $header);
            throw $isCut ? DecodeError::at('truncated', $this->end) : DecodeError::at('not_igbinary', 0);
        }
        $this->p = 4;
        $value = $this->value();
        if ($this->p < $this->end) {
            throw DecodeError::at('trailing_bytes', $this->p);
        }

        return $value;
    }

    public function isPure(): bool
    {
        return $this->impurities === 0;
    }

    public function sizes(): Sizes
    {
        return Sizes::of($this->in, $this->options, $this->left, $this->strings);
    }

    /** @return list<ObjectNode> in the order of the bytes */
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

        return $this->strings[] = \substr($this->in, $this->take($size), $size);
    }

    private function stringNumber(int $type, int $at): string
    {
        return $this->strings[$this->number($type)] ?? throw DecodeError::at('unknown_string', $at);
    }

    /** Counts elements and one more level. */
    private function enter(int $elements, int $at): void
    {
        if ($this->depth >= $this->maxDepth) {
            throw DecodeError::at('max_depth', $at);
        }
        if ($elements > $this->left) {
            throw DecodeError::at('max_elements', $at);
        }
        $this->left -= $elements;
        ++$this->depth;
        if ($this->depth > $this->deepest) {
            $this->deepest = $this->depth;
        }
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
        [$left, $deepest, $impurities] = [$this->left, $this->deepest, $this->impurities];
        $count = $this->count($type);
        $this->deepest = 0;
        $this->enter($count, $at);
        $elements = $this->elements($count);
        $array = $this->impurities === $impurities ? $elements : new ArrayNode($elements);
        $levels = $this->deepest - $this->depth + 1;
        if (isset($this->insideThemselves[$number])) {
            $array = $this->insideThemselves[$number];
            $array->elements = $elements;
            $array->maxDepth = $this->maxDepth - $levels;
        }
        $this->sizes[$number] = [$left - $this->left, $levels];
        // @phpstan-ignore assign.propertyType (the number was given above: the list has no holes)
        $this->numbered[$number] = $array;
        $this->deepest = \max($this->deepest, $deepest);
        --$this->depth;

        return $array;
    }

    /**
     * Keys and values. Of equal keys the last one's value stays: an object whose __sleep() names a property twice has
     * such.
     *
     * @return array<mixed>
     */
    private function elements(int $count): array
    {
        $in = $this->in;
        $end = $this->end;
        $p = $this->p;
        $elements = [];
        while (--$count >= 0) {
            // Only near the end of the bytes may the byte behind a type be missing.
            if ($p + 1 >= $end) {
                $this->p = $p;
                $this->element($elements);
                $p = $this->p;
                continue;
            }
            $type = \ord($in[$p]);
            if ($type === 0x06) {
                $key = \ord($in[$p + 1]);
                $p += 2;
            } elseif ($type === 0x0E) {
                $key = $this->strings[\ord($in[$p + 1])] ?? throw DecodeError::at('unknown_string', $p);
                $p += 2;
            } elseif ($type === self::NULL) {
                ++$p;
                continue;
            } else {
                $this->p = $p + 1;
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
        $this->p = $p;

        return $elements;
    }

    /**
     * A key and value at the end of the bytes.
     *
     * @param array<mixed> $elements
     */
    private function element(array &$elements): void
    {
        $at = $this->p;
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

    /** An array or object that was there before, or the value of a reference. */
    private function again(int $type, int $at): mixed
    {
        $number = $this->number($type);
        $value = $this->numbered[$number] ?? throw DecodeError::at('unknown_value', $at);
        if (\is_int($value)) {
            return $this->insideItself($number, $value, $at);
        }
        if ($value instanceof ReferenceNode) {
            $value = $value->value;
        }
        if (\is_array($value) || $value instanceof ArrayNode) {
            $this->countAgain($number, $at);
        }
        if ($value instanceof ObjectNode || $value instanceof TextNode || $value instanceof ArrayNode) {
            ++$this->impurities;
        }

        return $value;
    }

    /**
     * An array inside of an object or reference inside of itself. What it contains is there once it is complete.
     *
     * @param int $breaks how many objects and references were open where it begins
     */
    private function insideItself(int $number, int $breaks, int $at): ArrayNode
    {
        if ($breaks === $this->breaks) {
            throw DecodeError::at('unknown_value', $at);
        }
        ++$this->impurities;

        return $this->insideThemselves[$number] ??= new ArrayNode([]);
    }

    /** An array counts again where it stands again. */
    private function countAgain(int $number, int $at): void
    {
        [$elements, $levels] = $this->sizes[$number] ?? throw DecodeError::at('unknown_value', $at);
        if ($elements > $this->left) {
            throw DecodeError::at('max_elements', $at);
        }
        if ($levels > $this->maxDepth - $this->depth) {
            throw DecodeError::at('max_depth', $at);
        }
        $this->left -= $elements;
        $this->deepest = \max($this->deepest, $this->depth + $levels);
    }

    /** An element or property that is a PHP reference. */
    private function reference(): ReferenceNode
    {
        ++$this->p;
        ++$this->impurities;
        $at = $this->p;
        $type = $this->type();
        if ($type >= 0x01 && $type <= 0x03 || $type >= 0x22 && $type <= 0x24) {
            return $this->referenceAgain($type, $at);
        }
        $reference = new ReferenceNode();
        $number = \count($this->numbered);
        $this->p = $at;
        if ($type >= 0x14 && $type <= 0x1C) {
            // Where the array or object is met inside of itself, it is this reference.
            $this->references[$number] = $reference;
            ++$this->breaks;
            $reference->value = $this->value();
            --$this->breaks;
        } else {
            $this->numbered[] = $reference;
            $reference->value = $this->value();
        }

        return $reference;
    }

    private function referenceAgain(int $type, int $at): ReferenceNode
    {
        $number = $this->number($type);
        if (isset($this->references[$number])) {
            return $this->references[$number];
        }
        $value = $this->numbered[$number] ?? throw DecodeError::at('unknown_value', $at);
        if ($value instanceof ReferenceNode) {
            return $value;
        }
        if (\is_int($value)) {
            // The reference is one of those in between.
            $value = $this->insideItself($number, -1, $at);
        } elseif (!$value instanceof ObjectNode && !$value instanceof TextNode) {
            $this->countAgain($number, $at);
        }
        $this->references[$number] = $reference = new ReferenceNode();
        $reference->value = $value;

        return $reference;
    }

    private function object(int $type, int $at): ObjectNode|TextNode
    {
        $nameAt = $this->p;
        if ($type <= 0x19) {
            $size = $this->number($type);
            $name = $this->strings[] = \substr($this->in, $this->take($size), $size);
        } else {
            $name = $this->stringNumber($type, $nameAt);
        }
        if (!Classes::isName($name)) {
            throw DecodeError::at('bad_class_name', $nameAt);
        }
        $class = $this->classes->find($name);
        $formAt = $this->p;
        $form = $this->type();
        ++$this->impurities;
        if ($form >= 0x14 && $form <= 0x16) {
            if ($class !== null && (!$class->hasObjects || $class->hasStringForm && !$class->hasUnserialize)) {
                throw DecodeError::at('bad_class', $at);
            }
            $object = new ObjectNode($name, null, $class === null, $at);
            $this->objects[] = $object;
            $this->numbered[] = $object;
            $this->readProperties($object, $form, $class);

            return $object;
        }
        $object = match (true) {
            $form >= 0x1D && $form <= 0x1F => $this->stringForm($name, $class, $form, $at),
            $form === 0x27 => $this->enumCase($name, $class, $at),
            default => throw DecodeError::at('unknown_tag', $formAt),
        };

        return $this->numbered[] = $object;
    }

    private function readProperties(ObjectNode $object, int $form, ?ClassKind $class): void
    {
        $count = $this->count($form);
        $this->enter($count, $object->offset);
        $impurities = $this->impurities;
        ++$this->breaks;
        $elements = $this->elements($count);
        --$this->breaks;
        --$this->depth;
        if (($class === null || $class->isIncomplete) && \array_key_exists(Classes::NAME_OF_INCOMPLETE, $elements)) {
            throw DecodeError::at('bad_name', $object->offset);
        }
        if ($class !== null && $class->checksNames && !$this->classes->areNames($elements)) {
            throw DecodeError::at('bad_name', $object->offset);
        }
        $object->values = $this->impurities === $impurities ? $elements : new ArrayNode($elements);
    }

    private function stringForm(string $name, ?ClassKind $class, int $form, int $at): TextNode
    {
        $size = $this->number($form);
        $bytesAt = $this->take($size);
        if ($class === null || !$class->hasStringForm || !$class->hasObjects) {
            throw DecodeError::at('bad_class', $at);
        }
        $this->enter(0, $at);
        --$this->depth;

        return TextNode::stringForm($name, \substr($this->in, $bytesAt, $size), $at);
    }

    private function enumCase(string $name, ?ClassKind $class, int $at): TextNode
    {
        $caseAt = $this->p;
        $type = $this->type();
        if ($type < 0x0E || $type > 0x13) {
            throw DecodeError::at('string_expected', $caseAt);
        }
        $case = (string) $this->key($type, $caseAt);
        $this->enter(0, $at);
        --$this->depth;
        if ($class === null || !$class->hasCase($name, $case)) {
            throw DecodeError::at('bad_enum', $at);
        }

        return TextNode::enumCase($name, $case, $at);
    }
}
