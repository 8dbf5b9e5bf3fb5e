<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\Budget;
use Brine\Internal\ExactFloats;

/**
 * Writes the native text of a tree.
 *
 * Native text numbers values from 1; "r:" and "R:" refer to an object or PHP reference by number. A repeated string or array is written each
 * time, so the text can be much larger than the tree.
 *
 * @internal
 */
final class TextWriter
{
    /** Upper bound of text per element, without the bytes of strings and keys. */
    private const MAX_OF_SCALAR = 64;

    /**
     * An array takes up to 376 bytes of memory, but perhaps only 15 of text. Counted as this many bytes of text, it takes four times these at
     * most, as scalars do.
     */
    private const TEXT_FOR_ARRAY = 96;

    /**
     * Memory is counted again from the text: an array that the tree holds once may occur often in the value, and unserialize() allocates a
     * property table per object.
     */
    private const MEMORY_OF_VALUE = 24;
    private const MEMORY_OF_ARRAY = 376;
    private const MEMORY_FACTOR = 2.5;

    /** unserialize() finds a number in steps of this many values, from the first value on. */
    private const VALUES_PER_STEP = 1018;

    /** Steps that any payload may cost, and further steps for each of its bytes. */
    private const FREE_STEPS = 1 << 26;
    private const STEPS_PER_BYTE = 256;

    /** Bytes of scalars that are collected before the text's size is checked. */
    private const PIECE = 1 << 16;

    public string $text = LateValues::HEAD;
    public readonly LateValues $late;
    /** Whether the text has a back-reference. */
    public bool $hasNumbers = false;
    /** @var list<int> by the number of a mark, the offset of its object */
    public array $marks = [];
    /** The first object in the string form of Serializable. */
    public ?TextNode $firstStringForm = null;

    /** Levels of a partly built value when unserialize() fails; 0 if they fit any stack. */
    public readonly int $levelsOfRest;

    private int $numbers = LateValues::VALUES_IN_HEAD;

    /** Elements and properties of all arrays and objects entered so far. */
    private int $elements = 0;

    /** Non-empty arrays and objects in the text. */
    private int $arrays = 0;

    /** How many arrays and objects are open. */
    private int $depth = 0;

    /** How many of the next levels must not be PHP references, since a built-in hook takes the values unchanged. */
    private int $bareLevels = 0;

    /** Objects, references and array nodes so far. Only counted if the text differs in structure from the payload. */
    private int $nodes = 0;

    private readonly bool $isAsRead;

    /** How many objects and references are open, counted in the same case. */
    private int $breaks = 0;

    /** @var array<int, int> by object id of an open array's node: value of $breaks when it began */
    private array $openArrays = [];

    /** Estimated bytes. */
    private int $maxMemory = 0;

    /** Steps left for unserialize() to resolve back-references. */
    private int $steps = 0;

    /** @var 'too_large'|'too_slow'|'too_deep'|'max_depth'|'max_elements' the reason why there is no text */
    private string $refusal = 'too_large';

    /** @param int $maxSize of the text, in bytes; arrays count for more than their bytes */
    private function __construct(private readonly int $maxSize, private readonly Sizes $sizes)
    {
        $this->late = new LateValues();
        $this->steps = self::FREE_STEPS + self::STEPS_PER_BYTE * $sizes->payload - $sizes->steps;
        $this->isAsRead = $sizes->isAsRead;
        $this->levelsOfRest = $sizes->levelsOfRest;
        $this->maxMemory = self::maxMemory($sizes->maxMemory);
    }

    /** @param int $maxMemory in bytes, by the estimate of the readers */
    private static function maxMemory(int $maxMemory): int
    {
        return (int) (self::MEMORY_FACTOR * \min(\max($maxMemory, Budget::BASE), 1 << 60));
    }

