<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\DecodeException;
use Brine\Format\FormatError;
use Brine\Internal\DecodeError;
use Brine\Internal\ReadOptions;
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
 * Reads one payload of docs/format.md into a tree (Brine\Tree\Node), in which all that has no object and no PHP
 * reference inside is the value itself. Arrays that the payload shares are shared in it.
 *
 * Checks and limits, and the order in which they are met, are those of the extension.
 */
final class Reader implements TreeReader
{
    use TakesBytes;
    use CountsCosts;
    use ChecksNames;
    use NotesPath;
    use ReadsNumbers;
    use ReadsStrings;
    use ReadsColumns;
    use ReadsTables;
    use ReadsObjects;

    private const MAX_ELEMENTS_OF_ARRAY = 1 << 30;

    /** @var list<string> By string number. */
    private array $strings = [];

    /** @var list<Shape> By shape number. */
    private array $shapes = [];

    /**
     * By array number; null while an array is not complete, and if it is not pure.
     *
     * @var array<int, array<mixed>|null>
     */
    private array $arrays = [];

    /** @var array<int, int> By array number: what the array counted as elements. */
    private array $counts = [];

    /** @var array<int, int> By array number: how many levels the array has, if more than one. */
    private array $heights = [];

    /** @var array<int, int> By array number: the steps of keys that collide, once there are such. */
    private array $works = [];

    /** @var array<int, int> By array number: what $spent was when the array began. */
    private array $spentBefore = [];

    /** @var array<int, ClassKind|null> By string number: the classes of these names; null if missing or denied. */
    private array $classKinds = [];

    /** @var list<ObjectNode|TextNode> By object number. */
    private array $objects = [];

    /** @var list<ReferenceNode> By reference number. */
    private array $references = [];

    /** @var list<ArrayNode> All that there are. */
    private array $arrayNodes = [];

    /** Grows with every object and reference; an array during which it did not grow is pure. */
    private int $impurities = 0;

    /**
     * @param int  $start    where the header begins
     * @param bool $locating whether objects keep the offsets of their values
     */
    public function __construct(
        private readonly string $in,
        private readonly int $start,
        private readonly ReadOptions $options,
        private readonly Classes $classes,
        private readonly bool $locating = false,
    ) {
        $this->p = $start;
        $this->end = \strlen($in);
        $this->startCounting($options, $this->end - $start);
    }

