<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/**
 * A decoder written from docs/format.md and docs/reference/ only, laid out by their sections. It translates a payload into native text, in the
 * same order, and calls unserialize(). Each value gets native's number; every NaN becomes PHP's NAN.
 */
final class Decoder
{
    /** The native text written so far. */
    private string $text = '';

    /** How many values of the native text have a number. */
    /**
     * The last value's number in native text. Values count from 1, an "r:" too, but no "R:", key, name, or array of a CUSTOM. A SHARED array and
     * a CONSTANT are written out, so their elements count again.
     */
    private int $values = 0;

    /**
     * By array number; null while open: "start" and "end" of the native text from its count on, "values" in it, "height" of nested arrays.
     * "constant" is the text of the CONSTANT around it; null means $text.
     *
     * @var list<array{pure: bool, start: int, end: int, values: int, elements: int, height: int, constant: string|null}|null>
     */
    private array $arrays = [];

    /** @var list<array{value: int, height: int}> By object number: the number of the object in native text, and its height. */
    private array $objects = [];

    /** @var list<array{value: int, height: int}> By reference number: the number of the value in native text, and the height of the reference. */
    private array $references = [];

    /** Whether the innermost array contains no object and no PHP reference so far. */
    private bool $pure = true;

    /** The one that the payload names. */
    private ?Dictionary $dictionary = null;

    private readonly Strings $strings;
    private readonly Cells $cells;
    private readonly Names $names;
    private readonly Shapes $shapes;

    /** @param array{allowed_classes?: bool|list<string>, missing_classes?: string, stale_classes?: string} $options */
    private function __construct(private readonly Numbers $in, private readonly Limits $limits, array $options)
    {
        $this->strings = new Strings($in);
        $this->cells = new Cells($in);
        $this->names = new Names($in, $this->strings, $limits, $options);
        $this->shapes = new Shapes($in, $this->strings, $this->names, $this->cells);
    }

    /**
     * @param array{allowed_classes?: bool|list<string>, missing_classes?: string, stale_classes?: string, max_depth?: int, max_elements?: int, max_memory?: int} $options
     * @param list<Dictionary> $dictionaries
     * @throws MalformedPayload
     */
    public static function decode(string $payload, array $options = [], array $dictionaries = []): mixed
    {
        $text = self::nativeText($payload, $options, $dictionaries);

        return NativeReader::read($text, array_intersect_key($options, ['allowed_classes' => true]));
    }

    /** Whether there is no object and no PHP reference in a payload. */
    public static function isPure(string $payload, array $options): bool
    {
        $decoder = self::read($payload, $options, []);

        return $decoder->pure;
    }

    /**
     * @param array{missing_classes?: string, stale_classes?: string, max_depth?: int, max_elements?: int, max_memory?: int} $options
     * @param list<Dictionary> $dictionaries
     * @throws MalformedPayload
     */
    public static function nativeText(string $payload, array $options = [], array $dictionaries = []): string
    {
        return self::read($payload, $options, $dictionaries)->text;
    }

    /** @param list<Dictionary> $dictionaries */
    private static function read(string $payload, array $options, array $dictionaries): self
    {
        $decoder = new self(new Numbers($payload), new Limits(
            $options['max_depth'] ?? 4096,
            $options['max_elements'] ?? 2 ** 24,
            $options['max_memory'] ?? 2 ** 25 + 256 * strlen($payload),
        ), $options);
        $decoder->payload($dictionaries);

        return $decoder;
    }

    // Section 1: Header

    /** @param list<Dictionary> $dictionaries */
    private function payload(array $dictionaries): void
    {
        $this->in->skip("\0\0\0\2", "\xC1");
        $this->in->item(function (): void {
            if ($this->in->u(1) !== 0xC1) {
                throw new MalformedPayload('not_brine', 'Not a Brine payload');
            }
        });
        $flags = $this->in->item(function (): int {
            $byte = $this->in->u(1);
            if ($byte >> 4 !== 1) {
                throw new MalformedPayload('version', 'Unknown version');
            }
            if (($byte & 0x0F) !== 0 && ($byte & 0x0F) !== 2) {
                throw new MalformedPayload(($byte & 0x0F) === 4 ? 'signed' : 'flags', 'A header flag is set');
            }

            return $byte & 0x0F;
        });
        if ($flags === 2) {
            $this->in->item(fn () => $this->dictionary($this->in->bytes(8), $dictionaries));
        }
        $this->value(false);
        if ($this->in->left() > 0) {
            throw (new MalformedPayload('trailing_bytes', 'Bytes after the value'))->placedAt($this->in->offset());
        }
    }