    /**
     * Whether this many objects with this many properties fit into the limit.
     *
     * @param int $maxMemory in bytes, by the estimate of the readers
     */
    public static function mayBuild(int $objects, ObjectForm $form, int $properties, int $maxMemory): bool
    {
        $memory = self::MEMORY_OF_VALUE * ($properties + 1) + self::MEMORY_OF_ARRAY * $form->tables($properties > 0);

        return $memory <= \intdiv(self::maxMemory($maxMemory), $objects);
    }

    /** @return self|'too_large'|'too_slow'|'too_deep'|'max_depth'|'max_elements' the reason, where a limit does not allow the text */
    public static function text(mixed $tree, int $maxSize, Sizes $sizes): self|string
    {
        $writer = new self($maxSize, $sizes);

        return ExactFloats::during(static fn (): bool => $writer->write($tree)) ? $writer : $writer->refusal;
    }

    private function write(mixed $value): bool
    {
        if (\is_array($value)) {
            return $this->writePure($value);
        }
        if ($value instanceof Node) {
            return match ($value::class) {
                ObjectNode::class => $this->writeObject($value),
                ArrayNode::class => $this->writeArray($value),
                ReferenceNode::class => $this->writeReference($value),
                TextNode::class => $this->writeText($value),
                default => throw new \LogicException('Unknown node ' . $value::class),
            };
        }
        ++$this->numbers;
        $this->text .= \serialize($value);

        return !\is_float($value) || !\is_nan($value) || $this->bareLevels > 0 || $this->setNanLater($value);
    }

    /**
     * Writes keys or names, and values. Scalars, which most values are, need no further call.
     *
     * @param list<string>|null $names  as native text; null if the values' keys are written
     * @param array<mixed>      $values the same number of them, in the same order
     * @param int|string|null   $marked key of the value that gets a mark
     * @param int               $offset of the object that gets the mark
     */
    private function writeAll(?array $names, array $values, int|string|null $marked = null, int $offset = 0): bool
    {
        $count = \count($values);
        if (!$this->mayHave($count)) {
            return false;
        }
        if (!$this->isAsRead && !$this->mayNest(1)) {
            return false;
        }
        ++$this->depth;
        $text = ($marked === null ? $count : $count + 2) . ':{';
        $i = 0;
        foreach ($values as $key => $value) {
            $text .= $names !== null
                ? $names[$i++]
                : (\is_int($key) ? "i:$key;" : 's:' . \strlen($key) . ":\"$key\";");
            if (\is_string($value)) {
                $text .= 's:' . \strlen($value) . ":\"$value\";";
            } elseif (\is_int($value)) {
                $text .= "i:$value;";
            } elseif ($value === null) {
                $text .= 'N;';
            } else {
                $this->text .= $text;
                $text = '';
                if (!$this->fits(0) || !$this->write($value)) {
                    return false;
                }
                continue;
            }
            ++$this->numbers;
            if (\strlen($text) > self::PIECE) {
                $this->text .= $text;
                $text = '';
                if (!$this->fits(0)) {
                    return false;
                }
            }
        }
        $this->text .= $text;
        if ($marked !== null && !$this->writeMark($names[$marked] ?? self::key($marked), $values[$marked], $offset)) {
            return false;
        }
        $this->text .= '}';
        --$this->depth;

        return $this->fits(0);
    }

    private static function key(int|string $key): string
    {
        return \is_int($key) ? "i:$key;" : 's:' . \strlen($key) . ":\"$key\";";
    }

    /** @return string a new mark at a key, as native text, and the key again */
    private function mark(string $key, int $offset): string
    {
        $this->marks[] = $offset;
        $this->numbers += Mark::NUMBERS;
        ++$this->arrays;

        return $key . Mark::HEAD . (\count($this->marks) - 1) . Mark::TAIL . $key;
    }

