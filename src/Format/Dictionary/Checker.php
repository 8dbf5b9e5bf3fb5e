<?php

declare(strict_types=1);

namespace Brine\Format\Dictionary;

use Brine\DecodeException;
use Brine\Format\Decoder\Reader;
use Brine\Internal\Collisions;
use Brine\Internal\DecodeError;
use Brine\Internal\Platform;
use Brine\Internal\ReadOptions;
use Brine\Tree\Classes;
use Brine\Tree\Node;

/**
 * Reads a dictionary file, which is untrusted like any payload, and checks it against docs/reference/dictionary-format.md, section 4.
 *
 * @internal
 */
final class Checker
{
    public const MAX_SIZE = 1 << 24;
    public const MAX_STRINGS = 1 << 16;
    public const MAX_STRING = 0xFFFF;
    public const MAX_SHAPES = 1 << 14;
    public const MAX_KEYS = 1 << 10;
    public const MAX_ARRAYS = 1 << 16;

    /** Per array of the third part. */
    public const MAX_HEIGHT = 64;

    /** Levels around an array: the part and its list. */
    private const LEVELS_AROUND = 2;
    private const MAX_ELEMENTS = 1 << 20;

    /** Estimated bytes. The bytes of strings are free, since large files have large strings. */
    private const MAX_MEMORY = 1 << 26;

    /** The largest preset that all algorithms accept: zlib's window. */
    public const MAX_PRESET = 1 << 15;

    /** The same by algorithm; zstd's training makes no larger ones. */
    private const PRESETS = [1 => self::MAX_PRESET, 2 => 1 << 20];

    /** Message for a valid payload that is not a dictionary. */
    private const OTHER = 'it is no list of three or four parts';

    /** Offset of the value's tag, reported for all errors in the parts. */
    private const AT = 2;

    private function __construct()
    {
    }

    /** Whether an id has the form of a dictionary's id. */
    public static function mayHaveId(string $bytes): bool
    {
        return \hash('sha256', $bytes, true)[1] !== "\xED";
    }

    /** Whether the error of read() means that the payload is something other than a dictionary. */
    public static function isOther(DecodeException $error): bool
    {
        return $error->getReason() === 'flags' || \str_contains($error->getMessage(), self::OTHER);
    }

    /**
     * @throws DecodeException if the bytes are not a dictionary
     */
    public static function read(string $bytes): Contents
    {
        Platform::requireLargeIntegers();
        if (\strlen($bytes) > self::MAX_SIZE) {
            throw self::bad('the file has more than ' . self::MAX_SIZE . ' bytes');
        }
        $hash = \hash('sha256', $bytes, true);
        if (!self::mayHaveId($bytes)) {
            throw self::bad('the id has ED as its second byte, which none may have');
        }
        if (\str_starts_with($bytes, "\xC1\x12")) {
            throw DecodeError::at('flags', 1);
        }
        // The reader would skip igbinary's header, and the file would have a second id.
        if (\str_starts_with($bytes, Reader::IN_PLACE)) {
            throw DecodeError::at('not_brine', 0);
        }
        $options = ReadOptions::parse([
            'allowed_classes' => false,
            'max_depth' => self::LEVELS_AROUND + self::MAX_HEIGHT,
            'max_elements' => self::MAX_ELEMENTS,
            'max_memory' => self::MAX_MEMORY,
        ], __METHOD__);
        $reader = new Reader($bytes, 0, $options, new Classes($options->allowedClasses, __METHOD__));
        $value = $reader->read();
        if ($value instanceof Node) {
            $reader->takeApart();
            throw self::bad('there is an object or a PHP reference in it');
        }
        $count = \is_array($value) && \array_is_list($value) ? \count($value) : 0;
        if (!\is_array($value) || $count !== 3 && $count !== 4) {
            throw self::bad(self::OTHER);
        }

        $strings = self::strings($value[0] ?? null);
        $shapes = self::shapes($value[1] ?? null);
        [$arrays, $counts, $heights, $works] = self::arrays($value[2] ?? null);

        return new Contents($hash, $strings, $shapes, $arrays, $counts, $heights, $works, $count === 4 ? self::presets($value[3]) : [], \strlen($bytes));
    }

    private static function bad(string $what): DecodeException
    {
        return DecodeError::with('bad_dictionary', "the dictionary is malformed: $what,", self::AT);
    }

    /**
     * @return list<mixed>
     */
    private static function part(mixed $part, string $name, int $most): array
    {
        if (!\is_array($part) || !\array_is_list($part) || \count($part) > $most) {
            throw self::bad("$name is no list of $most entries at most");
        }

        return $part;
    }

