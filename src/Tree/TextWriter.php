<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\Budget;
use Brine\Internal\ExactFloats;

/**
 * Writes the native text of a tree.
 *
 * Native text numbers values from 1, in the order in which they stand, and its "r:" and "R:" name an object and a PHP
 * reference by this number. An "r:" has a number of its own, an "R:" has none; nor have keys, names, and the array of
 * a __serialize(), which natively is a part of its object.
 *
 * A string or array that the tree holds once for many places is written for each of them, so that the text can be
 * very much larger than the tree.
 *
 * @internal
 */
final class TextWriter
{
    /** No value takes more text than this for each of its elements, but for the bytes of strings and keys. */
    private const MOST_OF_SCALAR = 64;

    /**
     * An array takes up to 376 bytes of memory however few elements it has, and may have 15 bytes of text. Counted as so
     * many bytes of text, it takes four times these at most, as scalars do.
     */
    private const TEXT_FOR_ARRAY = 96;

    /**
     * What the value takes of memory is found out of its text a second time: arrays that stand again are one in a tree, and many in the value,
     * and unserialize() makes a table of properties for each object.
     */
    private const MEMORY_OF_VALUE = 24;
    private const MEMORY_OF_ARRAY = 376;
    private const MEMORY_FACTOR = 2.5;

    /** By how many values unserialize() goes on in a step when it looks for a number; it begins with the first value. */
    private const VALUES_PER_STEP = 1018;

    /** How many steps any payload may cost, and how many more for each of its bytes. */
    private const FREE_STEPS = 1 << 26;
    private const STEPS_PER_BYTE = 256;

    /** How many bytes of scalars are put together before the size of the text is looked at. */
    private const PIECE = 1 << 16;

    public string $text = ExactNans::HEAD;
    public readonly ExactNans $nans;
    /** Whether something in it names a value by its number. */
    public bool $hasNumbers = false;
    /** @var list<int> by the number of a mark, the offset of the object that has it */
    public array $marks = [];
    /** The first object of Serializable's string form. */
    public ?TextNode $firstStringForm = null;

    /** How many levels what is left may have where unserialize() breaks off; 0 if they are not too many for any stack. */
    public readonly int $levelsOfRest;

    private int $numbers = ExactNans::VALUES_IN_HEAD;

    /** Elements and properties, of all arrays and objects that have been begun. */
    private int $elements = 0;

    /** Arrays in the text, and objects, but for empty ones. */
    private int $arrays = 0;

    /** How many arrays and objects are open. */
    private int $depth = 0;

    /** How many levels of values come next that must not be PHP references, since a hook of PHP's own takes them as they are. */
    private int $bareLevels = 0;

    /** How many objects, references, and arrays that are nodes there are; for trees that are not written as they were read. */
    private int $things = 0;

    private readonly bool $isAsRead;

    /** How many objects and references are open; for such trees too. */
    private int $breaks = 0;

    /** @var array<int, int> by the object id of an array's node, of arrays that are open: how many of these were open when it began */
    private array $openArrays = [];

    /** By the estimate above, in bytes. */
    private int $maxMemory = 0;

    /** How many steps unserialize() may still take to find what is named by its number. */
    private int $steps = 0;

    /** @var 'too_large'|'too_slow'|'too_deep'|'max_depth'|'max_elements' why there is no text, where there is none */
    private string $refusal = 'too_large';

    /** @param int $maxSize of the text, in bytes; arrays count for more than they have */
    private function __construct(private readonly int $maxSize, private readonly Sizes $sizes)
    {
        $this->nans = new ExactNans();
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
     * Whether so many objects, of so many properties each, are within the limit.
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

        return !\is_float($value) || !\is_nan($value) || $this->bareLevels > 0 || $this->setNan($value);
    }

    /**
     * Keys or names, and values. Most values are scalars: these take no call.
     *
     * @param list<string>|null $names  as native text; null if the values' keys are written
     * @param array<mixed>      $values the same number of them, in the same order
     * @param int|string|null   $marked the key of the value that a mark stands at
     * @param int               $offset of the object that the mark is of
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

    /** Writes a mark where a value stands already, and the value again: what stands in the text twice counts once. */
    private function writeMark(string $key, mixed $value, int $offset): bool
    {
        $this->text .= $this->mark($key, $offset);
        [$elements, $things] = [$this->elements, $this->things];
        $this->elements = $this->things = 0;
        $isWritten = $this->write($value);
        [$this->elements, $this->things] = [$elements, $things];

        return $isWritten;
    }

    /**
     * Where a mark stands in what an object's hook is given: at the smallest value that can be written once more. That of an object or reference would be
     * the place that it names itself.
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
                \is_array($value) => self::MOST_OF_SCALAR * (1 + \count($value, \COUNT_RECURSIVE)),
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

    /**
     * Counts elements. An array inside of itself has them once more at each of its levels, those behind the object in
     * between too, which come when all levels are open.
     */
    private function mayHave(int $elements): bool
    {
        if ($elements > $this->sizes->maxElements - $this->elements) {
            $this->refusal = 'max_elements';

            return false;
        }
        $this->elements += $elements;

        return true;
    }

    /** Counts so many more levels than are open, where the reader could not. */
    private function mayNest(int $levels): bool
    {
        if ($this->depth + $levels <= $this->sizes->maxDepth) {
            return true;
        }
        $this->refusal = 'max_depth';

        return false;
    }

    /** @param array<mixed> $array */
    private static function levels(array $array): int
    {
        $levels = 0;
        foreach ($array as $element) {
            if (\is_array($element)) {
                $levels = \max($levels, self::levels($element));
            }
        }

        return $array === [] ? 0 : 1 + $levels;
    }