    // Section 13.1: The payload

    /** @param list<Dictionary> $dictionaries */
    private function dictionary(string $id, array $dictionaries): void
    {
        $found = array_filter($dictionaries, static fn (Dictionary $dictionary): bool => $dictionary->id === $id);
        if ($found === []) {
            throw new MalformedPayload('unknown_dictionary', 'The dictionary is not known');
        }
        $this->dictionary = $this->strings->dictionary = $this->shapes->dictionary = current($found);
    }

    // Section 3: Values

    /** @param bool $mayBeReference Whether this is an element of an array or a property of an object. */
    private function value(bool $mayBeReference): void
    {
        $this->in->item(function () use ($mayBeReference): void {
            $tag = $this->beginValue($mayBeReference);
            match (true) {
                Strings::isString($tag) => $this->scalar(NativeText::string($this->strings->read())),
                Strings::isPacked($tag) => $this->scalar(NativeText::string($this->strings->readPacked())),
                Numbers::isInteger($tag) => $this->scalar('i:' . $this->in->integer() . ';'),
                self::isArray($tag) => $this->arrayValue(),
                Shapes::isShaped($tag) => $this->shaped(),
                default => $this->otherValue($this->in->u(1)),
            };
        });
    }

    /** @return int The tag of the value that comes next. */
    private function beginValue(bool $mayBeReference): int
    {
        $tag = $this->in->peek();
        if (($tag === 0xF5 || $tag === 0xF6) && !$mayBeReference) {
            throw new MalformedPayload('misplaced_reference', 'A PHP reference cannot stand here');
        }
        $this->limits->passStop($this->in->offset(), $this->strings->count());

        return $tag;
    }

    private function otherValue(int $tag): void
    {
        match ($tag) {
            0xD8 => $this->scalar('N;'),
            0xD9 => $this->scalar('b:0;'),
            0xDA => $this->scalar('b:1;'),
            0xE2 => $this->scalar(serialize($this->in->f32())),
            0xE3 => $this->scalar(serialize($this->in->f64())),
            0xF0 => $this->object(),
            0xF1 => $this->custom(),
            0xF2 => $this->enum(),
            0xF3 => $this->serializable(),
            0xF4 => $this->objectRef(),
            0xF5 => $this->reference(),
            0xF6 => $this->referenceRef(),
            0xFA => $this->withLayout(),
            default => throw new MalformedPayload('unknown_tag', sprintf('No value begins with the tag %02X', $tag)),
        };
    }

    private function scalar(string $text): void
    {
        ++$this->values;
        $this->text .= $text;
    }

    // Section 5: Lists and runs, and what all arrays have in common

    private static function isArray(int $tag): bool
    {
        return $tag >= 0xC0 && $tag < 0xD8 || $tag >= 0xE7 && $tag <= 0xE9 || $tag >= 0xEB && $tag <= 0xEE;
    }

    private function arrayValue(): void
    {
        ++$this->values;
        $this->text .= 'a:';
        $this->array($this->in->u(1));
    }

    /** An array by its own tag: all but instances of shapes. Writes the native text from the number of elements on. */
    private function array(int $tag): void
    {
        match (true) {
            $tag < 0xD0 => $this->list($tag - 0xBF),
            $tag < 0xD8 => $this->shared($this->sharedArray(256 * ($tag - 0xD0) + $this->in->u(1), true)),
            $tag === 0xE7 => $this->text .= '0:{}',
            $tag === 0xE8 => $this->list($this->in->count(1)),
            $tag === 0xE9 => $this->map(),
            $tag === 0xEB => $this->shared($this->in->item(fn (): array => $this->sharedArray($this->in->uv(), false))),
            $tag === 0xEC => $this->run(),
            $tag === 0xED => $this->table(false),
            $tag === 0xEE => $this->table(true),
        };
    }

