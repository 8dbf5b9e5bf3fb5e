<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\DecodeException;
use Brine\Format\ColumnKind;
use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Registry;
use Brine\Format\Dictionary\Split;
use Brine\Format\FormatError;
use Brine\Format\Tag;
use Brine\Internal\DecodeError;
use Brine\Internal\MemoryFootprint;
use Brine\Internal\ReadOptions;
use Brine\Tree\ArrayNode;
use Brine\Tree\Classes;
use Brine\Tree\Costs;
use Brine\Tree\Node;
use Brine\Tree\ObjectForm;
use Brine\Tree\ObjectNode;
use Brine\Tree\Observer;
use Brine\Tree\PayloadReader;
use Brine\Tree\Sizes;

/**
 * The state of one decode. Reads a payload into a tree (Brine\Tree\Node); parts without objects and PHP references are plain values, and shared
 * arrays stay shared.
 *
 * Checks and limits come in the extension's order, so that both report the same error.
 *
 * @internal
 */
final class Reader extends PayloadReader
{
    public readonly Input $input;
    public readonly Costs $costs;
    public readonly Arrays $arrays;

    /** @var list<Shape> By shape number. */
    public array $shapes = [];

    /** @var array<int, Shape> By entry of the dictionary: shapes used so far. */
    private array $givenShapes = [];

    /** Offset of the value. */
    public int $valueAt;

    /** First tag of SHAPED_1 that refers to the dictionary. */
    private int $endOfOwn = 0xC0; // SHORT_LIST

    /** Null before the first one. */
    private ?Objects $objects = null;

    /** Precedes a payload written in igbinary's place: igbinary's header, and the first byte of the payload. */
    public const IN_PLACE = "\0\0\0\2\xC1";

    /**
     * @param int  $start    where the header begins
     * @param bool $locating whether objects keep the offsets of their values
     */
    public function __construct(
        string $in,
        private readonly int $start,
        ReadOptions $options,
        Classes $classes,
        private readonly bool $locating = false,
        public readonly ?Observer $observer = null,
    ) {
        parent::__construct($classes);
        $this->costs = $costs = new Costs($options, \strlen($in) - $start);
        $this->input = new Input($in, $start, $costs);
        $this->arrays = new Arrays($costs);
    }

    protected function readPayload(): mixed
    {
        $this->readHeader();

        return $this->plainValue();
    }

    protected function rest(): ?int
    {
        return $this->input->p < $this->input->end ? $this->input->p : null;
    }

    public function isPure(): bool
    {
        return $this->arrays->identityCount === 0;
    }

    /** @param Node $tree the result of read() */
    public function finish(Node $tree): Sizes
    {
        $sizes = $this->checkObjects($tree, $this->costs);
        if ($this->costs->firstCycle !== null) {
            $sizes->levelsOfRest = $this->costs->checkCycles($this->costs->firstCycle, $tree, $this->nodes(), $this->classes);
        }
        $this->input->strings = $this->shapes = $this->givenShapes = [];
        $this->arrays->forget();

        return $sizes;
    }

    /** @return list<Node> */
    protected function nodes(): array
    {
        return [...($this->objects->list ?? []), ...($this->objects->references ?? []), ...$this->arrays->nodes];
    }

    public function objects(): array
    {
        return $this->objects->list ?? [];
    }

    /** Reader of objects and PHP references. */
    public function objectsReader(): Objects
    {
        return $this->objects ??= new Objects($this->input, $this->costs, $this->classes, $this->arrays, $this->locating);
    }

    private function readHeader(): void
    {
        $input = $this->input;
        $start = $this->start;
        if ($input->end === $start) {
            throw DecodeError::nothing($start);
        }
        if ($input->in[$start] !== "\xC1") {
            if ($start !== 0 || !\str_starts_with($input->in, self::IN_PLACE)) {
                throw FormatError::magic(\substr($input->in, $start, 4), $start);
            }
            $start = \strlen(self::IN_PLACE) - 1;
        }
        if ($input->end === $start + 1) {
            throw DecodeError::at('truncated', $input->end);
        }
        $byte = \ord($input->in[$start + 1]);
        $input->p = $start + 2;
        if ($byte === 0x12) {
            $this->readDictionary();
        } elseif ($byte !== 0x10) {
            throw FormatError::version($byte, $start + 1);
        }
        $this->valueAt = $input->p;
    }