    public function read(): mixed
    {
        try {
            $this->readHeader();
            $value = $this->plainValue();
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
        $sizes = $this->sizes($this->end - $this->start, $this->options);
        $sizes->levelsOfRest = $this->checkCycles($tree);
        $this->strings = $this->shapes = $this->arrays = $this->counts = $this->heights = [];

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
        return [...$this->objects, ...$this->references, ...$this->arrayNodes];
    }

    public function objects(): array
    {
        return $this->objects;
    }

    private function readHeader(): void
    {
        $left = $this->end - $this->start;
        if ($left === 0) {
            throw DecodeError::nothing($this->start);
        }
        if ($this->in[$this->start] !== "\xC1") {
            throw FormatError::magic(\substr($this->in, $this->start, 4), $this->start);
        }
        if ($left === 1) {
            throw DecodeError::at('truncated', $this->end);
        }
        $byte = \ord($this->in[$this->start + 1]);
        if ($byte !== 0x10) {
            throw FormatError::version($byte, $this->start + 1);
        }
        $this->p = $this->start + 2;
    }

    /** A value that must not be a PHP reference. */
    private function plainValue(): mixed
    {
        if ($this->p < $this->end && ($this->in[$this->p] === "\xF5" || $this->in[$this->p] === "\xF6")) {
            throw DecodeError::at('misplaced_reference', $this->p);
        }

        return $this->values(1, [])[0];
    }

    /**
     * The values that come next. Most are scalars and strings: these take no call.
     *
     * @param list<int|string>|ObjectForm|null $keys what they are the values of: keys, or names of properties; null for a list. None
     *     if they are no step of the way to a fault.
     * @param list<int>|null                   $own  which of these, if not all
     * @return list<mixed>
     */
    private function values(int $count, array|ObjectForm|null $keys = null, ?array $own = null): array
    {
        $in = $this->in;
        $end = $this->end;
        $p = $this->p;
        $values = [];
        try {
            while (--$count >= 0) {
                if ($p >= $end) {
                    throw DecodeError::at('truncated', $end);
                }
                $tag = \ord($in[$p]);
                if ($tag < 0x60) {
                    ++$p;
                    if ($tag < 0x20) {
                        $values[] = $tag;
                        continue;
                    }
                    $size = $tag - 0x1F;
                    if ($size > $end - $p) {
                        throw DecodeError::at('truncated', $p);
                    }
                    $values[] = $string = \substr($in, $p, $size);
                    if ($size > 1) {
                        $this->strings[] = $string;
                    }
                    $p += $size;
                    continue;
                }
                if ($tag < 0xA0) {
                    $values[] = $this->strings[$tag - 0x60] ?? throw DecodeError::at('unknown_string', $p);
                    ++$p;
                    continue;
                }
                if ($tag >= 0xB0 && $tag < 0xD0) {
                    $this->p = $p + 1;
                    $values[] = $tag < 0xC0 ? $this->shaped($tag - 0xB0, $p, $p) : $this->list($tag - 0xBF, $p);
                    $p = $this->p;
                    continue;
                }
                switch ($tag) {
                    case 0xD8:
                        $values[] = null;
                        ++$p;
                        break;
                    case 0xD9:
                        $values[] = false;
                        ++$p;
                        break;
                    case 0xDA:
                        $values[] = true;
                        ++$p;
                        break;
                    case 0xE4:
                        $values[] = '';
                        ++$p;
                        break;
                    case 0xE7:
                        $values[] = [];
                        ++$p;
                        break;
                    case 0xDB:
                        if ($p + 1 >= $end) {
                            throw DecodeError::at('truncated', $end);
                        }
                        $values[] = \ord($in[$p + 1]);
                        $p += 2;
                        break;
                    case 0xDC:
                        if ($p + 2 >= $end) {
                            throw DecodeError::at('truncated', $p + 1);
                        }
                        $values[] = \ord($in[$p + 1]) | \ord($in[$p + 2]) << 8;
                        $p += 3;
                        break;
                    default:
                        $this->p = $p + 1;
                        $values[] = $this->composite($tag, $p);
                        $p = $this->p;
                }
            }
        } catch (DecodeException $error) {
            $this->addStep($own[\count($values)] ?? \count($values), $keys);
            throw $error;
        }
        $this->p = $p;

        return $values;
    }

    /** @param list<int|string>|ObjectForm|null $keys */
    private function addStep(int $i, array|ObjectForm|null $keys): void
    {
        if ($keys instanceof ObjectForm) {
            $this->path()->addProperty($keys->name($i));
        } elseif ($keys !== []) {
            // As PHP has it: an integer where the string is one's decimal form.
            $this->path()->addKey(\array_key_first([$keys[$i] ?? $i => null]));
        }
    }

    /** Any other value; its tag was read at $at. */
    private function composite(int $tag, int $at): mixed
    {
        if ($tag < 0xB0) {
            return $this->stringNumber(64 + (($tag - 0xA0) << 8) + $this->byte(), $at);
        }
        if ($tag < 0xD8) {
            return $this->shared((($tag - 0xD0) << 8) + $this->byte(), $at, $at);
        }
        if ($tag <= 0xE3) {
            return $this->number($tag);
        }

        return match ($tag) {
            0xE5 => $this->longString(),
            0xE6 => $this->longStringNumber(),
            0xE8 => $this->list($this->count(1), $at),
            0xE9 => $this->map($at),
            0xEA => $this->longShaped($at),
            0xEB => $this->longShared($at),
            0xEC => $this->run($at),
            0xED => $this->table($at, false),
            0xEE => $this->table($at, true),
            0xF0 => $this->object($at),
            0xF1 => $this->custom($at),
            0xF2 => $this->enumCase($at),
            0xF3 => $this->stringForm($at),
            0xF4 => $this->objectNumber(),
            0xF5 => $this->reference(),
            0xF6 => $this->referenceNumber(),
            0xF7, 0xF8, 0xF9 => $this->packedString($tag),
            default => throw DecodeError::at('unknown_tag', $at),
        };
    }

    /** Begins an array, which has the next number. It takes so much memory itself. */
    private function open(int $elements, int $memory, int $at): void
    {
        if ($this->spent > 0) {
            $this->spentBefore[\count($this->arrays)] = $this->spent;
        }
        $this->enter($elements, $memory, $at);
        $this->arrays[] = null;
        $this->deepest = $this->depth;
    }

    /**
     * Ends an array; if it is pure, it can be shared from now on.
     *
     * @param array<mixed> $array
     * @param int          $number     of the array
     * @param int          $impurities this and the others: what was so before open()
     * @return array<mixed>|ArrayNode
     */
    private function close(array $array, int $number, int $impurities, int $deepest, int $left): array|ArrayNode
    {
        $outer = --$this->depth;
        if ($this->impurities === $impurities) {
            $this->arrays[$number] = $array;
            $this->counts[$number] = $left - $this->left;
            if ($this->deepest > $outer + 1) {
                $this->heights[$number] = $height = $this->deepest - $outer;
                if ($height > $this->highest) {
                    $this->highest = $height;
                }
            }
            if ($this->spent > 0) {
                $this->works[$number] = $this->spent - ($this->spentBefore[$number] ?? 0);
            }
        } else {
            $this->arrayNodes[] = $array = new ArrayNode($array);
        }
        if ($deepest > $this->deepest) {
            $this->deepest = $deepest;
        }

        return $array;
    }

    /** @return array<mixed>|ArrayNode */
    private function list(int $count, int $at): array|ArrayNode
    {
        if ($count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $at);
        }
        $memory = $count > self::LEAST_ROOM
            ? self::MEMORY_OF_ARRAY + self::MEMORY_OF_ELEMENT * $count
            : self::MEMORY_OF_SMALL_LIST;
        $number = \count($this->arrays);
        [$impurities, $deepest, $left] = [$this->impurities, $this->deepest, $this->left];
        $this->open($count, $memory, $at);

        return $this->close($this->values($count), $number, $impurities, $deepest, $left);
    }

