<?php

declare(strict_types=1);

namespace Brine\Format\Dictionary;

/**
 * Looks up the entries of a dictionary by content, for a writer.
 *
 * @internal
 */
final class Index implements Entries
{
    /** @var \WeakMap<Contents, self>|null */
    private static ?\WeakMap $indexes = null;

    /** @var array<array-key, int> by content */
    private array $strings;
    /** @var array<string, list<array{list<int|string>, string}>> keys and their bytes, by the joined keys */
    private array $maps = [];
    /** @var array<string, list<array{list<int|string>, string}>> class and names, by both joined */
    private array $objects = [];
    /** @var array<string, string> by class */
    private array $customs = [];
    /** @var array<string, list<int>> by some of their content */
    private array $arrays = [];

    private function __construct(private readonly Contents $contents)
    {
        $this->strings = \array_flip($contents->strings);
        foreach ($contents->shapes as $entry => $shape) {
            $parts = \array_slice($shape, 1);
            $joined = \implode("\0", $parts);
            match ($shape[0]) {
                Contents::MAP => $this->maps[$joined][] = [$parts, Split::shape($entry)],
                Contents::OBJECT => $this->objects[$joined][] = [$parts, Split::shape($entry)],
                default => $this->customs[$joined] = Split::shape($entry),
            };
        }
        foreach ($contents->arrays as $entry => $array) {
            $this->arrays[self::fingerprint($array)][] = $entry;
        }
    }

    public static function of(Contents $contents): self
    {
        self::$indexes ??= new \WeakMap();

        return self::$indexes[$contents] ??= new self($contents);
    }

    public function string(string $string): ?string
    {
        return isset($this->strings[$string]) ? Split::string($this->strings[$string]) : null;
    }

    public function map(array $keys): ?string
    {
        return self::among($this->maps[\implode("\0", $keys)] ?? [], $keys);
    }

    public function object(string $class, array $names): ?string
    {
        $parts = [$class, ...\array_map(\strval(...), $names)];

        return self::among($this->objects[\implode("\0", $parts)] ?? [], $parts);
    }

    public function custom(string $class): ?string
    {
        return $this->customs[$class] ?? null;
    }

    public function array(array $array): ?array
    {
        foreach ($this->arrays[self::fingerprint($array)] ?? [] as $entry) {
            $fromDictionary = $this->contents->arrays[$entry];
            if ($array === $fromDictionary && self::isPlain($array) && \serialize($array) === \serialize($fromDictionary)) {
                return [Split::array($entry), $this->contents->heights[$entry]];
            }
        }

        return null;
    }

    public function header(): string
    {
        return "\xC1\x12" . $this->contents->id();
    }

    public function countStrings(): int
    {
        return \count($this->contents->strings);
    }

    public function countShapes(): int
    {
        return \count($this->contents->shapes);
    }

    public function countArrays(): int
    {
        return \count($this->contents->arrays);
    }

    /**
     * @param list<array{list<int|string>, string}> $shapes
     * @param list<int|string>                      $parts
     */
    private static function among(array $shapes, array $parts): ?string
    {
        foreach ($shapes as [$fromDictionary, $token]) {
            if ($fromDictionary === $parts) {
                return $token;
            }
        }

        return null;
    }

    /** @param non-empty-array<mixed> $array */
    private static function fingerprint(array $array): string
    {
        $first = \array_key_first($array);
        $last = \array_key_last($array);

        return \count($array) . "\0$first\0$last\0" . self::sign($array[$first]) . "\0" . self::sign($array[$last]);
    }

    /** Part of the text that identifies a value. */
    private static function sign(mixed $value): string
    {
        return match (true) {
            \is_string($value) => \strlen($value) > 64 ? \strlen($value) . \substr($value, 0, 64) : $value,
            \is_int($value), \is_bool($value) => (string) $value,
            \is_array($value) => 'array of ' . \count($value),
            default => \get_debug_type($value),
        };
    }

    /**
     * Whether an array that equals one of the dictionary has no PHP references.
     *
     * @param array<mixed> $array
     */
    private static function isPlain(array $array): bool
    {
        foreach ($array as $key => $element) {
            if (\ReflectionReference::fromArrayElement($array, $key) !== null || \is_array($element) && !self::isPlain($element)) {
                return false;
            }
        }

        return true;
    }
}