    /** Writes a mark at a key, and a copy of the value there, which is not charged again. */
    private function writeMark(string $key, mixed $value, int $offset): bool
    {
        $this->text .= $this->mark($key, $offset);
        [$elements, $nodes] = [$this->elements, $this->nodes];
        $this->elements = $this->nodes = 0;
        $isWritten = $this->write($value);
        [$this->elements, $this->nodes] = [$elements, $nodes];

        return $isWritten;
    }

    /**
     * The key at which an object's hook gets a mark: that of the smallest value that can be written twice. An object or reference cannot, since
     * back-references may name it.
     *
     * @return int|string|null null if there is none
     */
    public static function placeOfMark(ObjectNode $object): int|string|null
    {
        $place = null;
        $least = \PHP_INT_MAX;
        foreach ($object->form->isMarked ? self::elements($object->values) : [] as $key => $value) {
            if ($value === null || \is_scalar($value) && !\is_string($value)) {
                return $key;
            }
            $size = match (true) {
                \is_string($value) => \strlen($value),
                \is_array($value) => self::MAX_OF_SCALAR * (1 + \count($value, \COUNT_RECURSIVE)),
                $value instanceof ArrayNode => self::TEXT_FOR_ARRAY * (1 + \count($value->elements)),
                default => \PHP_INT_MAX,
            };
            if ($size < $least) {
                [$place, $least] = [$key, $size];
            }
        }

        return $place;
    }

    /**
     * @param array<mixed>|ArrayNode $values
     * @return array<mixed>
     */
    private static function elements(array|ArrayNode $values): array
    {
        return $values instanceof ArrayNode ? $values->elements : $values;
    }

    /** Charges elements. An array that contains itself has them again at each of its levels. */
    private function mayHave(int $elements): bool
    {
        if ($elements > $this->sizes->maxElements - $this->elements) {
            $this->refusal = 'max_elements';

            return false;
        }
        $this->elements += $elements;

        return true;
    }

    /** Checks the depth of further levels, where the reader could not. */
    private function mayNest(int $levels): bool
    {
        if ($this->depth + $levels <= $this->sizes->maxDepth) {
            return true;
        }
        $this->refusal = 'max_depth';

        return false;
    }

    private function fits(int $more): bool
    {
        return $more <= $this->maxSize - \strlen($this->text) - $this->arrays * self::TEXT_FOR_ARRAY
            && $this->numbers * self::MEMORY_OF_VALUE + $this->arrays * self::MEMORY_OF_ARRAY <= $this->maxMemory;
    }

    /** Writes a back-reference. */
    private function name(string $letter, int $number): bool
    {
        $this->text .= "$letter:$number;";

        return $this->seek($number);
    }

    /**
     * Registers the last written value to be set by LateValues.
     *
     * @param float|array<mixed> $value
     */
    private function setLater(float|array $value): bool
    {
        ++$this->arrays;
        $this->late->add($this->numbers, $value);

        return $this->seek($this->numbers);
    }

    /** Registers a NaN with bits of its own, which native text cannot say; one that another value replaces needs none. */
    private function setNanLater(float $value): bool
    {
        return !$this->sizes->mayGiveWay && !LateValues::isOne($value) || $this->setLater($value);
    }

    /** Charges the steps that unserialize() takes to find this number. */
    private function seek(int $number): bool
    {
        $this->hasNumbers = true;
        $this->steps -= \intdiv($number, self::VALUES_PER_STEP);
        if ($this->steps < 0) {
            $this->refusal = 'too_slow';

            return false;
        }

        return true;
    }

