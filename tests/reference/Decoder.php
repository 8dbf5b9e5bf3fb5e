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
 * - a SHARED array, and a CONSTANT, is written out again, so that each of its elements has a number of its own.
 *
 * Two things native text cannot say. A NaN has no bits there: every NaN comes back as PHP's NAN. And unserialize()
 * refuses a property whose name begins with a zero byte but is not mangled, such as only a cast from an array makes.
 */
final class Decoder
{
    /** The characters of DIGITS and of HEX, by their four bits. */
    private const DIGITS = '0123456789-:. T+';
    private const HEX = '0123456789abcdef';

    /** What the names of properties are, by the byte before them. */
    private const PUBLIC = 0x00;
    private const PROTECTED = 0x01;
    private const PRIVATE = 0x02;
    private const PRIVATE_OF = 0x03;

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
     * "constant" is the text of the CONSTANT that the array is inside of, or null if "start" and "end" count in $text.
     *
     * @var list<array{pure: bool, start: int, end: int, values: int, elements: int, height: int, constant: string|null}|null>
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

    /** In bytes, by the estimate of section 9. */
    private int $memory = 0;

    private function __construct(
        private readonly Numbers $in,
        private readonly int $maxDepth,
        private readonly int $maxElements,
        private readonly int $maxMemory,
    ) {
    }

    /**
     * @param array{allowed_classes?: bool|list<string>, max_depth?: int, max_elements?: int, max_memory?: int} $options
     * @throws MalformedPayload
     */
    public static function decode(string $payload, array $options = []): mixed
    {
        $text = self::nativeText($payload, $options);

        return NativeReader::read($text, array_intersect_key($options, ['allowed_classes' => true]));
    }