    private function fits(int $more): bool
    {
        return $more <= $this->maxSize - \strlen($this->text) - $this->arrays * self::TEXT_FOR_ARRAY
            && $this->numbers * self::MEMORY_OF_VALUE + $this->arrays * self::MEMORY_OF_ARRAY <= $this->maxMemory;
    }

    /** Names an object or reference by its number. */
    private function name(string $letter, int $number): bool
    {
        $this->text .= "$letter:$number;";

        return $this->seek($number);
    }

    /**
     * Has the value that was written last set when the text is read.
     *
     * @param float|array<mixed> $value
     */
    private function setLater(float|array $value): bool
    {
        ++$this->arrays;
        $this->nans->add($this->numbers, $value);

        return $this->seek($this->numbers);
    }

    /** A NaN that gives way to another one may have no bits left. */
    private function setNan(float $value): bool
    {
        return !$this->sizes->mayGiveWay && !ExactNans::isOne($value) || $this->setLater($value);
    }

    /** Counts the steps to what is named by its number. */
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
     * An array without nodes inside.
     *
     * @param array<mixed> $array
     * @param string|null  $head what stands before its elements; null if it is an array there
     * @param string       $tail what stands behind them
     */
    private function writePure(array $array, ?string $head = null, string $tail = ''): bool
    {
        $count = 1 + \count($array, \COUNT_RECURSIVE);
        if (!$this->mayHave($count - 1)) {
            return false;
        }
        // Before there is a text that is too large. What is cheap to know is mostly enough.
        if (!$this->fits($count * (self::MOST_OF_SCALAR + 2 * $this->sizes->longest))
            && !$this->fits($count * self::MOST_OF_SCALAR + self::stringBytes($array))) {
            return false;
        }
        if (!$this->isAsRead && !$this->mayNest(self::levels($array))) {
            return false;
        }
        $text = \serialize($array);
        if ($head === null && \str_contains($text, 'd:NAN;') && ExactNans::areIn($array)) {
            return $this->writeWithNans($array, $count - 1);
        }
        $this->numbers += $count;
        $this->text .= $head === null ? $text : $head . \substr($text, \strlen('a:' . \count($array) . ':{'), -1) . $tail . '}';
        if ($array !== []) {
            // Inside of a string that looks like such a text, there are arrays for this count, too.
            $this->arrays += 1 + \substr_count($text, ';a:') - \substr_count($text, ';a:0:');
        }

        return $this->fits(0);
    }

    /**
     * The same, where NaNs are inside that have no text.
     *
     * @param array<mixed> $array
     * @param int          $elements how many were counted
     */
    private function writeWithNans(array $array, int $elements): bool
    {
        if ($this->bareLevels === 0 && !$this->sizes->mayGiveWay) {
            ++$this->numbers;
            $this->text .= 'a:0:{}';

            return $this->setLater($array);
        }
        // Each level counts its own.
        $this->elements -= $elements;

        return $this->writeElements($array);
    }

    /** @param array<mixed> $elements of an array that is no object's own */
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

    /** @param array<mixed> $array */
    private static function stringBytes(array $array): int
    {
        $bytes = 0;
        foreach ($array as $key => $value) {
            $bytes += \is_string($key) ? \strlen($key) : 0;
            if (\is_string($value)) {
                $bytes += \strlen($value);
            } elseif (\is_array($value)) {
                $bytes += self::stringBytes($value);
            }
            if ($bytes > 1 << 40) {
                break;
            }
        }

        return $bytes;
    }

    private function writeArray(ArrayNode $node): bool
    {
        if ($this->isAsRead) {
            return $this->writeElements($node->elements);
        }
        $id = \spl_object_id($node);
        $breaks = $this->openArrays[$id] ?? null;
        if ($breaks === $this->breaks) {
            // With nothing in between that is written once, the array would begin again and again: it is a PHP reference here.
            if ($node->number > 0) {
                return $this->name('R', $node->number);
            }
            $node->number = $this->numbers + 1;
            if (!$this->mayHang()) {
                return false;
            }
        }
        $this->openArrays[$id] = $this->breaks;
        $isWritten = $this->mayHang() && $this->writeElements($node->elements);
        if ($breaks === null) {
            unset($this->openArrays[$id]);
        } else {
            $this->openArrays[$id] = $breaks;
        }

        return $isWritten;
    }

    /** Counts one thing more, where arrays stand inside of themselves: each time that such an array stands, it is one of its own. */
    private function mayHang(): bool
    {
        if (++$this->things <= $this->sizes->maxThings) {
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
        if (!$this->isAsRead && !$this->mayHang()) {
            return false;
        }
        ++$this->breaks;
        $isWritten = $this->write($value);
        --$this->breaks;

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
        if (!$this->isAsRead && !$this->mayHang()) {
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

        return $isWritten;
    }

    /** @param list<mixed>|array<mixed>|ArrayNode $values */
    private function writeComplete(ObjectForm $form, array|ArrayNode $values, int|string|null $marked, int $offset): bool
    {
        $head = 'O:' . \strlen($form->class) . ":\"$form->class\":";
        if ($form->names !== null || $values instanceof ArrayNode || ExactNans::areIn($values)) {
            $this->text .= $head;
            $this->arrays += $form->tables($values !== []);

            return $this->writeAll($form->names, self::elements($values), $marked, $offset);
        }
        // The array is no value of its own, but one of the tables.
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
     * An object without its class, in the form in which PHP keeps it. Under the class' own name it would be looked
     * for once more.
     *
     * @param array<mixed>|ArrayNode $values
     */
    private function writeIncomplete(ObjectForm $form, array|ArrayNode $values): bool
    {
        ++$this->arrays;
        $values = self::elements($values);
        $this->text .= 'O:22:"__PHP_Incomplete_Class":';
        // The name of the class, which readers do not count.
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