    /**
     * Writes an array without nodes inside.
     *
     * @param array<mixed> $array
     * @param string|null  $head text before its elements; null for an ordinary array
     * @param string       $tail text after them
     */
    private function writePure(array $array, ?string $head = null, string $tail = ''): bool
    {
        $count = 1 + \count($array, \COUNT_RECURSIVE);
        if (!$this->mayHave($count - 1)) {
            return false;
        }
        // Checked before a text is made that is too large; the cheap upper bound mostly suffices.
        if (!$this->fits($count * (self::MAX_OF_SCALAR + 2 * $this->sizes->longest))
            && !$this->fits($count * self::MAX_OF_SCALAR + PureArray::stringBytes($array))) {
            return false;
        }
        if (!$this->isAsRead && !$this->mayNest(PureArray::levels($array))) {
            return false;
        }
        $text = \serialize($array);
        if ($head === null && \str_contains($text, 'd:NAN;') && LateValues::areIn($array)) {
            return $this->writeWithNans($array, $count - 1);
        }
        $this->numbers += $count;
        $this->text .= $head === null ? $text : $head . \substr($text, \strlen('a:' . \count($array) . ':{'), -1) . $tail . '}';
        if ($array !== []) {
            // May also count matches inside strings; the estimate is only too high then.
            $this->arrays += 1 + \substr_count($text, ';a:') - \substr_count($text, ';a:0:');
        }

        return $this->fits(0);
    }

    /**
     * Writes an array that has NaNs which native text cannot express.
     *
     * @param array<mixed> $array
     * @param int          $elements number of elements already charged
     */
    private function writeWithNans(array $array, int $elements): bool
    {
        if ($this->bareLevels === 0 && !$this->sizes->mayGiveWay) {
            ++$this->numbers;
            $this->text .= 'a:0:{}';

            return $this->setLater($array);
        }
        // Each level counts its own elements.
        $this->elements -= $elements;

        return $this->writeElements($array);
    }

    /** @param array<mixed> $elements of an array that is not an object's own */
    private function writeElements(array $elements): bool
    {
        ++$this->numbers;
        ++$this->arrays;
        $this->text .= 'a:';
        $bareLevels = $this->bareLevels;
        $this->bareLevels = \max(0, $bareLevels - 1);
        $isWritten = $this->writeAll(null, $elements);
        $this->bareLevels = $bareLevels;

        return $isWritten;
    }

    private function writeArray(ArrayNode $node): bool
    {
        if ($this->isAsRead) {
            return $this->writeElements($node->elements);
        }
        if ($this->bareLevels > 0 || $this->sizes->mayGiveWay) {
            return $this->writeCopy($node);
        }
        if ($node->number > 0) {
            return $this->putLater($node->number);
        }
        $node->number = $this->numbers + 1;

        return $this->countNode() && $this->writeElements($node->elements);
    }

    /**
     * For an array that has been written before, or is still being written: writes an empty array in its place. LateValues later puts array
     * $number there.
     */
    private function putLater(int $number): bool
    {
        ++$this->numbers;
        ++$this->arrays;
        $this->text .= 'a:0:{}';
        $this->late->addAgain($this->numbers, $number);

        return $this->countNode() && $this->seek($number) && $this->seek($this->numbers) && $this->fits(0);
    }

    /** Writes an array of its own, where no PHP reference can stand for its place. */
    private function writeCopy(ArrayNode $node): bool
    {
        $id = \spl_object_id($node);
        $breaks = $this->openArrays[$id] ?? null;
        if ($breaks === $this->breaks) {
            // Nothing in between is written only once, so the array would repeat endlessly: write a PHP reference.
            if ($node->number > 0) {
                return $this->name('R', $node->number);
            }
            $node->number = $this->numbers + 1;
            if (!$this->countNode()) {
                return false;
            }
        }
        $this->openArrays[$id] = $this->breaks;
        $isWritten = $this->countNode() && $this->writeElements($node->elements);
        if ($breaks === null) {
            unset($this->openArrays[$id]);
        } else {
            $this->openArrays[$id] = $breaks;
        }

        return $isWritten;
    }

    /** Counts a node. An array that contains itself counts each time it is written. */
    private function countNode(): bool
    {
        if (++$this->nodes <= $this->sizes->maxNodes) {
            return true;
        }
        $this->refusal = 'too_deep';

        return false;
    }