    /** @return list<string> */
    private static function strings(mixed $part): array
    {
        $strings = [];
        foreach (self::part($part, 'the first part', self::MAX_STRINGS) as $i => $string) {
            if (!\is_string($string) || \strlen($string) < 2 || \strlen($string) > self::MAX_STRING) {
                throw self::bad("entry $i of the first part is no string of 2 to " . self::MAX_STRING . ' bytes');
            }
            $strings[] = $string;
        }

        return \count(\array_flip($strings)) === \count($strings) ? $strings : throw self::bad('two strings are equal');
    }

    /** @return list<non-empty-list<int|string>> */
    private static function shapes(mixed $part): array
    {
        $shapes = $known = [];
        foreach (self::part($part, 'the second part', self::MAX_SHAPES) as $i => $shape) {
            if (!\is_array($shape) || !self::isShape($shape)) {
                throw self::bad("entry $i of the second part is no shape");
            }
            /** @var non-empty-list<int|string> $shape */
            $shapes[] = $shape;
            $known[\serialize($shape)] = true;
        }

        return \count($known) === \count($shapes) ? $shapes : throw self::bad('two shapes are equal');
    }

    /** @param array<mixed> $shape */
    public static function isShape(array $shape): bool
    {
        if (!\array_is_list($shape)) {
            return false;
        }

        return match ($shape[0] ?? null) {
            Contents::MAP => self::areKeys(\array_slice($shape, 1)),
            Contents::OBJECT => self::isClass($shape[1] ?? null) && self::areNames(\array_slice($shape, 2)),
            Contents::CUSTOM => self::isClass($shape[1] ?? null) && \count($shape) === 2,
            default => false,
        };
    }

    /** @param array<mixed> $keys */
    private static function areKeys(array $keys): bool
    {
        foreach ($keys as $key) {
            // Checks that a value is an integer.
            if (!\is_int($key) && (!\is_string($key) || (string) (int) $key === $key)) {
                return false;
            }
        }
        /** @var list<int|string> $keys */
        return $keys !== [] && \count($keys) <= self::MAX_KEYS && \count(\array_flip($keys)) === \count($keys);
    }

    private static function isClass(mixed $class): bool
    {
        return \is_string($class) && Classes::isName($class);
    }

    /** @param array<mixed> $names in PHP's mangled form */
    private static function areNames(array $names): bool
    {
        foreach ($names as $name) {
            if (!\is_string($name) || $name === Classes::NAME_OF_INCOMPLETE || !Classes::isPropertyName($name)) {
                return false;
            }
        }
        /** @var list<string> $names */
        return \count($names) <= self::MAX_KEYS && \count(\array_flip($names)) === \count($names);
    }

    /** @return array{list<non-empty-array<mixed>>, list<int>, list<int>, array<int, int>} arrays, elements, levels, and steps */
    private static function arrays(mixed $part): array
    {
        $arrays = $counts = $heights = $works = [];
        foreach (self::part($part, 'the third part', self::MAX_ARRAYS) as $i => $array) {
            if (!\is_array($array) || $array === []) {
                throw self::bad("entry $i of the third part is no array with elements");
            }
            [$counts[], $heights[], $work] = self::measure($array);
            if ($work > 0) {
                $works[$i] = $work;
            }
            $arrays[] = $array;
        }

        return [$arrays, $counts, $heights, $works];
    }

    /**
     * @param array<mixed> $array
     * @return array{int, int, int} elements, levels, and the steps that PHP takes because keys collide
     */
    private static function measure(array $array): array
    {
        $count = \count($array);
        $height = 0;
        $work = Collisions::steps(\array_keys($array));
        foreach ($array as $element) {
            if (\is_array($element) && $element !== []) {
                [$more, $levels, $steps] = self::measure($element);
                $count += $more;
                $height = \max($height, $levels);
                $work += $steps;
            } elseif (\is_float($element) && \is_nan($element)) {
                throw self::bad('there is a NaN in the third part');
            }
        }

        return [$count, $height + 1, $work];
    }

    /** @return array<int, string> */
    private static function presets(mixed $part): array
    {
        $presets = [];
        foreach (\is_array($part) && $part !== [] ? $part : [0 => ''] as $algorithm => $preset) {
            if (!\is_int($algorithm) || !\is_string($preset) || $preset === '' || \strlen($preset) > (self::PRESETS[$algorithm] ?? 0)) {
                throw self::bad('the fourth part is no map of preset dictionaries');
            }
            $presets[$algorithm] = $preset;
        }

        return $presets;
    }
}