    private function readDictionary(): void
    {
        $input = $this->input;
        $at = $input->take(Contents::ID_SIZE);
        $id = \substr($input->in, $at, Contents::ID_SIZE);
        $dictionary = Registry::find($id);
        if ($dictionary === null) {
            throw DecodeError::with('unknown_dictionary', 'the payload needs the dictionary ' . \bin2hex($id) . ', which is not known here,', $at);
        }
        $input->dictionary = $this->arrays->dictionary = $dictionary;
        $input->endOfOwn = Split::STRING_REF_1;
        $this->endOfOwn = Split::SHAPED_1;
        $this->costs->noteLongStrings($dictionary->longStrings, $dictionary->longest);
    }

    /** Reads a value that must not be a PHP reference. */
    public function plainValue(): mixed
    {
        $tag = $this->input->in[$this->input->p] ?? '';
        if ($tag === Tag::REFERENCE_BYTE || $tag === Tag::REFERENCE_REF_BYTE) {
            throw DecodeError::at('misplaced_reference', $this->input->p);
        }

        return $this->values(1, [])[0];
    }

    /**
     * Reads the next values. Scalars and strings, which most are, are inlined.
     *
     * @param list<int|string>|ObjectForm|null $keys keys or property names of the values; null for a list; empty if
     *     they are not part of an error's path
     * @param list<int>|null                   $own  indexes of the keys to use; null for all
     * @return list<mixed>
     */
    public function values(int $count, array|ObjectForm|null $keys = null, ?array $own = null): array
    {
        if ($this->observer !== null) {
            return $this->observedValues($this->observer, $count, $keys, $own);
        }
        $input = $this->input;
        $in = $input->in;
        $end = $input->end;
        $p = $input->p;
        $stop = $input->stop;
        $endOfOwn = $input->endOfOwn;
        $values = [];
        try {
            while (--$count >= 0) {
                if ($p >= $stop) {
                    $stop = $this->passStop($p);
                }
                $tag = \ord($in[$p]);
                if ($tag < 0x60) {
                    ++$p;
                    if ($tag < 0x20) { // SMALL_INT
                        $values[] = $tag;
                        continue;
                    }
                    $size = $tag - 0x1F; // SHORT_STRING
                    $values[] = $string = $size <= $end - $p ? \substr($in, $p, $size) : throw DecodeError::at('truncated', $p);
                    if ($size > 1) {
                        $input->strings[] = $string;
                    }
                    $p += $size;
                    continue;
                }
                if ($tag < $endOfOwn) { // STRING_REF_1 of the payload's own strings
                    $values[] = $input->strings[$tag - 0x60] ?? throw DecodeError::at('unknown_string', $p);
                    ++$p;
                    continue;
                }
                if ($tag >= 0xB0 && $tag < 0xD0) { // SHAPED_1, SHORT_LIST
                    $input->p = $p + 1;
                    $values[] = $tag < 0xC0
                        ? $this->shaped($tag < $this->endOfOwn ? $tag - 0xB0 : Split::SHAPED_1 - 1 - $tag, $p, $p)
                        : $this->list($tag - 0xBF, $p);
                    $p = $input->p;
                    continue;
                }
                switch ($tag) {
                    case 0xD8: // NULL
                        $values[] = null;
                        break;
                    case 0xD9: // FALSE
                    case 0xDA: // TRUE
                        $values[] = $tag === 0xDA;
                        break;
                    case 0xE4: // EMPTY_STRING
                        $values[] = '';
                        break;
                    case 0xE7: // EMPTY_ARRAY
                        $values[] = [];
                        break;
                    case 0xDB: // U8
                        $values[] = \ord($in[++$p] ?? throw DecodeError::at('truncated', $end));
                        break;
                    case 0xDC: // U16
                        $values[] = isset($in[$p + 2]) ? \ord($in[++$p]) | \ord($in[++$p]) << 8 : throw DecodeError::at('truncated', $p + 1);
                        break;
                    default:
                        $input->p = $p + 1;
                        $values[] = $this->composite($tag, $p);
                        $p = $input->p - 1;
                }
                ++$p;
            }
        } catch (DecodeException $error) {
            $this->addStep($own[\count($values)] ?? \count($values), $keys);
            throw $error;
        }
        $input->p = $p;

        return $values;
    }