    /** @return array<mixed>|ArrayNode */
    private function run(int $at): array|ArrayNode
    {
        $count = $this->count(0);
        $number = \count($this->arrays);
        [$impurities, $deepest, $left] = [$this->impurities, $this->deepest, $this->left];
        $this->open($count, self::memoryOfList($count), $at);
        $kindAt = $this->p;
        $column = $this->column($count);
        if ($column->cells === null) {
            throw DecodeError::at('bad_column', $kindAt);
        }
        $cells = $column->cells;
        if ($column->own !== []) {
            // The marked cells' values follow the column.
            foreach ($this->values(\count($column->own), null, $column->own) as $i => $value) {
                $cells[$column->own[$i]] = $value;
            }
        }

        return $this->close($cells, $number, $impurities, $deepest, $left);
    }

    /** @return array<mixed>|ArrayNode */
    private function map(int $at): array|ArrayNode
    {
        $this->shapes[] = $shape = new Shape();
        $count = $this->count(2);
        $number = \count($this->arrays);
        [$impurities, $deepest, $left] = [$this->impurities, $this->deepest, $this->left];
        $shape->memory = $count > self::LEAST_ROOM
            ? self::MEMORY_OF_ARRAY + self::MEMORY_OF_ENTRY * $count
            : self::MEMORY_OF_SMALL_MAP;
        $this->open($count, $shape->memory, $at);
        $this->mapShape($shape, $count, $at);
        $map = \array_combine($shape->keys, $this->values($count, $shape->keys));

        return $this->close($map, $number, $impurities, $deepest, $left);
    }