    /** @param callable(): mixed $body Reads what follows the tag, and writes the native text. */
    private function newArray(callable $body): void
    {
        $number = count($this->arrays);
        $this->arrays[] = null;
        $around = [$this->pure, $this->limits->deepest];
        $this->pure = true;
        $this->limits->deepest = 0;
        $before = [strlen($this->text), $this->values, $this->limits->elements];
        $this->limits->nested($body);
        $this->arrays[$number] = [
            'pure' => $this->pure,
            'start' => $before[0],
            'end' => strlen($this->text),
            'values' => $this->values - $before[1],
            'elements' => $this->limits->elements - $before[2],
            'height' => $this->limits->deepest - $this->limits->depth,
            'constant' => null,
        ];
        $this->pure = $this->pure && $around[0];
        $this->limits->deepest = max($this->limits->deepest, $around[1]);
    }

    private function list(int $count): void
    {
        $this->in->atLeast($count);
        $this->newArray(function () use ($count): void {
            $this->limits->countElements($count);
            $this->limits->charge(Limits::memoryOfList($count));
            $this->text .= "$count:{";
            for ($i = 0; $i < $count; ++$i) {
                $this->text .= "i:$i;";
                $this->value(true);
            }
            $this->text .= '}';
        });
    }

    // Section 5.1: Columns

    /**
     * A column of $count cells.
     *
     * @return \Closure(): void Writes the next cell, which it reads if the cell is a value of its own.
     */
    private function column(int $count, bool $inTable): \Closure
    {
        return $this->in->item(function () use ($count, $inTable): \Closure {
            [$kind, $flag] = $this->cells->kind();
            if ($kind === 0x00 && ($flag !== 0 || !$inTable)) {
                throw new MalformedPayload('bad_column', 'VALUES stand only in a table, and have no flag');
            }
            if ($flag === 0) {
                return $this->unmarkedCells($kind, $count);
            }
            $marks = $this->cells->bitmap($count);
            $writeUnmarked = $this->unmarkedCells($kind, $count - array_sum($marks));

            return function () use (&$marks, $flag, $writeUnmarked): void {
                $marked = current($marks) === 1;
                next($marks);
                match (true) {
                    !$marked => $writeUnmarked(),
                    $flag === 0x40 => $this->scalar('N;'),
                    $flag === 0x80 => $this->value(true),
                };
            };
        });
    }

    /** @return \Closure(): void Writes the next of the $count cells that are not marked. */
    private function unmarkedCells(int $kind, int $count): \Closure
    {
        if ($kind === 0x00) {
            return fn () => $this->value(true);
        }
        if ($kind === 0x01) {
            return $this->in->item(fn (): \Closure => $this->constant($count));
        }
        $cells = $this->cells->members($kind, $count);

        return function () use ($cells): void {
            $this->scalar($cells->current());
            $cells->next();
        };
    }

    /** @return \Closure(): void Writes the value. */
    private function constant(int $count): \Closure
    {
        $around = $this->pure;
        $this->pure = true;
        $start = strlen($this->text);
        [$values, $elements, $arrays] = [$this->values, $this->limits->elements, count($this->arrays)];
        $this->value(false);
        if (!$this->pure) {
            throw new MalformedPayload('unknown_array', 'A CONSTANT with an object or PHP reference inside');
        }
        $this->pure = $around;
        $this->limits->countElements(($count - 1) * ($this->limits->elements - $elements));

        // The value has no place in the text yet: its cells have.
        $text = substr($this->text, $start);
        $this->text = substr($this->text, 0, $start);
        $valuesInside = $this->values - $values;
        $this->values = $values;
        for ($i = $arrays; $i < count($this->arrays); ++$i) {
            if ($this->arrays[$i]['constant'] === null) {
                $this->arrays[$i]['constant'] = $text;
                $this->arrays[$i]['start'] -= $start;
                $this->arrays[$i]['end'] -= $start;
            }
        }

        return function () use ($text, $valuesInside): void {
            $this->values += $valuesInside;
            $this->text .= $text;
        };
    }

    // Section 5.3: RUN

    private function run(): void
    {
        $count = $this->in->count(0);
        $this->newArray(function () use ($count): void {
            $this->limits->countElements($count);
            $this->limits->charge(Limits::memoryOfList($count));
            $writeCell = $this->column($count, false);
            $this->text .= "$count:{";
            for ($i = 0; $i < $count; ++$i) {
                $this->text .= "i:$i;";
                $writeCell();
            }
            $this->text .= '}';
        });
    }

