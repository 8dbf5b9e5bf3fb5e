<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/**
 * A decoder of Brine payloads, written from docs/format.md alone and laid out by its sections.
 *
 * It translates the payload into native serialize() text in one pass, and lets unserialize() build the value: what a
 * payload means is what the text means, with hooks, property visibility, typed slots and PHP references done by the engine
 * itself. The translation is exact because both formats put values in the same order. All that has to be carried along is the
 * number that native text gives each value, by which its "r:" and "R:" name an object and a PHP reference:
 *
 * - every value has the next number, counted from 1, also one that is an "r:"; an "R:" has none;
 * - keys, names, and the array of a CUSTOM (natively a part of its object) have none;
 * - a SHARED array is written out again, so that each of its elements has a number of its own.
 *
 * The one thing that native text cannot say is the bits of a NaN: every NaN comes back as PHP's NAN.
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
        $in = new Numbers($payload);
        $decoder = new self($in, $options['max_depth'] ?? 4096, $options['max_elements'] ?? 2 ** 24);
        $decoder->payload();

        return $decoder->text;
    }

    // Section 1: Header

    private function payload(): void
    {
        if ($this->in->u(1) !== 0xC1) {
            throw new MalformedPayload(0, 'magic', 'Not a Brine payload');
        }
        $second = $this->in->u(1);
        if ($second >> 4 !== 1) {
            throw new MalformedPayload(1, 'version', 'Unknown version');
        }
        if (($second & 0x0F) !== 0) {
            throw new MalformedPayload(1, 'flags', 'Unknown flags');
        }
        $this->value(false);
        if ($this->in->left() > 0) {
            throw new MalformedPayload($this->in->offset(), 'trailing', 'Bytes after the value');
        }
    }

    // Section 3: Values

    /** @param bool $mayBeReference Whether this is an element of an array or a property of an object. */
    private function value(bool $mayBeReference): void
    {
        $at = $this->in->offset();
        $tag = $this->in->peek();
        if (self::isString($tag)) {
            $this->scalar(self::nativeString($this->string()));
        } elseif (self::isInteger($tag)) {
            $this->scalar('i:' . $this->integer() . ';');
        } elseif (self::isArray($tag)) {
            ++$this->values;
            $this->text .= 'a:';
            $this->array();
        } else {
            $this->in->u(1);
            match ($tag) {
                0xD8 => $this->scalar('N;'),
                0xD9 => $this->scalar('b:0;'),
                0xDA => $this->scalar('b:1;'),
                0xE2 => $this->scalar(serialize($this->notNan($this->in->offset(), $this->in->f32()))),
                0xE3 => $this->scalar(serialize($this->in->f64())),
                0xF0 => $this->object($at),
                0xF1 => $this->custom($at),
                0xF2 => $this->enum($at),
                0xF3 => $this->serializable($at),
                0xF4 => $this->objectRef(),
                0xF5 => $this->reference($at, $mayBeReference),
                0xF6 => $this->referenceRef($at, $mayBeReference),
                default => $tag >= 0xB0 && $tag <= 0xBF || $tag === 0xEA
                    ? $this->shaped($at, $tag)
                    : throw new MalformedPayload($at, 'tag', sprintf('No value begins with the tag %02X', $tag)),
            };
        }
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

    private function notNan(int $at, float $float): float
    {
        if (is_nan($float)) {
            throw new MalformedPayload($at, 'nan', 'A binary32 is not used for NaN');
        }

        return $float;
    }

    /**
     * The member of one of the five sequences with this number.
     *
     * @template T
     * @param list<T> $sequence
     * @return T
     */
    private function numbered(array $sequence, int $at, int $number): mixed
    {
        if ($number < 0 || $number >= count($sequence)) {
            throw new MalformedPayload($at, 'id', 'This number was not yet given');
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
        $at = $this->in->offset();
        $tag = $this->in->u(1);
        if (!self::isString($tag)) {
            throw new MalformedPayload($at, 'tag', 'A string is expected');
        }
        if ($tag < 0x60) {
            return $this->newString($tag - 0x1F);
        }
        if ($tag === 0xE4) {
            return '';
        }
        $numberAt = $this->in->offset();
        if ($tag === 0xE5) {
            return $this->newString($this->in->uv() ?: throw new MalformedPayload($numberAt, 'count', 'A string of no bytes'));
        }

        return match (true) {
            $tag < 0xA0 => $this->numbered($this->strings, $at, $tag - 0x60),
            $tag < 0xB0 => $this->numbered($this->strings, $at, 64 + 256 * ($tag - 0xA0) + $this->in->u(1)),
            default => $this->numbered($this->strings, $numberAt, $this->in->uv()),
        };
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

    // Section 5: Lists and runs, and what all arrays have in common (sections 7 and 9)

    private static function isArray(int $tag): bool
    {
        return $tag >= 0xC0 && $tag < 0xD8 || $tag >= 0xE7 && $tag <= 0xE9 || $tag >= 0xEB && $tag <= 0xEE;
    }

    /** An array by its own tag: all but the instances of shapes. Writes the native text from the number of elements on. */
    private function array(): void
    {
        $at = $this->in->offset();
        $tag = $this->in->u(1);
        match (true) {
            $tag === 0xE7 => $this->nested($at, fn () => $this->text .= '0:{}'),
            $tag === 0xEB => $this->sharedNumber($at),
            $tag >= 0xD0 && $tag < 0xD8 => $this->shared($at, $at, 256 * ($tag - 0xD0) + $this->in->u(1)),
            $tag < 0xD0 => $this->newArray($at, fn () => $this->list($at, $tag - 0xBF)),
            default => $this->newArray($at, match ($tag) {
                0xE8 => fn () => $this->list($this->in->offset(), $this->count(1)),
                0xE9 => $this->map(...),
                0xEC => $this->intRun(...),
                0xED => $this->affineRun(...),
                0xEE => $this->floatRun(...),
            }),
        };
    }

    /** @param callable(): mixed $body Reads what follows the tag, and writes the native text. */
    private function newArray(int $at, callable $body): void
    {
        $number = count($this->arrays);
        $this->arrays[] = null;
        $around = [$this->pure, $this->deepest];
        $this->pure = true;
        $this->deepest = 0;
        $before = [strlen($this->text), $this->values, $this->elements];
        $this->nested($at, $body);
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

    private function list(int $at, int $count): void
    {
        $this->countElements($at, $count);
        if ($count > $this->in->left()) {
            throw new MalformedPayload($at, 'truncated', 'More elements than bytes are left');
        }
        $this->text .= "$count:{";
        for ($i = 0; $i < $count; ++$i) {
            $this->text .= "i:$i;";
            $this->value(true);
        }
        $this->text .= '}';
    }

    private function intRun(): void
    {
        $at = $this->in->offset();
        $count = $this->count(0);
        $base = $this->in->sv();
        $width = $this->width(range(1, 8));
        $this->run($at, $count, $width, fn (): string => 'i:' . self::wrappingSum($base, $this->in->u($width)) . ';');
    }

    private function affineRun(): void
    {
        $at = $this->in->offset();
        $count = $this->count(0);
        $next = $this->in->sv();
        $step = $this->in->sv();
        $this->run($at, $count, 0, function () use (&$next, $step, $at): string {
            if (is_float($next)) {
                throw new MalformedPayload($at, 'range', 'An element is outside of the signed 64-bit range');
            }
            $element = $next;
            $next += $step;

            return "i:$element;";
        });
    }

    private function floatRun(): void
    {
        $at = $this->in->offset();
        $count = $this->count(0);
        $width = $this->width([4, 8]);
        $element = $width === 4
            ? fn (): float => $this->notNan($this->in->offset(), $this->in->f32())
            : fn (): float => $this->in->f64();
        $this->run($at, $count, $width, fn (): string => serialize($element()));
    }

    /** @param callable(): string $element Reads an element of $width bytes. */
    private function run(int $at, int $count, int $width, callable $element): void
    {
        if ($count * $width > $this->in->left()) {
            throw new MalformedPayload($this->in->offset(), 'truncated', 'More elements than bytes are left');
        }
        $this->countElements($at, $count);
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
        $at = $this->in->offset();
        $width = $this->in->u(1);
        if (!in_array($width, $widths, true)) {
            throw new MalformedPayload($at, 'width', 'Elements of this many bytes do not exist');
        }

        return $width;
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
        $at = $this->in->offset();
        $count = $this->count(2);
        $keys = [];
        for ($i = 0; $i < $count; ++$i) {
            $keyAt = $this->in->offset();
            $key = $this->key();
            if (isset($keys[$key])) {
                throw new MalformedPayload($keyAt, 'duplicate', 'Two keys of a map are equal');
            }
            $keys[$key] = $key;
        }
        $this->shapes[] = ['kind' => 'map', 'class' => '', 'keys' => array_values($keys)];
        $this->entries($at, $keys);
    }

    private function key(): string
    {
        if (self::isInteger($this->in->peek())) {
            return 'i:' . $this->integer() . ';';
        }
        $string = $this->string();

        return (string) (int) $string === $string ? "i:$string;" : self::nativeString($string);
    }

    /** @param array<string> $keys */
    private function entries(int $at, array $keys): void
    {
        $count = count($keys);
        $this->countElements($at, $count);
        if ($count > $this->in->left()) {
            throw new MalformedPayload($at, 'truncated', 'More values than bytes are left');
        }
        $this->text .= "$count:{";
        foreach ($keys as $key) {
            $this->text .= $key;
            $this->value(true);
        }
        $this->text .= '}';
    }

    private function shaped(int $at, int $tag): void
    {
        $numberAt = $tag === 0xEA ? $this->in->offset() : $at;
        $shape = $this->numbered($this->shapes, $numberAt, $tag === 0xEA ? $this->in->uv() : $tag - 0xB0);
        if ($shape['kind'] === 'map') {
            ++$this->values;
            $this->text .= 'a:';
            $this->newArray($at, fn () => $this->entries($at, $shape['keys']));
        } else {
            $this->newObject('O', $shape['class']);
            $this->nested($at, fn () => $shape['kind'] === 'custom' ? $this->ownArray() : $this->entries($at, $shape['keys']));
        }
    }

    // Section 7: Shared arrays

    private function sharedNumber(int $at): void
    {
        $numberAt = $this->in->offset();
        $this->shared($at, $numberAt, $this->in->uv());
    }

    private function shared(int $at, int $numberAt, int $number): void
    {
        $array = $this->numbered($this->arrays, $numberAt, $number);
        if ($array === null || !$array['pure']) {
            throw new MalformedPayload($numberAt, 'shared', 'This array is not complete, or not pure');
        }
        $this->checkDepth($at, $this->depth + $array['height']);
        $this->countElements($at, $array['elements']);
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
        $at = $this->in->offset();
        $class = $this->string();
        if (preg_match('/^[\w\x7F-\xFF][\w\x7F-\xFF\\\\]*$/D', $class) !== 1) {
            throw new MalformedPayload($at, 'class', 'Not the name of a class');
        }

        return $class;
    }

    private function object(int $at): void
    {
        $class = $this->className();
        $countAt = $this->in->offset();
        $count = $this->count(2, 0);
        $names = [];
        for ($i = 0; $i < $count; ++$i) {
            $nameAt = $this->in->offset();
            $name = self::nativeString($this->propertyName($class));
            if (isset($names[$name])) {
                throw new MalformedPayload($nameAt, 'duplicate', 'Two names of an object are equal');
            }
            $names[$name] = $name;
        }
        $this->shapes[] = ['kind' => 'object', 'class' => $class, 'keys' => array_values($names)];
        $this->newObject('O', $class);
        $this->nested($at, fn () => $this->entries($countAt, $names));
    }

    private function propertyName(string $class): string
    {
        $at = $this->in->offset();
        $first = $this->in->peek();
        if ($first >= 1 && $first <= 3) {
            $this->in->u(1);

            return match ($first) {
                1 => "\0*\0",
                2 => "\0$class\0",
                3 => "\0" . $this->className() . "\0",
            } . $this->string();
        }
        $name = $this->string();
        if (preg_match('/^\0(?![^\0]+\0)/', $name) === 1) {
            throw new MalformedPayload($at, 'name', 'Neither a public name nor a mangled one');
        }

        return $name;
    }

    private function custom(int $at): void
    {
        $class = $this->className();
        $this->shapes[] = ['kind' => 'custom', 'class' => $class, 'keys' => []];
        $this->newObject('O', $class);
        $this->nested($at, $this->ownArray(...));
    }

    /** What __serialize() returned. Natively it is not a value of its own: the elements follow the class. */
    private function ownArray(): void
    {
        $at = $this->in->offset();
        $tag = $this->in->peek();
        if (self::isArray($tag)) {
            $this->array();

            return;
        }
        $this->in->u(1);
        $number = match (true) {
            $tag === 0xEA => $this->in->uv(),
            $tag >= 0xB0 && $tag <= 0xBF => $tag - 0xB0,
            default => throw new MalformedPayload($at, 'tag', 'An array is expected'),
        };
        $shape = $this->numbered($this->shapes, $tag === 0xEA ? $at + 1 : $at, $number);
        if ($shape['kind'] !== 'map') {
            throw new MalformedPayload($at, 'tag', 'An array is expected');
        }
        $this->newArray($at, fn () => $this->entries($at, $shape['keys']));
    }

    private function enum(int $at): void
    {
        $class = $this->className();
        $caseAt = $this->in->offset();
        $case = $this->string();
        if (!enum_exists($class)) {
            throw new MalformedPayload($at, 'enum', "There is no enum $class");
        }
        if (!(new \ReflectionEnum($class))->hasCase($case)) {
            throw new MalformedPayload($caseAt, 'enum', "The enum $class has no such case");
        }
        $this->checkDepth($at, $this->depth + 1);
        $this->newObject('E', "$class:$case");
        $this->text[-1] = ';';
    }

    private function serializable(int $at): void
    {
        $class = $this->className();
        $bytes = $this->in->bytes($this->in->uv());
        $this->checkDepth($at, $this->depth + 1);
        $this->newObject('C', $class);
        $this->text .= strlen($bytes) . ':{' . $bytes . '}';
    }

    private function objectRef(): void
    {
        $at = $this->in->offset();
        $this->scalar('r:' . $this->numbered($this->objects, $at, $this->in->uv()) . ';');
        $this->pure = false;
    }

    private function reference(int $at, bool $allowed): void
    {
        if (!$allowed) {
            throw new MalformedPayload($at, 'tag', 'A PHP reference cannot stand here');
        }
        $this->references[] = $this->values + 1;
        $this->value(false);
        $this->pure = false;
    }

    private function referenceRef(int $at, bool $allowed): void
    {
        if (!$allowed) {
            throw new MalformedPayload($at, 'tag', 'A PHP reference cannot stand here');
        }
        $numberAt = $this->in->offset();
        $this->text .= 'R:' . $this->numbered($this->references, $numberAt, $this->in->uv()) . ';';
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
        $at = $this->in->offset();
        $count = $this->in->uv();
        if ($count < 0 || $count > 2 ** 30 || $count < $least) {
            throw new MalformedPayload($at, 'count', 'Not a possible number of elements');
        }
        if ($count * $bytes > $this->in->left()) {
            throw new MalformedPayload($at, 'truncated', 'More elements than bytes are left');
        }

        return $count;
    }

    private function countElements(int $at, int $count): void
    {
        $this->elements += $count;
        if ($this->elements > $this->maxElements) {
            throw new MalformedPayload($at, 'elements', 'Too many elements in all');
        }
    }

    private function checkDepth(int $at, int $depth): void
    {
        if ($depth > $this->maxDepth) {
            throw new MalformedPayload($at, 'depth', 'Arrays and objects are nested too deeply');
        }
        $this->deepest = max($this->deepest, $depth);
    }

    /** @param callable(): mixed $body Reads what is inside an array or object. */
    private function nested(int $at, callable $body): void
    {
        $this->checkDepth($at, ++$this->depth);
        $body();
        --$this->depth;
    }
}