    /**
     * values() with an observer, which is told of each value.
     *
     * @param list<int|string>|ObjectForm|null $keys
     * @param list<int>|null                   $own
     * @return list<mixed>
     */
    private function observedValues(Observer $observer, int $count, array|ObjectForm|null $keys, ?array $own): array
    {
        $input = $this->input;
        $values = [];
        try {
            for ($i = 0; $i < $count; ++$i) {
                $at = $input->p;
                $element = $own[$i] ?? $i;
                $observer->begin($at, match (true) {
                    $keys === [] => null,
                    $keys instanceof ObjectForm => $keys->name($element),
                    default => $keys[$element] ?? $element,
                });
                if ($at >= $input->stop) {
                    $this->passStop($at);
                }
                $values[] = $value = $this->value($input->byte(), $at);
                $observer->end($input->p, $value);
            }
        } catch (DecodeException $error) {
            $this->addStep($own[\count($values)] ?? \count($values), $keys);
            throw $error;
        }

        return $values;
    }

    /**
     * Called when the position has reached a stop.
     *
     * @return int the next stop
     */
    private function passStop(int $at): int
    {
        $input = $this->input;
        // The position may have passed the stop.
        if ($at < $input->stop) {
            return $input->stop;
        }
        if ($at >= $input->end) {
            throw DecodeError::at('truncated', $at);
        }
        $nodes = \count($this->objects->list ?? []) + \count($this->objects->references ?? []);
        $this->costs->countRead($at, \count($input->strings), $nodes, \count($this->shapes));

        return $input->moveStop($at);
    }

    /** Reads a value after its tag at $at. */
    private function value(int $tag, int $at): mixed
    {
        if ($tag >= 0x20 && $tag < 0xB0 || $tag === 0xE4) { // SHORT_STRING, STRING_REF_2, EMPTY_STRING
            $this->input->p = $at;

            return $this->input->string();
        }

        return match (true) {
            $tag <= 0x1F => $tag, // SMALL_INT
            $tag <= 0xBF => $this->shaped($this->shapeNumber($tag), $at, $at), // SHAPED_1
            $tag <= 0xCF => $this->list($tag - 0xBF, $at), // SHORT_LIST
            $tag === 0xD8 => null, // NULL
            $tag === 0xD9, $tag === 0xDA => $tag === 0xDA, // FALSE, TRUE
            $tag === 0xE7 => [], // EMPTY_ARRAY
            default => $this->composite($tag, $at),
        };
    }

    /**
     * Records where an error is.
     *
     * @param list<int|string>|ObjectForm|null $keys
     */
    public function addStep(int $i, array|ObjectForm|null $keys): void
    {
        if ($keys instanceof ObjectForm) {
            $this->path()->addProperty($keys->name($i));
        } elseif ($keys !== []) {
            // Converts a decimal string to an integer, as PHP does for array keys.
            $this->path()->addKey(\array_key_first([$keys[$i] ?? $i => null]));
        }
    }

    /** Reads any other value after its tag at $at. */
    private function composite(int $tag, int $at): mixed
    {
        if ($tag < 0xB0) { // STRING_REF_2
            return $this->input->stringAgain(
                $this->input->dictionary === null ? 64 + (($tag - 0xA0) << 8) + $this->input->byte() : $this->input->numberOfTag($tag),
                $at,
            );
        }
        if ($tag < 0xD8) { // SHARED_2
            $number = (($tag - 0xD0) << 8) + $this->input->byte();
            if ($number >= Split::OWN_ARRAYS && $this->arrays->dictionary !== null) {
                $number = Split::OWN_ARRAYS - 1 - $number;
            }

            return $this->arrays->again($number, $at, $at);
        }
        if ($tag <= 0xE3) { // F64
            return $this->input->number($tag);
        }

        return match ($tag) {
            0xE5 => $this->input->longString(), // STRING
            0xE6 => $this->input->longStringAgain(), // STRING_REF
            0xE8 => $this->list($this->input->count(1), $at), // LIST
            0xE9 => $this->map($at), // MAP
            0xEA => $this->shapedLong($at), // SHAPED
            0xEB => $this->shared($at), // SHARED
            0xEC => $this->run($at), // RUN
            0xED => Table::read($this, $at, false), // TABLE
            0xEE => Table::read($this, $at, true), // KEYED_TABLE
            0xF7, 0xF8, 0xF9 => $this->input->packedString($tag), // DIGITS, HEX, UUID
            0xF0 => $this->objectsReader()->define($this, $this->shapes[] = new Shape(), $at), // OBJECT
            0xF1 => $this->objectsReader()->custom($this, $this->shapes[] = new Shape(), $at), // CUSTOM
            0xF2 => $this->objectsReader()->enumCase($this, $at), // ENUM
            0xF3 => $this->objectsReader()->serializable($this, $at), // SERIALIZABLE
            0xF4 => $this->objectsReader()->again($this), // OBJECT_REF
            0xF5 => $this->objectsReader()->reference($this), // REFERENCE
            0xF6 => $this->objectsReader()->referenceAgain($this), // REFERENCE_REF
            0xFA => $this->withLayout($at), // LAYOUT
            default => throw DecodeError::tag($tag, $at),
        };
    }