    // Section 6: Maps and shapes

    private function map(): void
    {
        $count = $this->in->count(2);
        $this->newArray(function () use ($count): void {
            $this->limits->countElements($count);
            $this->limits->charge(Limits::memoryOfMap($count));
            $this->entries($this->shapes->map($count)['keys']);
        });
    }

    /** @param list<string> $keys */
    private function entries(array $keys): void
    {
        $this->text .= count($keys) . ':{';
        foreach ($keys as $key) {
            $this->text .= $key;
            $this->value(true);
        }
        $this->text .= '}';
    }

    private function shaped(): void
    {
        $shape = $this->shapes->read($this->in->u(1));
        if ($shape['kind'] === 'map') {
            ++$this->values;
            $this->text .= 'a:';
            $this->mapOfShape($shape['keys']);
        } else {
            $this->objectOfShape($shape);
        }
    }

    // Section 8.6: LAYOUT

    private function withLayout(): void
    {
        match ($tag = $this->layout([0xF0, 0xF1])) {
            0xF0 => $this->object(),
            0xF1 => $this->custom(),
            default => $this->objectOfShape($this->shapes->readFirst($tag)),
        };
    }

    /**
     * @param list<int> $tags What may stand behind it, besides shapes of the dictionary.
     * @return int The tag behind it.
     */
    private function layout(array $tags): int
    {
        $this->names->fingerprint = $this->in->item(fn (): int => $this->in->u(4));
        $tag = $this->in->item(fn (): int => $this->in->u(1));
        if (!in_array($tag, $tags, true) && ($this->dictionary === null || !Shapes::isShaped($tag))) {
            throw Shapes::noShape($tag)->placedAt($this->in->offset() - 1);
        }

        return $tag;
    }

    /** @param list<string> $keys */
    private function mapOfShape(array $keys): void
    {
        $this->in->atLeast(count($keys));
        $this->newArray(function () use ($keys): void {
            $this->limits->countElements(count($keys));
            $this->limits->charge(Limits::memoryOfMap(count($keys)));
            $this->entries($keys);
        });
    }

    /** @param array{kind: 'object'|'custom', class: string, keys: list<string>} $shape */
    private function objectOfShape(array $shape): void
    {
        ['class' => $class, 'keys' => $names] = $shape;
        $this->in->atLeast(count($names));
        $this->newObject('O', $class, $shape['kind'] === 'custom' ? fn () => $this->ownArray($class) : function () use ($class, $names): void {
            $this->limits->countElements(count($names));
            $this->limits->charge(Limits::memoryOfObject($class, $names));
            $this->forHook($class, fn () => $this->entries($names));
        });
    }

    // Section 7.1: TABLE and KEYED_TABLE

    private function table(bool $keyed): void
    {
        $count = $this->in->count(1 / 8);
        $this->newArray(function () use ($count, $keyed): void {
            $this->limits->countElements($count);
            $this->limits->charge($keyed ? Limits::memoryOfMap($count) : Limits::memoryOfList($count));
            $keys = $keyed ? $this->shapes->ofTable($count) : Shapes::listKeys($count);
            $marks = $this->in->zeroOrOne() === 1 ? $this->cells->bitmap($count) : array_fill(0, $count, 0);
            $shape = $this->head();
            $rows = $count - array_sum($marks);
            $this->limits->reachDepth($this->limits->depth + 1);
            $columnCount = count($shape['keys']);
            $this->limits->countElements($rows * $columnCount);
            $this->limits->charge($rows * match ($shape['kind']) {
                'list' => Limits::memoryOfList($columnCount),
                'map' => Limits::memoryOfMap($columnCount),
                'object' => Limits::memoryOfObject($shape['class'], $shape['keys']),
            } + 64 * $columnCount);
            $columns = [];
            ++$this->limits->depth;
            foreach ($shape['keys'] as $key) {
                $columns[] = $this->column($rows, true);
            }
            --$this->limits->depth;
            $this->text .= "$count:{";
            foreach ($keys as $i => $key) {
                $this->text .= $key;
                $marks[$i] === 1 ? $this->value(true) : $this->limits->nested(fn () => $this->row($shape, $columns));
            }
            $this->text .= '}';
        });
    }

