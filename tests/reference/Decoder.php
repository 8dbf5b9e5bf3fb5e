<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/**
 * A decoder of Brine payloads, written from docs/format.md alone and laid out by its sections.
 *
 * It translates the payload into native serialize() text in one pass, and lets unserialize() build the value: what a
 * payload means is what the text means, with hooks, property visibility, typed slots and PHP references done by the
 * engine itself. The translation is exact because both formats put values in the same order. All that has to be carried
 * along is the number that native text gives each value, by which its "r:" and "R:" name an object and a PHP reference:
 *
 * - every value has the next number, counted from 1, also one that is an "r:"; an "R:" has none;
 * - keys, names, and the array of a CUSTOM (natively a part of its object) have none;
 * - a SHARED array is written out again, so that each of its elements has a number of its own.
 *
 * Two things native text cannot say. A NaN has no bits there: every NaN comes back as PHP's NAN. And unserialize()
 * refuses a property whose name begins with a zero byte but is not mangled, such as only a cast from an array makes.
 */
final class Decoder
{
    /** Native text, as far as it is written. */
    private string $text = '';

    /** How many values of the native text have a number. */
    private int $values = 0;

    /** @var list<string> By string number. */
    private array $strings = [];

    /**
     * By shape number. "keys" is native text, one key or name each.
     *
     * @var list<array{kind: 'map'|'object'|'custom', class: string, keys: list<string>}>
     */
    private array $shapes = [];

    /**
     * By array number; null while the array is not complete. "start" and "end" are where the native text from the
     * number of elements on lies, "values" is how many values it has, "height" how many arrays are inside of one another.
     *
     * @var list<array{pure: bool, start: int, end: int, values: int, elements: int, height: int}|null>
     */
    private array $arrays = [];

    /** @var list<int> By object number: the number of the object in native text. */
    private array $objects = [];

    /** @var list<int> By reference number: the number of the value in native text. */
    private array $references = [];

    /** Whether no object and no PHP reference was met since the innermost array began. */
    private bool $pure = true;

    /** How many arrays and objects are open. */
    private int $depth = 0;

    /** The greatest depth since the innermost array began. */
    private int $deepest = 0;

    private int $elements = 0;

    private function __construct(
        private readonly Numbers $in,
        private readonly int $maxDepth,
        private readonly int $maxElements,
    ) {
    }

    /**
     * @param array{allowed_classes?: bool|list<string>, max_depth?: int, max_elements?: int} $options
     * @throws MalformedPayload
     */
    public static function decode(string $payload, array $options = []): mixed
    {
        $text = self::nativeText($payload, $options);

        return NativeReader::read($text, array_intersect_key($options, ['allowed_classes' => true]));
    }

    /**
     * @param array{max_depth?: int, max_elements?: int} $options
     * @throws MalformedPayload
     */
    public static function nativeText(string $payload, array $options = []): string
    {
        $decoder = new self(new Numbers($payload), $options['max_depth'] ?? 4096, $options['max_elements'] ?? 2 ** 24);
        $decoder->payload();

        return $decoder->text;
    }

    /**
     * Section 11, The place of an error: runs what reads an item. An error that has no place yet, because it concerns the
     * item as a whole, is at its first byte.
     *
     * @template T
     * @param callable(): T $read
     * @return T
     */
    private function item(callable $read): mixed
    {
        $offset = $this->in->offset();
        try {
            return $read();
        } catch (MalformedPayload $error) {
            throw $error->placedAt($offset);
        }
    }

    // Section 1: Header

    private function payload(): void
    {
        $this->item(function (): void {
            if ($this->in->u(1) !== 0xC1) {
                throw new MalformedPayload('magic', 'Not a Brine payload');
            }
        });
        $this->item(function (): void {
            $byte = $this->in->u(1);
            if ($byte >> 4 !== 1) {
                throw new MalformedPayload('version', 'Unknown version');
            }
            if (($byte & 0x0F) !== 0) {
                throw new MalformedPayload('flags', 'Unknown flags');
            }
        });
        $this->value(false);
        if ($this->in->left() > 0) {
            throw (new MalformedPayload('trailing', 'Bytes after the value'))->placedAt($this->in->offset());
        }
    }

    // Section 3: Values

    /** @param bool $mayBeReference Whether this is an element of an array or a property of an object. */
    private function value(bool $mayBeReference): void
    {
        $this->item(function () use ($mayBeReference): void {
            $tag = $this->in->peek();
            match (true) {
                self::isString($tag) => $this->scalar(self::nativeString($this->string())),
                self::isInteger($tag) => $this->scalar('i:' . $this->integer() . ';'),
                self::isArray($tag) => $this->arrayValue(),
                self::isShaped($tag) => $this->shaped(),
                default => $this->otherValue($this->in->u(1), $mayBeReference),
            };
        });
    }

