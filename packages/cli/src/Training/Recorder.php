<?php

declare(strict_types=1);

namespace Brine\Training;

use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Entries;
use Brine\Format\Dictionary\Index;

/**
 * Records the writer's requests to a dictionary: in how many samples each entry occurs, and how often. The contents of a found entry are not
 * counted, since the writer skips them.
 *
 * @internal
 */
final class Recorder implements Entries
{
    /** @var array<array-key, array{int, int, float}> samples and uses, by string */
    public array $strings = [];
    /** @var array<array-key, array{int, int, float}> the same of shapes, by their native text */
    public array $shapes = [];
    /** @var array<array-key, array{int, int, float}> the same of arrays, by their hash */
    public array $arrays = [];
    /** @var array<array-key, array{int, int, float}> the same of keys, class names and property names */
    public array $names = [];
    /** @var array<array-key, non-empty-array<mixed>> the requested arrays, by hash */
    public array $contents = [];

    /** @var array<string, true> entries in this sample */
    private array $seen = [];

    /** Weight of a byte that this sample saves. */
    private float $weight = 1.0;

    /**
     * @param array<array-key, true> $wanted     hashes of arrays whose contents are kept
     * @param Vocabulary|null        $vocabulary learns the samples' words
     */
    public function __construct(private readonly ?Index $index, private readonly array $wanted = [], private readonly ?Vocabulary $vocabulary = null)
    {
    }

    /** @param int $size bytes of the sample's payload without a dictionary */
    public function nextSample(int $size): void
    {
        $this->seen = [];
        $this->vocabulary?->nextSample();
        // Weighted so that a few large samples do not dominate.
        $this->weight = 1024 / $size;
    }

    public function string(string $string): ?string
    {
        $this->note($this->strings, 's', $string);
        $this->vocabulary?->addValue($string);

        return $this->index?->string($string);
    }

    public function map(array $keys): ?string
    {
        $this->noteShape([Contents::MAP, ...$keys]);

        return $this->index?->map($keys);
    }

    public function object(string $class, array $names): ?string
    {
        $this->vocabulary?->addClass($class, \array_map(static fn (int|string $name): string => self::plain((string) $name), $names));
        $this->noteShape([Contents::OBJECT, $class, ...\array_map(\strval(...), $names)]);

        return $this->index?->object($class, $names);
    }

    public function custom(string $class): ?string
    {
        $this->vocabulary?->addClass($class, []);
        $this->noteShape([Contents::CUSTOM, $class]);

        return $this->index?->custom($class);
    }

    public function array(array $array): ?array
    {
        $hash = Arrays::hash($array);
        if ($hash !== null) {
            $this->note($this->arrays, 'a', $hash);
            if (isset($this->wanted[$hash])) {
                $this->contents[$hash] ??= $array;
            }
        }

        return $this->index?->array($array);
    }

    public function header(): string
    {
        return "\xC1\x12" . \str_repeat("\0", Contents::ID_SIZE);
    }

    public function countStrings(): int
    {
        return $this->index?->countStrings() ?? 0;
    }

    public function countShapes(): int
    {
        return $this->index?->countShapes() ?? 0;
    }

    public function countArrays(): int
    {
        return $this->index?->countArrays() ?? 0;
    }

    /** @param non-empty-list<int|string> $shape */
    private function noteShape(array $shape): void
    {
        $this->note($this->shapes, 'k', \serialize($shape));
        foreach (\array_slice($shape, 1) as $name) {
            if (\is_string($name)) {
                $plain = self::plain($name);
                $this->note($this->names, 'n', $plain);
                $this->vocabulary?->addName($plain);
            }
        }
    }

    /** The written name of a property, without PHP's mangling. */
    public static function plain(string $name): string
    {
        return $name !== '' && $name[0] === "\0" ? \substr($name, (int) \strrpos($name, "\0") + 1) : $name;
    }

    /** @param array<array-key, array{int, int, float}> $counts */
    private function note(array &$counts, string $kind, string $key): void
    {
        $count = $counts[$key] ?? [0, 0, 0.0];
        if (!isset($this->seen[$kind . $key])) {
            $this->seen[$kind . $key] = true;
            ++$count[0];
            $count[2] += $this->weight;
        }
        ++$count[1];
        $counts[$key] = $count;
    }
}