    /**
     * An error that concerns all rows, as two equal keys, has the place of this tag.
     *
     * @return array{kind: 'map'|'object'|'list', class: string, keys: list<string>}
     */
    private function head(): array
    {
        return $this->in->item(function (): array {
            $tag = $this->in->u(1);

            return match (true) {
                $tag === 0xE9 => $this->shapes->map($this->in->count(2)),
                $tag === 0xF0 => $this->objectHead(),
                $tag === 0xFA => $this->headWithLayout(),
                $tag === 0xE8 => ['kind' => 'list', 'class' => '', 'keys' => Shapes::listKeys($this->in->count(1))],
                $tag >= 0xC0 && $tag < 0xD0 => ['kind' => 'list', 'class' => '', 'keys' => Shapes::listKeys($this->in->atLeast($tag - 0xBF))],
                Shapes::isShaped($tag) => $this->shapeOfRows($tag),
                default => throw new MalformedPayload('unknown_tag', sprintf('No row begins with the tag %02X', $tag)),
            };
        });
    }

    /** @return array{kind: 'object', class: string, keys: list<string>} */
    private function headWithLayout(): array
    {
        $tag = $this->layout([0xF0]);

        return $tag === 0xF0 ? $this->objectHead() : $this->shapeOfRows($tag, true);
    }

    /** @return array{kind: 'map'|'object', class: string, keys: list<string>} */
    private function shapeOfRows(int $tag, bool $hasLayout = false): array
    {
        $kinds = ['map', 'object'];
        $shape = $hasLayout ? $this->shapes->readFirst($tag, $kinds) : $this->shapes->read($tag, $kinds);
        $this->in->atLeast(count($shape['keys']));

        return $shape;
    }

    /**
     * @param array{kind: 'map'|'object'|'list', class: string, keys: list<string>} $shape
     * @param list<\Closure(): void>                                                $columns
     */
    private function row(array $shape, array $columns): void
    {
        $cells = function () use ($shape, $columns): void {
            $this->text .= count($columns) . ':{';
            foreach ($columns as $i => $writeCell) {
                $this->text .= $shape['keys'][$i];
                $writeCell();
            }
            $this->text .= '}';
        };
        if ($shape['kind'] === 'object') {
            // The table has entered the level of its rows.
            --$this->limits->depth;
            $this->newObject('O', $shape['class'], fn () => $this->forHook($shape['class'], $cells));
            ++$this->limits->depth;
        } else {
            ++$this->values;
            $this->text .= 'a:';
            $cells();
        }
    }

    // Section 7.2: Shared arrays

    /** @return array{pure: bool, start: int, end: int, values: int, elements: int, height: int, constant: string|null} */
    private function sharedArray(int $number, bool $isInTag): array
    {
        $entries = $this->dictionary->arrays ?? [];
        $array = match (true) {
            $this->dictionary === null => Numbers::numbered($this->arrays, $number, 'unknown_array'),
            $isInTag => Dictionary::inTag($this->arrays, $entries, $number, 2048, 0, 'unknown_array'),
            default => Dictionary::behindTag($this->arrays, $entries, $number, 'unknown_array'),
        };
        if ($array === null || !$array['pure']) {
            throw new MalformedPayload('unknown_array', 'This array is not complete, or not pure');
        }

        return $array;
    }

    /** @param array{pure: bool, start: int, end: int, values: int, elements: int, height: int, constant: string|null} $array */
    private function shared(array $array): void
    {
        $this->limits->countElements($array['elements']);
        $this->limits->reachDepth($this->limits->depth + $array['height']);
        $this->values += $array['values'];
        $this->text .= substr($array['constant'] ?? $this->text, $array['start'], $array['end'] - $array['start']);
    }

    // Section 8: Objects and PHP references

    /** @param callable(): mixed $body Reads what is inside of the object, and writes the rest of its native text. */
    private function newObject(string $form, string $class, callable $body): void
    {
        $number = count($this->objects);
        $this->objects[] = ['value' => ++$this->values, 'height' => 1];
        $this->pure = false;
        $this->text .= "$form:" . strlen($class) . ":\"$class\":";
        $this->objects[$number]['height'] = $this->limits->heightOf($this->limits->depth + 1, fn () => $this->limits->nested($body));
    }

