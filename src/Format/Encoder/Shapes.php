<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\Dictionary\Entries;
use Brine\Format\Dictionary\Split;
use Brine\Format\Tag;
use Brine\Internal\Collisions;
use Brine\Internal\PropertyName;
use Brine\Tree\Layout;

/**
 * The shapes of a payload: keys of maps, and classes with their property names, each written once.
 *
 * Methods return the bytes that begin an instance: the shape's number, or its definition if it is new. $backReference receives the number in both
 * cases.
 *
 * @internal
 */
final class Shapes
{
    /** After this many new shapes, they are checked for chosen hash collisions. */
    private const SEGMENT = 2048;

    /** Bytes for the last shape. */
    public string $backReference = '';

    public int $count = 0;
    /** At most this many bytes stood for a shape of the dictionary; 0 if none was used. */
    public int $longestFromDictionary = 0;
    /** @var array<array-key, array{list<int|string>, string}> the last shape of a map with this first key */
    private array $guesses = [];
    /** @var array<array-key, string> reference by the key that ShapeKeys makes of the keys */
    private array $maps = [];
    /** @var array<string, array{list<int|string>, string}> the last shape of an object of this class */
    private array $classes = [];
    /** @var array<array-key, string> reference by the key that ShapeKeys makes of the class and the names */
    private array $objects = [];
    /** @var array<array-key, string> reference by class */
    private array $customs = [];
    /** A random key for lookups, set once chosen collisions were found; empty before. With it, the last shape is not tried first. */
    private string $secret = '';

    private readonly ShapeKeys $keys;

    /** @param bool $writesLayouts whether definitions of objects have a LAYOUT where their names do not say the class's layout */
    public function __construct(private readonly Strings $strings, private readonly ?Entries $dictionary, private readonly bool $writesLayouts = false)
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
        $known = $this->maps[$this->keyOf($text)] ?? ($this->dictionary === null ? null : $this->noted($this->dictionary->map($keys)));
        $reference = $known ?? $this->next();
        if ($this->secret === '') {
            $this->guesses[$keys[0]] = [$keys, $reference];
        }
        if ($known !== null) {
            return $this->backReference = $known;
        }
        $this->maps[$this->keyOf($text)] = $reference;
        $bytes = Tag::MAP_BYTE . Numbers::uv(\count($keys));
        foreach ($keys as $key) {
            $bytes .= \is_int($key) ? Numbers::int($key) : $this->strings->name($key);
        }

        return $bytes;
    }

    /**
     * @param list<int|string> $names mangled property names; an integer stands for a name that consists of digits
     * @param string|null      $of    the object's own class, if $class is the one that an incomplete object names
     */
    public function object(string $class, array $names, ?string $of = null): string
    {
        $guess = $this->classes[$class] ?? null;
        if ($guess !== null && $guess[0] === $names) {
            return $this->backReference = $guess[1];
        }
        $text = $this->keys->of([$class, ...$names]);
        $known = $this->objects[$this->keyOf($text)] ?? null;
        $given = $known !== null || $this->dictionary === null ? null : $this->noted($this->dictionary->object($class, $names));
        $layout = $known === null && $this->writesLayouts ? self::layout($of ?? $class, $names) : '';
        $reference = $known ?? $given ?? $this->next();
        if ($this->secret === '') {
            $this->classes[$class] = [$names, $reference];
        }
        if ($known !== null) {
            return $this->backReference = $known;
        }
        $this->objects[$this->keyOf($text)] = $reference;
        if ($given !== null) {
            return $layout . $this->backReference = $given;
        }

        return $layout . Tag::OBJECT_BYTE . $this->strings->name($class) . Numbers::uv(\count($names)) . $this->names($class, $names);
    }

    /** An object with an array form. */
    public function custom(string $class): string
    {
        $known = $this->customs[$this->keyOf($class)] ?? null;
        if ($known !== null) {
            return $this->backReference = $known;
        }
        $layout = $this->writesLayouts ? self::layout($class, null) : '';
        $given = $this->dictionary === null ? null : $this->noted($this->dictionary->custom($class));
        $reference = $given ?? $this->next();
        $this->customs[$this->keyOf($class)] = $this->backReference = $reference;

        return $layout . ($given ?? Tag::CUSTOM_BYTE . $this->strings->name($class));
    }

    /** @param list<int|string>|null $names null for a CUSTOM */
    private static function layout(string $class, ?array $names): string
    {
        $layout = Layout::of($class);
        $fault = $layout?->fault();
        if ($fault !== null) {
            throw new CannotEncode($fault);
        }

        return $layout === null || $layout->isSaidBy($names) ? '' : Tag::LAYOUT_BYTE . \pack('V', $layout->fingerprint($names === null));
    }

    /** @param string|null $fromDictionary bytes for a shape of the dictionary */
    private function noted(?string $fromDictionary): ?string
    {
        $this->longestFromDictionary = \max($this->longestFromDictionary, \strlen($fromDictionary ?? ''));

        return $fromDictionary;
    }

    private function next(): string
    {
        $number = $this->count++;
        if ($this->count % self::SEGMENT === 0 && $this->secret === '') {
            $this->checkCollisions();
        }
        if ($this->dictionary !== null) {
            return $this->backReference = Split::ownShape($number, $this->dictionary->countShapes());
        }

        return $this->backReference = $number < 16 ? \chr(Tag::SHAPED_1 + $number) : Tag::SHAPED_BYTE . Numbers::uv($number);
    }

    /** Look up shapes by a secret from here on, which an attacker cannot collide. */
    private function checkCollisions(): void
    {
        foreach ([$this->guesses, $this->maps, $this->classes, $this->objects, $this->customs] as $shapes) {
            if (Collisions::areChosen($shapes, self::SEGMENT)) {
                $this->secret = \random_bytes(32);
                $this->guesses = $this->classes = [];
                $this->maps = $this->byKey($this->maps);
                $this->objects = $this->byKey($this->objects);
                $this->customs = $this->byKey($this->customs);

                return;
            }
        }
    }

    /**
     * @param array<array-key, string> $shapes
     * @return array<array-key, string>
     */
    private function byKey(array $shapes): array
    {
        $byKey = [];
        foreach ($shapes as $text => $reference) {
            $byKey[$this->keyOf((string) $text)] = $reference;
        }

        return $byKey;
    }

    private function keyOf(string $text): string
    {
        return $this->secret === '' ? $text : \hash_hmac('sha256', $text, $this->secret, true);
    }

    /**
     * Writes property names. A name whose scope differs from the previous one's is preceded by its scope.
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