    /** @return array<mixed>|ArrayNode */
    private function list(int $count, int $at): array|ArrayNode
    {
        if ($count > $this->input->end - $this->input->p) {
            throw DecodeError::at('truncated', $at);
        }
        $memory = $count > MemoryFootprint::FEW ? MemoryFootprint::ofList($count) : MemoryFootprint::OF_SMALL_LIST;
        $arrays = $this->arrays;
        $costs = $this->costs;
        $identityCount = $arrays->identityCount;
        $deepest = $costs->deepest;
        $left = $costs->left;
        $number = $arrays->open($count, $memory, $at);

        return $arrays->close($this->values($count), $number, $identityCount, $deepest, $left);
    }

    /** @return array<mixed>|ArrayNode */
    private function run(int $at): array|ArrayNode
    {
        $count = $this->input->count(0);
        [$identityCount, $deepest, $left] = [$this->arrays->identityCount, $this->costs->deepest, $this->costs->left];
        $number = $this->arrays->open($count, MemoryFootprint::ofList($count), $at);
        $kindAt = $this->input->p;
        $column = (new Columns($this))->next($count);
        if ($column->cells === null) {
            throw Columns::badKind(Columns::OF_RUN, ColumnKind::VALUES, $kindAt);
        }
        $cells = $column->cells;
        $this->observer?->column($kindAt, $this->input->p, $cells);
        if ($column->others !== []) {
            // Marked cells follow the column.
            foreach ($this->values(\count($column->others), null, $column->others) as $i => $value) {
                $cells[$column->others[$i]] = $value;
            }
        }

        return $this->arrays->close($cells, $number, $identityCount, $deepest, $left);
    }

    /** @return array<mixed>|ArrayNode */
    private function map(int $at): array|ArrayNode
    {
        $this->shapes[] = $shape = new Shape();
        $count = $this->input->count(2);
        $shape->memory = $count > MemoryFootprint::FEW ? MemoryFootprint::ofMap($count) : MemoryFootprint::OF_SMALL_MAP;
        $arrays = $this->arrays;
        $costs = $this->costs;
        $identityCount = $arrays->identityCount;
        $deepest = $costs->deepest;
        $left = $costs->left;
        $number = $arrays->open($count, $shape->memory, $at);
        $shape->keys = $keys = $this->input->keys($count, $shape, $at);
        $shape->count = $count;
        $shape->kind = Shape::MAP;
        $map = \array_combine($keys, $this->values($count, $keys));

        return $arrays->close($map, $number, $identityCount, $deepest, $left);
    }

    private function shapedLong(int $at): mixed
    {
        $numberAt = $this->input->p;

        return $this->shaped($this->shapeNumberBehindTag(), $at, $numberAt);
    }

    /** The number of a SHAPED_1; negative numbers are the dictionary's. */
    public function shapeNumber(int $tag): int
    {
        return $tag < $this->endOfOwn ? $tag - 0xB0 : Split::SHAPED_1 - 1 - $tag; // SHAPED_1
    }

    /** The number after SHAPED. */
    public function shapeNumberBehindTag(): int
    {
        $uv = $this->input->uv();
        $dictionary = $this->input->dictionary;

        return $dictionary === null ? $uv : Split::number($uv, \count($dictionary->shapes));
    }

    /** Reads the object behind a LAYOUT. */
    private function withLayout(int $at): ObjectNode
    {
        [$tag, $tagAt] = $this->layout();
        $objects = $this->objectsReader();

        return match ($tag) {
            Tag::OBJECT => $objects->define($this, $this->shapes[] = new Shape(), $at),
            Tag::CUSTOM => $objects->custom($this, $this->shapes[] = new Shape(), $at),
            default => $objects->ofShape($this, $this->shapeBehindLayout($tag, $tagAt, $at), $at),
        };
    }