    private function writeReference(ReferenceNode $node): bool
    {
        if ($node->number > 0) {
            return $this->name('R', $node->number);
        }
        $node->number = $this->numbers + 1;
        $value = $node->value;
        $node->value = null;
        if (!$this->isAsRead && !$this->countNode()) {
            return false;
        }
        ++$this->breaks;
        $isWritten = $this->write($value);
        --$this->breaks;
        if (!$this->isAsRead && !$node->isNamedAgain) {
            // A copy of the array around it holds a reference of its own, which no other place has.
            [$node->number, $node->value] = [0, $value];
        }

        return $isWritten;
    }

    private function writeText(TextNode $node): bool
    {
        ++$this->numbers;
        if ($node->number > 0) {
            return $this->name('r', $node->number);
        }
        $node->number = $this->numbers;
        $this->text .= $node->text;
        if ($node->hasStringForm()) {
            $this->firstStringForm ??= $node;
            $this->hasNumbers = $this->hasNumbers || \preg_match('/[rR]:\d/', $node->text) === 1;
        }

        return $this->fits(0);
    }

    private function writeObject(ObjectNode $node): bool
    {
        ++$this->numbers;
        if ($node->number > 0) {
            return $this->name('r', $node->number);
        }
        $node->number = $this->numbers;
        $form = $node->form;
        $values = $node->values;
        $marked = $form->isMarked ? self::placeOfMark($node) : null;
        $node->values = [];
        if (!$this->isAsRead && !$this->countNode()) {
            return false;
        }
        $bareLevels = $this->bareLevels;
        $this->bareLevels = $form->bareLevels;
        ++$this->breaks;
        $isWritten = $form->incomplete
            ? $this->writeIncomplete($form, $values)
            : $this->writeComplete($form, $values, $marked, $node->offset);
        --$this->breaks;
        $this->bareLevels = $bareLevels;
        if ($isWritten && $node->ownNames !== null) {
            $this->late->addNames($node->number, $node->ownNames);

            return $this->seek($node->number);
        }

        return $isWritten;
    }

    /** @param list<mixed>|array<mixed>|ArrayNode $values */
    private function writeComplete(ObjectForm $form, array|ArrayNode $values, int|string|null $marked, int $offset): bool
    {
        $head = 'O:' . \strlen($form->class) . ":\"$form->class\":";
        if ($form->names !== null || $values instanceof ArrayNode || LateValues::areIn($values)) {
            $this->text .= $head;
            $this->arrays += $form->tables($values !== []);

            return $this->writeAll($form->names, self::elements($values), $marked, $offset);
        }
        // Not counted as an array of its own, but as a property table.
        --$this->numbers;
        $this->arrays += $form->tables($values !== []) - ($values === [] ? 0 : 1);

        $count = \count($values);
        if ($marked === null) {
            return $this->writePure($values, "$head$count:{");
        }
        $value = $values[$marked];
        $tail = $this->mark(self::key($marked), $offset) . (\is_int($value) ? "i:$value;" : \serialize($value));
        $this->numbers += \is_array($value) ? 1 + \count($value, \COUNT_RECURSIVE) : 1;

        return $this->writePure($values, $head . ($count + 2) . ':{', $tail);
    }

    /**
     * Writes an object of a missing class as PHP stores it. Under the class' own name unserialize() would call autoloaders again.
     *
     * @param array<mixed>|ArrayNode $values
     */
    private function writeIncomplete(ObjectForm $form, array|ArrayNode $values): bool
    {
        ++$this->arrays;
        $values = self::elements($values);
        $this->text .= 'O:22:"__PHP_Incomplete_Class":';
        // The property that holds the class name, which readers do not count.
        --$this->elements;
        if ($form->names === null) {
            return $this->writeAll(null, [Classes::NAME_OF_INCOMPLETE => $form->class] + $values);
        }

        return $this->writeAll(
            ['s:27:"__PHP_Incomplete_Class_Name";', ...$form->names],
            [$form->class, ...\array_values($values)],
        );
    }
}
