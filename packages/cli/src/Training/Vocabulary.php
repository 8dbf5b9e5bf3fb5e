<?php

declare(strict_types=1);

namespace Brine\Training;

/**
 * Words of the samples' code: of keys, class and property names, and of values that are namespaced classes or paths of three or more parts. Text
 * made only of words that enough samples have is nobody's data.
 *
 * @internal
 */
final class Vocabulary
{
    private const CLASS_NAME = '/^\\\\?([A-Za-z_]\w*)\\\\(?:[A-Za-z_]\w*\\\\)*[A-Za-z_]\w*(?:::[A-Za-z_]\w*)?$/D';
    private const PATH = '/^[a-z][a-z0-9_]*(?:[.:][a-z0-9_]+){2,}$/D';
    private const WORDS = '/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/';
    private const MAX_NAME = 256;

    /** @var array<array-key, int> number of samples, by word */
    private array $samples = [];

    /** @var array<array-key, true> words of this sample */
    private array $seen = [];

    /** @var array<array-key, list<string>> by name */
    private array $words = [];

    /** @var array<array-key, true> names of objects' classes, and of the properties that they declare */
    private array $declared = [];

    /** @var array<array-key, true> top-level namespaces of objects' classes */
    private array $roots = [];

    /** @param int $minSupport least number of samples with a word */
    public function __construct(private readonly int $minSupport)
    {
    }

    public function nextSample(): void
    {
        $this->seen = [];
    }

    public function addName(string $name): void
    {
        if (\strlen($name) > self::MAX_NAME) {
            return;
        }
        foreach ($this->words[$name] ??= self::words($name) as $word) {
            if (!isset($this->seen[$word])) {
                $this->seen[$word] = true;
                $this->samples[$word] = ($this->samples[$word] ?? 0) + 1;
            }
        }
    }

    /** @param list<int|string> $properties plain names, without PHP's mangling */
    public function addClass(string $class, array $properties): void
    {
        $this->declared[$class] = true;
        if (\str_contains($class, '\\')) {
            $this->roots[\explode('\\', $class)[0]] = true;
        }
        // Classes whose objects are not created are not loaded either.
        foreach (\class_exists($class, false) ? $properties : [] as $property) {
            if (\property_exists($class, (string) $property)) {
                $this->declared[$property] = true;
            }
        }
    }

    public function addValue(string $value): void
    {
        if (\strlen($value) > self::MAX_NAME || Secrets::mayBeData($value)) {
            return;
        }
        if (\preg_match(self::PATH, $value) === 1 || \preg_match(self::CLASS_NAME, $value) === 1) {
            $this->addName($value);
        }
    }

    /** Whether the text comes from code. */
    public function has(string $string): bool
    {
        if (isset($this->declared[$string])) {
            return true;
        }
        if (\strlen($string) > self::MAX_NAME || Secrets::mayBeData($string)) {
            return false;
        }
        if (\preg_match(self::CLASS_NAME, $string, $parts) === 1 && isset($this->roots[$parts[1]])) {
            return true;
        }
        $words = self::words($string);
        foreach ($words as $word) {
            if (($this->samples[$word] ?? 0) < $this->minSupport) {
                return false;
            }
        }

        return $words !== [];
    }

    /** @return list<string> in lower case, without the plural "s" */
    private static function words(string $name): array
    {
        $words = \preg_split(self::WORDS, $name, -1, \PREG_SPLIT_NO_EMPTY);
        $stem = static fn (string $word): string => \strlen($word) > 3 ? \rtrim(\strtolower($word), 's') : \strtolower($word);

        return \array_map($stem, $words === false ? [] : $words);
    }
}