    /** @return array{int, int} the tag that follows the LAYOUT read here, and its offset */
    public function layout(): array
    {
        $input = $this->input;
        /** @var array{1: int} $number the bytes are present */
        $number = \unpack('V', $input->in, $input->take(4));
        $this->objectsReader()->layout = $number[1];
        $tagAt = $input->p;

        return [$input->byte(), $tagAt];
    }

    /** The dictionary's shape of objects that is used here first: no other has a LAYOUT, which is at $at. Its tag at $tagAt has been read. */
    public function shapeBehindLayout(int $tag, int $tagAt, int $at): Shape
    {
        $dictionary = $this->input->dictionary;
        $number = match (true) {
            $dictionary === null => 0,
            $tag === Tag::SHAPED => $this->shapeNumberBehindTag(),
            $tag >= Tag::SHAPED_1 && $tag <= Tag::SHAPED_1_LAST => $this->shapeNumber($tag),
            default => 0,
        };
        $given = $number < 0 ? $dictionary->shapes[-1 - $number] ?? null : null;
        if ($given === null || $given[0] === Contents::MAP || isset($this->givenShapes[-1 - $number])) {
            throw DecodeError::tag($tag, $tagAt);
        }

        return $this->shapeAgain($number, $tagAt, $at);
    }

    /** Reads an instance of a shape. $at is the tag's offset, $numberAt the number's. */
    private function shaped(int $shapeNumber, int $at, int $numberAt): mixed
    {
        $shape = $this->shapes[$shapeNumber] ?? null;
        if ($shape === null || $shape->kind !== Shape::MAP) {
            $shape = $this->shapeAgain($shapeNumber, $numberAt, $at);
            if ($shape->kind !== Shape::MAP) {
                return ($this->objects ?? $this->objectsReader())->ofShape($this, $shape, $at);
            }
        }
        $count = $shape->count;
        if ($count > $this->input->end - $this->input->p) {
            throw DecodeError::at('truncated', $at);
        }
        $arrays = $this->arrays;
        $costs = $this->costs;
        $identityCount = $arrays->identityCount;
        $deepest = $costs->deepest;
        $left = $costs->left;
        $number = $arrays->open($count, $shape->memory, $at);
        if ($shape->steps > 0) {
            $costs->work($shape->steps, 1, $at);
        }
        $map = \array_combine($shape->keys, $this->values($count, $shape->keys));

        return $arrays->close($map, $number, $identityCount, $deepest, $left);
    }

    /**
     * The shape of a number.
     *
     * @param int $at offset of the tag; $numberAt is the offset of the number
     */
    public function shapeAgain(int $number, int $numberAt, int $at): Shape
    {
        $shape = $number < 0 ? $this->givenShape(-1 - $number, $at) : $this->shapes[$number] ?? null;
        if ($shape === null || $shape->kind === Shape::UNFINISHED) {
            throw DecodeError::at('unknown_shape', $numberAt);
        }

        return $shape;
    }

    /** A shape of the dictionary. Its class is looked up at first use. */
    private function givenShape(int $entry, int $at): ?Shape
    {
        $fromDictionary = $this->input->dictionary->shapes[$entry] ?? null;
        if ($fromDictionary === null || isset($this->givenShapes[$entry])) {
            return $this->givenShapes[$entry] ?? null;
        }
        $shape = new Shape();
        if ($fromDictionary[0] === Contents::MAP) {
            $shape->keys = \array_slice($fromDictionary, 1);
            $shape->count = \count($shape->keys);
            $shape->memory = MemoryFootprint::ofMap($shape->count);
            if ($shape->count > Costs::FEW_KEYS || $this->costs->longStrings > 1) {
                $shape->steps = $this->costs->workOfKeys($shape->keys, $at);
            }
            $shape->kind = Shape::MAP;
        } else {
            $this->objectsReader()->useShape($shape, $fromDictionary, $at);
        }

        return $this->givenShapes[$entry] = $shape;
    }

    /** @return array<mixed> */
    private function shared(int $at): array
    {
        $numberAt = $this->input->p;

        $uv = $this->input->uv();
        $dictionary = $this->arrays->dictionary;

        return $this->arrays->again($dictionary === null ? $uv : Split::number($uv, \count($dictionary->arrays)), $at, $numberAt);
    }
}