    // Section 8.2: OBJECT

    private function object(): void
    {
        $this->objectOfShape($this->objectHead());
    }

    /** @return array{kind: 'object', class: string, keys: list<string>} */
    private function objectHead(): array
    {
        $class = $this->names->class();
        $count = $this->in->count(2, 0);
        $this->names->demandObjects($class);
        $this->limits->mayCountElements($count);

        return $this->shapes->object($class, $count);
    }

    private function objectRef(): void
    {
        $object = $this->in->item(fn (): array => Numbers::numbered($this->objects, $this->in->uv(), 'unknown_object'));
        $this->limits->reachHeight($object['height']);
        $this->scalar("r:$object[value];");
        $this->pure = false;
    }

    // Section 8.3: CUSTOM

    private function custom(): void
    {
        $class = $this->names->class();
        $this->names->demandObjects($class);
        $this->names->demandOtherForm($class);
        $this->names->demandCurrent($class, null);
        $this->shapes->custom($class);
        $this->newObject('O', $class, fn () => $this->ownArray($class));
    }

    /** What __serialize() returned. Natively it is not a value of its own: the elements follow the class. */
    private function ownArray(string $class): void
    {
        $this->limits->charge(Limits::memoryOfObject($class, []));
        $start = strlen($this->text);
        $this->forHook($class, fn () => $this->in->item(function (): void {
            $tag = $this->beginValue(false);
            if (self::isArray($tag)) {
                $this->array($this->in->u(1));

                return;
            }
            if (!Shapes::isShaped($tag)) {
                $this->value(false);
                throw new MalformedPayload('array_expected', 'An array is expected');
            }
            $shape = $this->shapes->read($this->in->u(1));
            if ($shape['kind'] !== 'map') {
                $this->objectOfShape($shape);
                throw new MalformedPayload('array_expected', 'An array is expected');
            }
            $this->mapOfShape($shape['keys']);
        }));
        if (!method_exists($class, '__unserialize')) {
            // The elements become properties.
            $count = (int) substr($this->text, $start, 12);
            $this->limits->charge(Limits::memoryOfMap(Limits::declared($class) + $count) + 32 * $count);
        }
    }

    /** @param callable(): mixed $body Reads the array that a hook is given. */
    private function forHook(string $class, callable $body): void
    {
        $start = strlen($this->text);
        $body();
        if (method_exists($class, '__unserialize') && (new \ReflectionMethod($class, '__unserialize'))->isInternal()) {
            $this->limits->chargeHookOfPhp(NativeText::counts(substr($this->text, $start)));
        }
    }

    // Section 8.4: ENUM and SERIALIZABLE

    private function enum(): void
    {
        $class = $this->names->class();
        $case = $this->strings->read();
        $this->limits->reachDepth($this->limits->depth + 1);
        if (!$this->names->isAllowed($class) || !enum_exists($class) || !(new \ReflectionEnum($class))->hasCase($case)) {
            throw new MalformedPayload('bad_enum', "There is no case $class::$case");
        }
        $this->newObject('E', "$class:$case", function (): void {
            $this->text[-1] = ';';
        });
    }

    private function serializable(): void
    {
        $class = $this->names->class();
        $bytes = $this->in->bytes($this->in->uv());
        $this->names->demandStringForm($class);
        $this->limits->reachDepth($this->limits->depth + 1);
        $this->limits->charge(Limits::memoryOfObject($class, []));
        $this->newObject('C', $class, function () use ($bytes): void {
            $this->text .= strlen($bytes) . ':{' . $bytes . '}';
        });
    }

    // Section 8.5: PHP references

    private function reference(): void
    {
        $this->limits->charge(32);
        $number = count($this->references);
        $this->references[] = ['value' => $this->values + 1, 'height' => 1];
        $height = $this->limits->heightOf($this->limits->depth, fn () => $this->value(false));
        $this->limits->reachHeight($height);
        $this->references[$number]['height'] = $height;
        $this->pure = false;
    }

    private function referenceRef(): void
    {
        $reference = $this->in->item(fn (): array => Numbers::numbered($this->references, $this->in->uv(), 'unknown_reference'));
        $this->limits->reachHeight($reference['height']);
        $this->text .= "R:$reference[value];";
        $this->pure = false;
    }
}