    /**
     * @param array{max_depth?: int, max_elements?: int, max_memory?: int} $options
     * @throws MalformedPayload
     */
    public static function nativeText(string $payload, array $options = []): string
    {
        $decoder = new self(
            new Numbers($payload),
            $options['max_depth'] ?? 4096,
            $options['max_elements'] ?? 2 ** 24,
            $options['max_memory'] ?? 2 ** 25 + 256 * strlen($payload),
        );
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
                self::isPacked($tag) => $this->scalar(self::nativeString($this->packedString())),
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
                $tag < 0x60 => $this->newString($this->in->bytes($tag - 0x1F)),
                $tag < 0xA0 => $this->numbered($this->strings, $tag - 0x60),
                $tag < 0xB0 => $this->numbered($this->strings, 64 + 256 * ($tag - 0xA0) + $this->in->u(1)),
                $tag === 0xE4 => '',
                $tag === 0xE5 => $this->newString($this->in->bytes($this->item($this->size(...)))),
                $tag === 0xE6 => $this->item(fn (): string => $this->numbered($this->strings, $this->in->uv())),
            };
        });
    }

    private function size(): int
    {
        return $this->in->uv() ?: throw new MalformedPayload('count', 'A string of no bytes');
    }

    private function newString(string $bytes): string
    {
        if (strlen($bytes) > 1) {
            $this->strings[] = $bytes;
        }

        return $bytes;
    }

    /** Whether the tag is of a string that is a value only. */
    private static function isPacked(int $tag): bool
    {
        return $tag >= 0xF7 && $tag <= 0xF9;
    }

    private function packedString(): string
    {
        return $this->newString(match ($this->in->u(1)) {
            0xF7 => $this->packed(self::DIGITS, $this->item($this->size(...))),
            0xF8 => $this->packed(self::HEX, $this->item($this->size(...))),
            0xF9 => vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split($this->packed(self::HEX, 32), 4)),
        });
    }

    /** @param int $size A negative size is one of 2**63 or more. */
    private function packed(string $alphabet, int $size): string
    {
        $bytes = $this->in->bytes($size < 0 ? $size : intdiv($size, 2) + $size % 2);
        $string = '';
        foreach (str_split($bytes) as $byte) {
            $string .= $alphabet[ord($byte) & 0x0F] . $alphabet[ord($byte) >> 4];
        }
        if ($size % 2 === 1 && ord($bytes[-1]) > 0x0F) {
            throw (new MalformedPayload('digits', 'A bit beyond the last character is set'))->placedAt($this->in->offset() - 1);
        }

        return substr($string, 0, $size);
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
            'constant' => null,
        ];
        $this->pure = $this->pure && $around[0];
        $this->deepest = max($this->deepest, $around[1]);
    }

    private function list(int $count): void
    {
        $this->atLeast($count);
        $this->countElements($count);
        $this->charge(self::memoryOfList($count));
        $this->text .= "$count:{";
        for ($i = 0; $i < $count; ++$i) {
            $this->text .= "i:$i;";
            $this->value(true);
        }
        $this->text .= '}';
    }

    private function run(): void
    {
        $count = $this->count(0);
        $this->newArray(function () use ($count): void {
            $this->countElements($count);
            $this->charge(self::memoryOfList($count));
            $writeCell = $this->column($count, false);
            $this->text .= "$count:{";
            for ($i = 0; $i < $count; ++$i) {
                $this->text .= "i:$i;";
                $writeCell();
            }
            $this->text .= '}';
        });
    }

    /**
     * A column of $count cells.
     *
     * @return \Closure(): void Writes the next cell, which it reads if the cell is a value of its own.
     */
    private function column(int $count, bool $inTable): \Closure
    {
        return $this->item(function () use ($count, $inTable): \Closure {
            [$kind, $flag] = $this->kind();
            if ($kind === 0x00 && ($flag !== 0 || !$inTable)) {
                throw new MalformedPayload('column', 'VALUES stand only in a table, and have no flag');
            }
            if ($flag === 0) {
                return $this->unmarkedCells($kind, $count);
            }
            $marks = $this->bitmap($count);
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

    /** @return array{int, int} Kind without flag, and flag. */
    private function kind(): array
    {
        $byte = $this->in->u(1);
        $kind = $byte & 0x3F;
        $flag = $byte & 0xC0;
        if ($kind > 0x05 && $kind < 0x08 || $kind > 0x1F || $flag === 0xC0) {
            throw new MalformedPayload('column', sprintf('There is no kind %02X of column', $byte));
        }

        return [$kind, $flag];
    }

    /** @return list<int> For each of $count elements or cells 1 if it is marked, otherwise 0. */
    private function bitmap(int $count): array
    {
        return $this->item(function () use ($count): array {
            $marks = $this->bits($count);
            if (in_array(array_sum($marks), [0, $count], true)) {
                throw new MalformedPayload('column', 'A bitmap without a mark, or with nothing but marks');
            }

            return $marks;
        });
    }

    /** @return list<int> */
    private function bits(int $count): array
    {
        return $this->item(function () use ($count): array {
            $bits = [];
            foreach (str_split($this->in->bytes(intdiv($count + 7, 8))) as $byte) {
                for ($i = 0; $i < 8; ++$i) {
                    $bits[] = ord($byte) >> $i & 1;
                }
            }
            if (array_sum(array_slice($bits, $count)) > 0) {
                throw new MalformedPayload('column', 'A bit beyond the last is set');
            }

            return array_slice($bits, 0, $count);
        });
    }

    /** @return \Closure(): void Writes the next of the $count cells that are not marked. */
    private function unmarkedCells(int $kind, int $count): \Closure
    {
        if ($kind === 0x00) {
            return fn () => $this->value(true);
        }
        if ($kind === 0x01) {
            return $this->item(fn (): \Closure => $this->constant($count));
        }
        $cells = $this->scalarCells($kind, $count);

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
        [$values, $elements, $arrays] = [$this->values, $this->elements, count($this->arrays)];
        $this->value(false);
        if (!$this->pure) {
            throw new MalformedPayload('shared', 'A CONSTANT with an object or PHP reference inside');
        }
        $this->pure = $around;
        $this->countElements(($count - 1) * ($this->elements - $elements));

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

    /**
     * What all cells together need is read at once.
     *
     * @return \Generator<int, string> The native text of each cell.
     */
    private function scalarCells(int $kind, int $count): \Generator
    {
        $width = ($kind & 7) + 1;

        return match (true) {
            $kind === 0x02 => $this->booleans($this->bits($count)),
            $kind === 0x03 => $this->affine($this->in->sv(), $this->in->sv(), $count),
            $kind === 0x04 => $this->doubles($this->in->part($count * 4), 4),
            $kind === 0x05 => $this->doubles($this->in->part($count * 8), 8),
            $kind < 0x10 => $this->integers($this->in->sv(), $this->in->part($count * $width), $width),
            $kind < 0x18 => $this->deltas($this->in->sv(), $this->in->sv(), $this->in->part(($count - 1) * $width), $width),
            default => $this->decimals($this->exponent(), $this->in->sv(), $this->in->part($count * $width), $width),
        };
    }

    /** @param list<int> $bits */
    private function booleans(array $bits): \Generator
    {
        foreach ($bits as $bit) {
            yield "b:$bit;";
        }
    }

    private function affine(int $start, int $step, int $count): \Generator
    {
        for ($last = $start, $i = 1; $i < $count && $step !== 0; ++$i) {
            $last += $step;
            if (is_float($last)) {
                throw new MalformedPayload('range', 'A cell is outside of the signed 64-bit range');
            }
        }

        return (static function () use ($start, $step, $count): \Generator {
            for ($next = $start, $i = 0; $i < $count; ++$i, $next += $step) {
                yield "i:$next;";
            }
        })();
    }

    private function doubles(Numbers $cells, int $width): \Generator
    {
        while ($cells->left() > 0) {
            yield serialize($width === 4 ? $cells->f32() : $cells->f64());
        }
    }

    private function integers(int $base, Numbers $cells, int $width): \Generator
    {
        while ($cells->left() > 0) {
            yield 'i:' . self::wrappingSum($base, $cells->u($width)) . ';';
        }
    }

    private function deltas(int $start, int $step, Numbers $cells, int $width): \Generator
    {
        yield "i:$start;";
        while ($cells->left() > 0) {
            $start = self::wrappingSum(self::wrappingSum($start, $step), $cells->u($width));
            yield "i:$start;";
        }
    }

    private function exponent(): int
    {
        return $this->item(function (): int {
            $exponent = $this->in->u(1);
            if ($exponent > 15) {
                throw new MalformedPayload('column', 'An exponent is not above 15');
            }

            return $exponent;
        });
    }

    private function decimals(int $exponent, int $base, Numbers $cells, int $width): \Generator
    {
        while ($cells->left() > 0) {
            yield serialize((float) self::wrappingSum($base, $cells->u($width)) / (float) 10 ** $exponent);
        }
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
        $this->charge(self::memoryOfMap($count));
        $this->entries($this->mapShape($count)['keys']);
    }

    /** @return array{kind: 'map', class: string, keys: list<string>} */
    private function mapShape(int $count): array
    {
        return $this->shapes[] = ['kind' => 'map', 'class' => '', 'keys' => $this->keys($count)];
    }

    /** @return list<string> */
    private function keys(int $count): array
    {
        $keys = [];
        for ($i = 0; $i < $count; ++$i) {
            $keys[] = $this->item($this->key(...));
        }

        return self::different($keys);
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
    private function instance(array $keys, int $memory): void
    {
        $this->atLeast(count($keys));
        $this->countElements(count($keys));
        $this->charge($memory);
        $this->entries($keys);
    }

    private static function isShaped(int $tag): bool
    {
        return $tag >= 0xB0 && $tag <= 0xBF || $tag === 0xEA;
    }

    /**
     * @param list<string> $kinds Those that can stand here.
     * @return array{kind: 'map'|'object'|'custom', class: string, keys: list<string>}
     */
    private function shape(int $tag, array $kinds = ['map', 'object', 'custom']): array
    {
        $numbered = function (int $number) use ($kinds): array {
            $shape = $this->numbered($this->shapes, $number);
            if (!in_array($shape['kind'], $kinds, true)) {
                throw new MalformedPayload('id', 'Rows do not have a shape that was defined by CUSTOM');
            }

            return $shape;
        };

        return $tag === 0xEA ? $this->item(fn (): array => $numbered($this->in->uv())) : $numbered($tag - 0xB0);
    }

    private function shaped(): void
    {
        $shape = $this->shape($this->in->u(1));
        if ($shape['kind'] === 'map') {
            ++$this->values;
            $this->text .= 'a:';
            $this->newArray(fn () => $this->instance($shape['keys'], self::memoryOfMap(count($shape['keys']))));
        } else {
            $this->newObject('O', $shape['class']);
            $this->nested(fn () => $shape['kind'] === 'custom'
                ? $this->ownArray($shape['class'])
                : $this->forHook($shape['class'], fn () => $this->instance(
                    $shape['keys'],
                    self::memoryOfObject($shape['class'], $shape['keys']),
                )));
        }
    }

    // Section 7: Tables and shared arrays

    private function table(bool $keyed): void
    {
        $count = $this->count(1 / 8);
        $this->newArray(function () use ($count, $keyed): void {
            $this->countElements($count);
            $this->charge($keyed ? self::memoryOfMap($count) : self::memoryOfList($count));
            $keys = $keyed ? $this->tableKeys($count) : self::listKeys($count);
            $marks = $this->zeroOrOne() === 1 ? $this->bitmap($count) : array_fill(0, $count, 0);
            $shape = $this->head();
            $rows = $count - array_sum($marks);
            $this->reachDepth($this->depth + 1);
            $columnCount = count($shape['keys']);
            $this->countElements($rows * $columnCount);
            $this->charge($rows * match ($shape['kind']) {
                'list' => self::memoryOfList($columnCount),
                'map' => self::memoryOfMap($columnCount),
                'object' => self::memoryOfObject($shape['class'], $shape['keys']),
            } + 64 * $columnCount);
            $columns = [];
            ++$this->depth;
            foreach ($shape['keys'] as $key) {
                $columns[] = $this->column($rows, true);
            }
            --$this->depth;
            $this->text .= "$count:{";
            foreach ($keys as $i => $key) {
                $this->text .= $key;
                $marks[$i] === 1 ? $this->value(true) : $this->nested(fn () => $this->row($shape, $columns));
            }
            $this->text .= '}';
        });
    }

    private function zeroOrOne(): int
    {
        return $this->item(function (): int {
            $number = $this->in->uv();
            if ($number !== 0 && $number !== 1) {
                throw new MalformedPayload('count', 'This number is 0 or 1');
            }

            return $number;
        });
    }

    /** @return list<string> */
    private function tableKeys(int $count): array
    {
        return $this->zeroOrOne() === 0 ? $this->keys($count) : self::different($this->item(function () use ($count): array {
            [$kind, $flag] = $this->kind();
            if ($flag !== 0 || $kind !== 0x03 && ($kind < 0x08 || $kind > 0x17)) {
                throw new MalformedPayload('column', 'Keys are AFFINE, INTEGERS or DELTAS, without a flag');
            }

            return iterator_to_array($this->scalarCells($kind, $count), false);
        }));
    }

    /** @return list<string> */
    private static function listKeys(int $count): array
    {
        return array_map(static fn (int $i): string => "i:$i;", range(0, $count - 1));
    }

    /**
     * An error that concerns all rows, as two equal keys, has the place of this tag.
     *
     * @return array{kind: 'map'|'object'|'list', class: string, keys: list<string>}
     */
    private function head(): array
    {
        return $this->item(function (): array {
            $tag = $this->in->u(1);
            $shape = match (true) {
                $tag === 0xE9 => $this->mapShape($this->count(2)),
                $tag === 0xF0 => $this->objectHead(),
                $tag === 0xE8 => ['kind' => 'list', 'class' => '', 'keys' => self::listKeys($this->count(1))],
                $tag >= 0xC0 && $tag < 0xD0 => ['kind' => 'list', 'class' => '', 'keys' => self::listKeys($tag - 0xBF)],
                self::isShaped($tag) => $this->shape($tag, ['map', 'object']),
                default => throw new MalformedPayload('tag', sprintf('No row begins with the tag %02X', $tag)),
            };
            $this->atLeast(count($shape['keys']));

            return $shape;
        });
    }

    /** @return array{kind: 'object', class: string, keys: list<string>} */
    private function objectHead(): array
    {
        $class = $this->className();
        $count = $this->count(2, 0);
        $this->mayCountElements($count);

        return $this->objectShape($class, $count);
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
            $this->newObject('O', $shape['class']);
            $this->forHook($shape['class'], $cells);
        } else {
            ++$this->values;
            $this->text .= 'a:';
            $cells();
        }
    }

    /** @return array{pure: bool, start: int, end: int, values: int, elements: int, height: int, constant: string|null} */
    private function sharedArray(int $number): array
    {
        $array = $this->numbered($this->arrays, $number);
        if ($array === null || !$array['pure']) {
            throw new MalformedPayload('shared', 'This array is not complete, or not pure');
        }

        return $array;
    }

    /** @param array{pure: bool, start: int, end: int, values: int, elements: int, height: int, constant: string|null} $array */
    private function shared(array $array): void
    {
        $this->reachDepth($this->depth + $array['height']);
        $this->countElements($array['elements']);
        $this->values += $array['values'];
        $this->text .= substr($array['constant'] ?? $this->text, $array['start'], $array['end'] - $array['start']);
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
        $names = $this->objectShape($class, $count)['keys'];
        $this->newObject('O', $class);
        $this->nested(function () use ($class, $names): void {
            $this->charge(self::memoryOfObject($class, $names));
            $this->forHook($class, fn () => $this->entries($names));
        });
    }

    /** @return array{kind: 'object', class: string, keys: list<string>} */
    private function objectShape(string $class, int $count): array
    {
        $names = [];
        $scope = self::PUBLIC;
        $prefix = '';
        for ($i = 0; $i < $count; ++$i) {
            $names[] = self::nativeString($this->item(function () use ($class, &$scope, &$prefix): string {
                if ($this->in->peek() <= self::PRIVATE_OF) {
                    [$scope, $prefix] = $this->scope($scope, $class);
                }

                $name = $prefix . $this->propertyName($scope, $class);
                if ($name !== '' && $name[0] === "\0") {
                    $this->charge(32 + strlen($name) - ($prefix === '' ? 0 : 2));
                }

                return $name;
            }));
        }

        return $this->shapes[] = ['kind' => 'object', 'class' => $class, 'keys' => self::different($names)];
    }

    /**
     * @param int $before The scope of the name before.
     * @return array{int, string} Scope, and what PHP's mangled form of the names begins with.
     */
    private function scope(int $before, string $class): array
    {
        $scope = $this->in->u(1);
        if ($scope === $before && $scope !== self::PRIVATE_OF) {
            throw new MalformedPayload('name', 'The names before have this scope already');
        }
        if ($scope === self::PUBLIC) {
            return [$scope, ''];
        }
        $owner = match ($scope) {
            self::PROTECTED => '*',
            self::PRIVATE => $class,
            self::PRIVATE_OF => $this->string(),
        };
        if ($owner === '' || str_contains($owner, "\0")) {
            throw new MalformedPayload('name', 'Not the name of a class that declares a property');
        }

        return [$scope, "\0$owner\0"];
    }

    private function propertyName(int $scope, string $class): string
    {
        $name = $this->string();
        if ($name === '' && $scope !== self::PUBLIC) {
            throw new MalformedPayload('name', 'Not the name of a protected or private property');
        }
        if ($name === '__PHP_Incomplete_Class_Name' && $scope === self::PUBLIC && !class_exists($class)) {
            throw new MalformedPayload('name', 'The class name of an incomplete object');
        }

        return $name;
    }

    private function custom(): void
    {
        $class = $this->className();
        $this->shapes[] = ['kind' => 'custom', 'class' => $class, 'keys' => []];
        $this->newObject('O', $class);
        $this->nested(fn () => $this->ownArray($class));
    }

    /** What __serialize() returned. Natively it is not a value of its own: the elements follow the class. */
    private function ownArray(string $class): void
    {
        $this->charge(self::memoryOfObject($class, []));
        $start = strlen($this->text);
        $this->forHook($class, fn () => $this->item(function (): void {
            $tag = $this->in->u(1);
            if (self::isArray($tag)) {
                $this->array($tag);

                return;
            }
            $shape = self::isShaped($tag) ? $this->shape($tag) : null;
            if ($shape === null || $shape['kind'] !== 'map') {
                throw new MalformedPayload('tag', 'An array is expected');
            }
            $this->newArray(fn () => $this->instance($shape['keys'], self::memoryOfMap(count($shape['keys']))));
        }));
        if (!method_exists($class, '__unserialize')) {
            // The elements become properties.
            $count = (int) substr($this->text, $start, 12);
            $this->charge(self::memoryOfMap($count) + 32 * $count);
        }
    }

    /**
     * Charges what PHP's own classes make of the array that they are given: of its elements, and of those of the arrays that are elements of it.
     *
     * @param callable(): mixed $body Reads the array.
     */
    private function forHook(string $class, callable $body): void
    {
        $start = strlen($this->text);
        $body();
        if (!method_exists($class, '__unserialize') || !(new \ReflectionMethod($class, '__unserialize'))->isInternal()) {
            return;
        }
        $counts = [(int) substr($this->text, $start, 12)];
        $at = strpos($this->text, '{', $start) + 1;
        for ($i = 0; $i < $counts[0]; ++$i) {
            $at = $this->behind($at);
            if ($this->text[$at] === 'a') {
                $counts[] = (int) substr($this->text, $at + 2, 12);
            }
            $at = $this->behind($at);
        }
        foreach (array_filter($counts) as $count) {
            $this->charge(self::memoryOfMap($count) + 32 * $count);
        }
    }

    /** The place behind the value or key in native text that begins here. */
    private function behind(int $at): int
    {
        $type = $this->text[$at];
        if (in_array($type, ['s', 'E', 'O', 'C'], true)) {
            $size = (int) substr($this->text, $at + 2, 12);
            $at = strpos($this->text, '"', $at) + 1 + $size + 2;
        }
        if ($type === 'C') {
            $size = (int) substr($this->text, $at, 12);

            return strpos($this->text, '{', $at) + 1 + $size + 1;
        }
        if ($type !== 'a' && $type !== 'O') {
            return in_array($type, ['s', 'E'], true) ? $at : strpos($this->text, ';', $at) + 1;
        }
        $count = (int) substr($this->text, $type === 'a' ? $at + 2 : $at, 12);
        $at = strpos($this->text, '{', $at) + 1;
        for ($i = 0; $i < 2 * $count; ++$i) {
            $at = $this->behind($at);
        }

        return $at + 1;
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
        $this->charge(self::memoryOfObject($class, []));
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
     * @param float $bytes At least this many bytes follow for each of them.
     */
    private function count(float $bytes, int $least = 1): int
    {
        return $this->item(function () use ($bytes, $least): int {
            $count = $this->in->uv();
            if ($count < $least || $count > 2 ** 30) {
                throw new MalformedPayload('count', 'Not a possible number of elements');
            }
            $this->atLeast((int) ceil($count * $bytes));

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
        $this->mayCountElements($count);
        $this->elements += $count;
    }

    private function mayCountElements(int $count): void
    {
        if ($count > $this->maxElements - $this->elements) {
            throw new MalformedPayload('elements', 'Too many elements in all');
        }
    }

    private function charge(int $bytes): void
    {
        if ($bytes > $this->maxMemory - $this->memory) {
            throw new MalformedPayload('memory', 'The value takes too much memory');
        }
        $this->memory += $bytes;
    }

    private static function memoryOfList(int $count): int
    {
        return 56 + 16 * max($count, 8);
    }

    private static function memoryOfMap(int $count): int
    {
        return 56 + 40 * max($count, 8);
    }

    /** @param list<string> $names in native text */
    private static function memoryOfObject(string $class, array $names): int
    {
        $declared = self::declaredNames($class);
        $count = count($names);

        return 56 + 16 * count($declared) + match (true) {
            !class_exists($class) || strcasecmp($class, '__PHP_Incomplete_Class') === 0 => self::memoryOfMap(1) + 40 * $count,
            $count > 0 && method_exists($class, '__unserialize') => self::memoryOfMap($count),
            array_diff($names, $declared) !== [] => self::memoryOfMap(count($declared) + $count),
            default => 40 * $count,
        };
    }

    /** @return list<string> The properties that the objects of a class have a place for, in native text: the private ones of its parents are apart. */
    private static function declaredNames(string $class): array
    {
        $names = [];
        for ($scope = class_exists($class) ? new \ReflectionClass($class) : false; $scope; $scope = $scope->getParentClass()) {
            foreach ($scope->getProperties() as $property) {
                if (!$property->isStatic() && $property->getDeclaringClass()->name === $scope->name) {
                    $names[($property->isPrivate() ? $scope->name : '') . "\0" . $property->name] ??= match (true) {
                        $property->isPrivate() => "\0$scope->name\0$property->name",
                        $property->isProtected() => "\0*\0$property->name",
                        default => $property->name,
                    };
                }
            }
        }

        return array_values(array_map(self::nativeString(...), $names));
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