    private function otherValue(int $tag, bool $mayBeReference): void
    {
        if (($tag === 0xF5 || $tag === 0xF6) && !$mayBeReference) {
            throw new MalformedPayload('tag', 'A PHP reference cannot stand here');
        }
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
            default => throw new MalformedPayload('tag', sprintf('No value begins with the tag %02X', $tag)),
        };
    }

    private function scalar(string $text): void
    {
        ++$this->values;
        $this->text .= $text;
    }

    private static function isInteger(int $tag): bool
    {
        return $tag < 0x20 || $tag >= 0xDB && $tag <= 0xE1;
    }

    private function integer(): int
    {
        $tag = $this->in->u(1);

        return match ($tag) {
            0xDB => $this->in->u(1),
            0xDC => $this->in->u(2),
            0xDD => $this->in->u(4),
            0xDE => $this->in->i(1),
            0xDF => $this->in->i(2),
            0xE0 => $this->in->i(4),
            0xE1 => $this->in->i(8),
            default => $tag,
        };
    }

    /**
     * The member of one of the five sequences with this number.
     *
     * @template T
     * @param list<T> $sequence
     * @return T
     */
    private function numbered(array $sequence, int $number): mixed
    {
        if ($number < 0 || $number >= count($sequence)) {
            throw new MalformedPayload('id', 'This number was not yet given');
        }

        return $sequence[$number];
    }

    // Section 4: Strings

    private static function isString(int $tag): bool
    {
        return $tag >= 0x20 && $tag < 0xB0 || $tag >= 0xE4 && $tag <= 0xE6;
    }

    private function string(): string
    {
        return $this->item(function (): string {
            $tag = $this->in->u(1);

            return match (true) {
                !self::isString($tag) => throw new MalformedPayload('tag', 'A string is expected'),
                $tag < 0x60 => $this->newString($tag - 0x1F),
                $tag < 0xA0 => $this->numbered($this->strings, $tag - 0x60),
                $tag < 0xB0 => $this->numbered($this->strings, 64 + 256 * ($tag - 0xA0) + $this->in->u(1)),
                $tag === 0xE4 => '',
                $tag === 0xE5 => $this->newString($this->item($this->size(...))),
                $tag === 0xE6 => $this->item(fn (): string => $this->numbered($this->strings, $this->in->uv())),
            };
        });
    }

    private function size(): int
    {
        return $this->in->uv() ?: throw new MalformedPayload('count', 'A string of no bytes');
    }

    private function newString(int $size): string
    {
        $bytes = $this->in->bytes($size);
        if ($size > 1) {
            $this->strings[] = $bytes;
        }

        return $bytes;
    }

    private static function nativeString(string $bytes): string
    {
        return 's:' . strlen($bytes) . ':"' . $bytes . '";';
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
            $tag < 0xD0 => $this->newArray(fn () => $this->list($tag - 0xBF)),
            $tag < 0xD8 => $this->shared($this->sharedArray(256 * ($tag - 0xD0) + $this->in->u(1))),
            $tag === 0xE7 => $this->text .= '0:{}',
            $tag === 0xE8 => $this->newArray(fn () => $this->list($this->count(1))),
            $tag === 0xE9 => $this->newArray($this->map(...)),
            $tag === 0xEB => $this->shared($this->item(fn (): array => $this->sharedArray($this->in->uv()))),
            $tag === 0xEC => $this->newArray($this->intRun(...)),
            $tag === 0xED => $this->newArray($this->affineRun(...)),
            $tag === 0xEE => $this->newArray($this->floatRun(...)),
        };
    }

    /** @param callable(): mixed $body Reads what follows the tag, and writes the native text. */
    private function newArray(callable $body): void
    {
        $number = count($this->arrays);
        $this->arrays[] = null;
        $around = [$this->pure, $this->deepest];
        $this->pure = true;
        $this->deepest = 0;
        $before = [strlen($this->text), $this->values, $this->elements];
        $this->nested($body);
        $this->arrays[$number] = [
            'pure' => $this->pure,
            'start' => $before[0],
            'end' => strlen($this->text),
            'values' => $this->values - $before[1],
            'elements' => $this->elements - $before[2],
            'height' => $this->deepest - $this->depth,
        ];
        $this->pure = $this->pure && $around[0];
        $this->deepest = max($this->deepest, $around[1]);
    }

    private function list(int $count): void
    {
        $this->atLeast($count);
        $this->countElements($count);
        $this->text .= "$count:{";
        for ($i = 0; $i < $count; ++$i) {
            $this->text .= "i:$i;";
            $this->value(true);
        }
        $this->text .= '}';
    }

    private function intRun(): void
    {
        $count = $this->count(0);
        $base = $this->in->sv();
        $width = $this->width(range(1, 8));
        $this->run($count, $width, fn (): string => 'i:' . self::wrappingSum($base, $this->in->u($width)) . ';');
    }

    private function affineRun(): void
    {
        $count = $this->count(0);
        $next = $this->in->sv();
        $step = $this->in->sv();
        $this->run($count, 0, function () use (&$next, $step): string {
            if (is_float($next)) {
                throw new MalformedPayload('range', 'An element is outside of the signed 64-bit range');
            }
            $element = $next;
            $next += $step;

            return "i:$element;";
        });
    }

    private function floatRun(): void
    {
        $count = $this->count(0);
        $width = $this->width([4, 8]);
        $this->run($count, $width, fn (): string => serialize($width === 4 ? $this->in->f32() : $this->in->f64()));
    }

    /** @param callable(): string $element Reads an element of $width bytes. */
    private function run(int $count, int $width, callable $element): void
    {
        $this->item(fn () => $this->atLeast($count * $width));
        $this->countElements($count);
        $this->text .= "$count:{";
        for ($i = 0; $i < $count; ++$i) {
            $this->text .= "i:$i;";
            $this->scalar($element());
        }
        $this->text .= '}';
    }

    /** @param list<int> $widths */
    private function width(array $widths): int
    {
        return $this->item(function () use ($widths): int {
            $width = $this->in->u(1);
            if (!in_array($width, $widths, true)) {
                throw new MalformedPayload('width', 'Elements of this many bytes do not exist');
            }

            return $width;
        });
    }

    private static function wrappingSum(int $a, int $b): int
    {
        $low = ($a & 0xFFFFFFFF) + ($b & 0xFFFFFFFF);
        $high = ($a >> 32) + ($b >> 32) + ($low >> 32);

        return $high << 32 | $low & 0xFFFFFFFF;
    }

    // Section 6: Maps and shapes

    private function map(): void
    {
        $count = $this->count(2);
        $this->countElements($count);
        $keys = [];
        for ($i = 0; $i < $count; ++$i) {
            $keys[] = $this->item($this->key(...));
        }
        $this->shapes[] = ['kind' => 'map', 'class' => '', 'keys' => self::different($keys)];
        $this->entries($keys);
    }

    private function key(): string
    {
        if (self::isInteger($this->in->peek())) {
            return 'i:' . $this->integer() . ';';
        }
        $string = $this->string();

        return (string) (int) $string === $string ? "i:$string;" : self::nativeString($string);
    }

    /**
     * @param list<string> $keys
     * @return list<string>
     */
    private static function different(array $keys): array
    {
        if (count(array_unique($keys)) < count($keys)) {
            throw new MalformedPayload('duplicate', 'Two keys or names are equal');
        }

        return $keys;
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

    /** @param list<string> $keys */
    private function instance(array $keys): void
    {
        $this->atLeast(count($keys));
        $this->countElements(count($keys));
        $this->entries($keys);
    }

    private static function isShaped(int $tag): bool
    {
        return $tag >= 0xB0 && $tag <= 0xBF || $tag === 0xEA;
    }

    /** @return array{kind: 'map'|'object'|'custom', class: string, keys: list<string>} */
    private function shape(int $tag): array
    {
        return $tag === 0xEA
            ? $this->item(fn (): array => $this->numbered($this->shapes, $this->in->uv()))
            : $this->numbered($this->shapes, $tag - 0xB0);
    }

    private function shaped(): void
    {
        $shape = $this->shape($this->in->u(1));
        if ($shape['kind'] === 'map') {
            ++$this->values;
            $this->text .= 'a:';
            $this->newArray(fn () => $this->instance($shape['keys']));
        } else {
            $this->newObject('O', $shape['class']);
            $this->nested(fn () => $shape['kind'] === 'custom' ? $this->ownArray() : $this->instance($shape['keys']));
        }
    }

    // Section 7: Shared arrays

    /** @return array{pure: bool, start: int, end: int, values: int, elements: int, height: int} */
    private function sharedArray(int $number): array
    {
        $array = $this->numbered($this->arrays, $number);
        if ($array === null || !$array['pure']) {
            throw new MalformedPayload('shared', 'This array is not complete, or not pure');
        }

        return $array;
    }

    /** @param array{pure: bool, start: int, end: int, values: int, elements: int, height: int} $array */
    private function shared(array $array): void
    {
        $this->reachDepth($this->depth + $array['height']);
        $this->countElements($array['elements']);
        $this->values += $array['values'];
        $this->text .= substr($this->text, $array['start'], $array['end'] - $array['start']);
    }

    // Section 8: Objects and references

    private function newObject(string $form, string $class): void
    {
        $this->objects[] = ++$this->values;
        $this->pure = false;
        $this->text .= "$form:" . strlen($class) . ":\"$class\":";
    }

    private function className(): string
    {
        return $this->item(function (): string {
            $class = $this->string();
            if (preg_match('/^[\w\x80-\xFF][\w\x80-\xFF\\\\]*$/D', $class) !== 1) {
                throw new MalformedPayload('class', 'Not the name of a class');
            }

            return $class;
        });
    }

    private function object(): void
    {
        $class = $this->className();
        $count = $this->count(2, 0);
        $this->countElements($count);
        $names = [];
        for ($i = 0; $i < $count; ++$i) {
            $names[] = self::nativeString($this->item(fn (): string => $this->propertyName($class)));
        }
        $this->shapes[] = ['kind' => 'object', 'class' => $class, 'keys' => self::different($names)];
        $this->newObject('O', $class);
        $this->nested(fn () => $this->entries($names));
    }

    private function propertyName(string $class): string
    {
        $kind = $this->in->peek();
        if ($kind < 1 || $kind > 3) {
            $name = $this->string();
            if ($name === '__PHP_Incomplete_Class_Name' && !class_exists($class)) {
                throw new MalformedPayload('name', 'The class name of an incomplete object');
            }

            return $name;
        }
        $this->in->u(1);
        $scope = match ($kind) {
            1 => '*',
            2 => $class,
            3 => $this->string(),
        };
        $name = $this->string();
        if ($scope === '' || str_contains($scope, "\0") || $name === '') {
            throw new MalformedPayload('name', 'Not a name of a protected or private property');
        }

        return "\0$scope\0$name";
    }

    private function custom(): void
    {
        $class = $this->className();
        $this->shapes[] = ['kind' => 'custom', 'class' => $class, 'keys' => []];
        $this->newObject('O', $class);
        $this->nested($this->ownArray(...));
    }

    /** What __serialize() returned. Natively it is not a value of its own: the elements follow the class. */
    private function ownArray(): void
    {
        $this->item(function (): void {
            $tag = $this->in->u(1);
            if (self::isArray($tag)) {
                $this->array($tag);

                return;
            }
            $shape = self::isShaped($tag) ? $this->shape($tag) : null;
            if ($shape === null || $shape['kind'] !== 'map') {
                throw new MalformedPayload('tag', 'An array is expected');
            }
            $this->newArray(fn () => $this->instance($shape['keys']));
        });
    }

    private function enum(): void
    {
        $class = $this->className();
        $case = $this->string();
        if (!enum_exists($class) || !(new \ReflectionEnum($class))->hasCase($case)) {
            throw new MalformedPayload('enum', "There is no case $class::$case");
        }
        $this->reachDepth($this->depth + 1);
        $this->newObject('E', "$class:$case");
        $this->text[-1] = ';';
    }

    private function serializable(): void
    {
        $class = $this->className();
        $bytes = $this->in->bytes($this->in->uv());
        $this->reachDepth($this->depth + 1);
        $this->newObject('C', $class);
        $this->text .= strlen($bytes) . ':{' . $bytes . '}';
    }

    private function objectRef(): void
    {
        $this->scalar('r:' . $this->item(fn (): int => $this->numbered($this->objects, $this->in->uv())) . ';');
        $this->pure = false;
    }

    private function reference(): void
    {
        $this->references[] = $this->values + 1;
        $this->value(false);
        $this->pure = false;
    }

    private function referenceRef(): void
    {
        $this->text .= 'R:' . $this->item(fn (): int => $this->numbered($this->references, $this->in->uv())) . ';';
        $this->pure = false;
    }

    // Section 9: Limits

    /**
     * A number of elements.
     *
     * @param int $bytes At least this many bytes follow for each of them.
     */
    private function count(int $bytes, int $least = 1): int
    {
        return $this->item(function () use ($bytes, $least): int {
            $count = $this->in->uv();
            if ($count < $least || $count > 2 ** 30) {
                throw new MalformedPayload('count', 'Not a possible number of elements');
            }
            $this->atLeast($count * $bytes);

            return $count;
        });
    }

    private function atLeast(int $bytes): void
    {
        if ($bytes > $this->in->left()) {
            throw new MalformedPayload('truncated', 'More elements than bytes are left');
        }
    }

    private function countElements(int $count): void
    {
        $this->elements += $count;
        if ($this->elements > $this->maxElements) {
            throw new MalformedPayload('elements', 'Too many elements in all');
        }
    }

    private function reachDepth(int $depth): void
    {
        if ($depth > $this->maxDepth) {
            throw new MalformedPayload('depth', 'Arrays and objects are nested too deeply');
        }
        $this->deepest = max($this->deepest, $depth);
    }

    /** @param callable(): mixed $body Reads what is inside of an array or object. */
    private function nested(callable $body): void
    {
        $this->reachDepth(++$this->depth);
        $body();
        --$this->depth;
    }
}
