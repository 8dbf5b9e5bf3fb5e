<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\Dictionary\Entries;
use Brine\Format\Dictionary\Split;
use Brine\Internal\PropertyName;

/**
 * Shapes: the keys of maps, and classes with their property names, each written once.
 *
 * Every method returns what begins an instance: the number of the shape, or the shape itself where it is new. $backReference is the
 * number in either case.
 *
 * @internal
 */
final class Shapes
{
    /** What stands for the shape that was written last. */
    public string $backReference = '';

    public int $count = 0;
    /** The longest that stands for a shape of the dictionary, in bytes; 0 where none was met. */
    public int $longestGiven = 0;
    /** @var array<array-key, array{list<int|string>, string}> the shape that a map with this first key had last */
    private array $guesses = [];
    /** @var array<array-key, string> reference by what ShapeKeys makes of the keys */
    private array $maps = [];
    /** @var array<string, array{list<int|string>, string}> the shape that an object of this class had last */
    private array $classes = [];
    /** @var array<array-key, string> reference by what ShapeKeys makes of the class and the names */
    private array $objects = [];
    /** @var array<string, string> reference by class */
    private array $customs = [];

    private readonly ShapeKeys $keys;

    public function __construct(private readonly Strings $strings, private readonly ?Entries $dictionary)
    {
        $this->keys = new ShapeKeys();
    }

    /** @param non-empty-list<int|string> $keys */
    public function map(array $keys): string
    {
        $guess = $this->guesses[$keys[0]] ?? null;
        if ($guess !== null && $guess[0] === $keys) {
            return $this->backReference = $guess[1];
        }
        $text = $this->keys->of($keys);
        $known = $this->maps[$text] ?? null;
        if ($known !== null) {
            $this->guesses[$keys[0]] = [$keys, $known];

            return $this->backReference = $known;
        }
        if ($this->dictionary !== null && ($given = $this->noted($this->dictionary->map($keys))) !== null) {
            $this->guesses[$keys[0]] = [$keys, $given];

            return $this->backReference = $given;
        }
        $this->maps[$text] = $this->next();
        $this->guesses[$keys[0]] = [$keys, $this->backReference];
        $bytes = "\xE9" . Numbers::uv(\count($keys)); // MAP
        foreach ($keys as $key) {
            $bytes .= \is_int($key) ? Numbers::int($key) : $this->strings->name($key);
        }

        return $bytes;
    }

    /** @param list<int|string> $names property names in PHP's mangled form, of which an integer is one of digits */
    public function object(string $class, array $names): string
    {
        $guess = $this->classes[$class] ?? null;
        if ($guess !== null && $guess[0] === $names) {
            return $this->backReference = $guess[1];
        }
        $text = $this->keys->of([$class, ...$names]);
        $known = $this->objects[$text] ?? null;
        if ($known !== null) {
            $this->classes[$class] = [$names, $known];

            return $this->backReference = $known;
        }
        if ($this->dictionary !== null && ($given = $this->noted($this->dictionary->object($class, $names))) !== null) {
            $this->classes[$class] = [$names, $given];

            return $this->backReference = $given;
        }
        $this->objects[$text] = $this->next();
        $this->classes[$class] = [$names, $this->backReference];

        return "\xF0" . $this->strings->name($class) . Numbers::uv(\count($names)) . $this->names($class, $names); // OBJECT
    }

    /** An object with an array form of its own. */
    public function custom(string $class): string
    {
        $known = $this->customs[$class] ?? ($this->dictionary === null ? null : $this->noted($this->dictionary->custom($class)));
        if ($known !== null) {
            return $this->backReference = $known;
        }
        $this->customs[$class] = $this->next();

        return "\xF1" . $this->strings->name($class); // CUSTOM
    }

    /** @param string|null $given what stands for a shape of the dictionary */
    private function noted(?string $given): ?string
    {
        $this->longestGiven = \max($this->longestGiven, \strlen($given ?? ''));

        return $given;
    }

    private function next(): string
    {
        $number = $this->count++;

        if ($this->dictionary !== null) {
            return $this->backReference = Split::ownShape($number, $this->dictionary->countShapes());
        }

        return $this->backReference = $number < 16 ? \chr(0xB0 + $number) : "\xEA" . Numbers::uv($number); // SHAPED_1, SHAPED
    }

    /**
     * Names, and before each that has another scope than the one before it, the scope.
     *
     * @param list<int|string> $names
     */
    private function names(string $class, array $names): string
    {
        $bytes = '';
        $lastScope = 0;
        $lastOwner = '';
        foreach ($names as $mangled) {
            [$owner, $name] = PropertyName::parts((string) $mangled);
            $scope = match ($owner) {
                null => 0,
                '*' => 1,
                $class => 2,
                default => 3,
            };
            if ($scope !== $lastScope || $scope === 3 && $owner !== $lastOwner) {
                $bytes .= \chr($scope);
                if ($scope === 3) {
                    $bytes .= $this->strings->name($owner);
                }
            }
            $bytes .= $this->strings->name($name);
            $lastScope = $scope;
            $lastOwner = $owner;
        }

        return $bytes;
    }
}
