<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** Section 13, Dictionaries: the parts of one, in the forms in which the decoder keeps what a payload gives. */
final class Dictionary
{
    /** The first bytes of the SHA-256 of the file. */
    public readonly string $id;

    /** @var list<string> */
    public array $strings = [];

    /** @var list<array{kind: 'map'|'object'|'custom', class: string, keys: list<string>, entry: int}> Keys and names in native text. */
    public array $shapes = [];

    /** @var list<array{pure: bool, start: int, end: int, values: int, elements: int, height: int, constant: string|null}> */
    public array $arrays = [];

    // Section 13.4: The file

    /** @throws MalformedPayload */
    public function __construct(string $file)
    {
        $hash = hash('sha256', $file, true);
        $this->id = substr($hash, 0, 8);
        self::demand(strlen($file) <= 2 ** 24 && $hash[1] !== "\xED", 'The file is too large, or has an id that none may have');
        if (str_starts_with($file, "\xC1\x12")) {
            throw (new MalformedPayload('flags', 'A dictionary needs no other'))->placedAt(1);
        }
        if (str_starts_with($file, "\0\0\0\2")) {
            throw (new MalformedPayload('not_brine', 'A dictionary begins with its own header'))->placedAt(0);
        }
        $options = ['allowed_classes' => false, 'max_depth' => 66, 'max_elements' => 2 ** 20, 'max_memory' => 2 ** 26];
        self::demand(Decoder::isPure($file, $options), 'An object or a PHP reference');
        $parts = Decoder::decode($file, $options);
        self::demand(is_array($parts) && array_is_list($parts) && in_array(count($parts), [3, 4], true), 'Not three or four parts');
        foreach ([2 ** 16, 2 ** 14, 2 ** 16] as $i => $most) {
            self::demand(is_array($parts[$i]) && array_is_list($parts[$i]) && count($parts[$i]) <= $most, 'A part is a list of no more entries');
        }
        array_map($this->string(...), $parts[0]);
        array_map($this->shape(...), $parts[1]);
        array_map($this->array(...), $parts[2]);
        self::demand(count(array_unique($this->strings)) === count($this->strings), 'Two strings are equal');
        self::demand(count(array_unique(array_map(serialize(...), $parts[1]))) === count($parts[1]), 'Two shapes are equal');
        if (count($parts) === 4) {
            self::presets($parts[3]);
        }
    }

    private static function demand(bool $condition, string $message): void
    {
        if (!$condition) {
            throw (new MalformedPayload('bad_dictionary', $message))->placedAt(2);
        }
    }

    private function string(mixed $string): void
    {
        self::demand(is_string($string) && strlen($string) >= 2 && strlen($string) < 2 ** 16, 'A string of another size');
        $this->strings[] = $string;
    }

    private function shape(mixed $shape): void
    {
        self::demand(is_array($shape) && array_is_list($shape), 'A shape is a list');
        $kind = ['map', 'object', 'custom'][is_int($shape[0] ?? null) ? $shape[0] : 3] ?? null;
        self::demand($kind !== null, 'There is no such kind of shape');
        $keys = array_slice($shape, $kind === 'map' ? 1 : 2);
        $class = $kind === 'map' ? '' : $shape[1] ?? null;
        self::demand($kind === 'map' || is_string($class) && preg_match('/^[\w\x80-\xFF][\w\x80-\xFF\\\\]*$/D', $class) === 1, 'A class name');
        self::demand(count($keys) <= 1024 && ($kind !== 'map' || $keys !== []) && ($kind !== 'custom' || $keys === []), 'So many keys');
        foreach ($keys as $key) {
            self::demand($kind === 'map' ? self::isKey($key) : self::isName($key), 'A key or name');
        }
        $texts = array_map(serialize(...), $keys);
        self::demand(count(array_unique($texts)) === count($texts), 'Two keys or names are equal');
        $this->shapes[] = ['kind' => $kind, 'class' => $class, 'keys' => $texts, 'entry' => count($this->shapes)];
    }

    private static function isKey(mixed $key): bool
    {
        return is_int($key) || is_string($key) && (string) (int) $key !== $key;
    }

    private static function isName(mixed $name): bool
    {
        return is_string($name) && $name !== '__PHP_Incomplete_Class_Name'
            && ($name === '' || $name[0] !== "\0" || preg_match('/^\0[^\0]+\0[^\0]+$/D', $name) === 1);
    }

    private function array(mixed $array): void
    {
        self::demand(is_array($array) && $array !== [], 'An array with elements');
        $text = substr(serialize($array), 2);
        $elements = count($array, COUNT_RECURSIVE);
        $this->arrays[] = [
            'pure' => true,
            'start' => 0,
            'end' => strlen($text),
            'values' => $elements,
            'elements' => $elements,
            'height' => self::height($array),
            'constant' => $text,
        ];
    }

    private static function height(mixed $value): int
    {
        self::demand(!is_float($value) || !is_nan($value), 'A NaN');

        return is_array($value) && $value !== [] ? 1 + max(array_map(self::height(...), $value)) : 0;
    }

    private static function presets(mixed $presets): void
    {
        self::demand(is_array($presets) && $presets !== [], 'There are preset dictionaries');
        foreach ($presets as $algorithm => $preset) {
            self::demand(is_string($preset) && $preset !== '' && strlen($preset) <= match ($algorithm) {
                1 => 2 ** 15,
                2 => 2 ** 20,
                default => 0,
            }, 'A preset dictionary');
        }
    }

    // Section 13.2: Numbers

    /**
     * What has a number in a tag: the lower quarter of the numbers is the payload's own.
     *
     * @template T
     * @param list<T> $own
     * @param list<T> $entries
     * @param int     $number  From 0 on among $among numbers
     * @param int     $before  How many of the payload's own, and three times as many of the dictionary's, have shorter forms
     * @return T
     */
    public static function inTag(array $own, array $entries, int $number, int $among, int $before, string $reason): mixed
    {
        $quarter = intdiv($among, 4);

        return $number < $quarter
            ? Numbers::numbered($own, $before + $number, $reason)
            : Numbers::numbered($entries, 3 * $before + $number - $quarter, $reason);
    }

    /**
     * What has a number in a uv: the dictionary's come first.
     *
     * @template T
     * @param list<T> $own
     * @param list<T> $entries
     * @return T
     */
    public static function behindTag(array $own, array $entries, int $number, string $reason): mixed
    {
        return $number >= 0 && $number < count($entries) ? $entries[$number] : Numbers::numbered($own, $number < 0 ? -1 : $number - count($entries), $reason);
    }
}