    private function mapShape(Shape $shape, int $count, int $at): void
    {
        $shape->keys = $this->keys($count, $shape, $at);
        $shape->count = $count;
        $shape->kind = Shape::MAP;
    }

    /**
     * @param Shape|null $shape what the keys are for, if that is a shape
     * @return list<int|string>
     */
    private function keys(int $count, ?Shape $shape, int $at): array
    {
        $keys = [];
        $in = $this->in;
        $end = $this->end;
        for ($i = 0; $i < $count; ++$i) {
            $p = $this->p;
            $size = $p < $end ? \ord($in[$p]) - 0x1F : 0;
            if ($size > 1 && $size <= 0x40 && $size < $end - $p) {
                // Most keys are short strings: these take no call.
                $keys[] = $this->strings[] = \substr($in, $p + 1, $size);
                $this->p = $p + 1 + $size;
            } else {
                $keys[] = $this->key();
            }
        }
        if ($count > self::FEW_KEYS || $this->longStrings > 1) {
            $steps = $this->workOfKeys($keys, $at);
            if ($shape !== null) {
                $shape->steps = $steps;
            }
        }
        // As a key, a string is an integer where it is one's decimal form.
        if (\count(\array_flip($keys)) < $count) {
            throw DecodeError::at('duplicate_key', $at);
        }

        return $keys;
    }

    private function key(): int|string
    {
        $at = $this->p;
        if ($at >= $this->end) {
            throw DecodeError::at('truncated', $at);
        }
        $tag = \ord($this->in[$at]);
        if ($tag < 0x20) {
            ++$this->p;

            return $tag;
        }
        if ($tag >= 0xDB && $tag <= 0xE1) {
            ++$this->p;

            return (int) $this->number($tag);
        }

        return $this->string('bad_key');
    }

    private function longShaped(int $at): mixed
    {
        $numberAt = $this->p;

        return $this->shaped($this->uv(), $at, $numberAt);
    }

    private function shaped(int $shapeNumber, int $at, int $numberAt): mixed
    {
        $shape = $this->shapes[$shapeNumber] ?? null;
        if ($shape === null || $shape->kind !== Shape::MAP) {
            $shape = $this->shape($shapeNumber, $numberAt);

            return $shape->kind === Shape::CUSTOM
                ? $this->customOfShape($shape, $at)
                : $this->objectOfShape($shape, $at);
        }
        $count = $shape->count;
        if ($count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $at);
        }
        $number = \count($this->arrays);
        [$impurities, $deepest, $left] = [$this->impurities, $this->deepest, $this->left];
        $this->open($count, $shape->memory, $at);
        if ($shape->steps > 0) {
            $this->work($shape->steps, 1, $at);
        }
        $map = \array_combine($shape->keys, $this->values($count, $shape->keys));

        return $this->close($map, $number, $impurities, $deepest, $left);
    }

    private function shape(int $number, int $at): Shape
    {
        $shape = $this->shapes[$number] ?? null;
        if ($shape === null || $shape->kind === Shape::UNFINISHED) {
            throw DecodeError::at('unknown_shape', $at);
        }

        return $shape;
    }

    /** @return array<mixed> */
    private function longShared(int $at): array
    {
        $numberAt = $this->p;

        return $this->shared($this->uv(), $at, $numberAt);
    }

    /**
     * @param int $at the tag, and $numberAt the place of the number
     * @return array<mixed>
     */
    private function shared(int $number, int $at, int $numberAt): array
    {
        $array = $this->arrays[$number] ?? throw DecodeError::at('unknown_array', $numberAt);
        if ($this->counts[$number] > $this->left) {
            throw $this->beyond('max_elements', $at);
        }
        $deepest = $this->depth + ($this->heights[$number] ?? 1);
        if ($deepest > $this->maxDepth) {
            throw $this->beyond('max_depth', $at);
        }
        if ($deepest > $this->deepest) {
            $this->deepest = $deepest;
        }
        $this->left -= $this->counts[$number];
        if (isset($this->works[$number])) {
            $this->spendAgain($this->works[$number], 1);
        }

        return $array;
    }
}
