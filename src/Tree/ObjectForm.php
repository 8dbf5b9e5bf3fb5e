<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * The common part of objects with the same class and the same names.
 *
 * @internal
 */
final class ObjectForm
{
    /** Whether the class is missing or not allowed. */
    public readonly bool $incomplete;

    /** Whether an object is certain to keep all values that it receives. */
    public readonly bool $keepsAll;

    /** Whether built-in code receives the values as an array, or may. */
    public readonly bool $isReadByPhp;

    /** Whether that hook writes properties, and some of the class are virtual (VirtualNames). */
    public readonly bool $loadsVirtual;

    /** How many levels of values in that array must not be PHP references. */
    public readonly int $bareLevels;

    /** Whether built-in code may parse strings in that array. */
    public readonly bool $areParsed;

    /** Whether built-in code may look up time zones that strings name. */
    public readonly bool $mayNameZones;

    /** Whether unserialize() calls a built-in __unserialize(): then the text has a Mark. */
    public readonly bool $isMarked;

    /** Whether such an object may keep its elements in another one. */
    public readonly bool $isArrayObject;

    /** The fingerprint of the class's layout, if the payload has one. */
    public ?int $layout = null;

    /** Property tables that unserialize() allocates for one object, in units of eight slots. */
    private readonly int $tables;

    /**
     * @param string            $class the name as spelled in the payload
     * @param list<string>|null $names property names, mangled, as native text; null for the array of __serialize()
     * @param ClassKind|null    $kind  null if the class is missing or denied
     * @param bool $hasProperties whether the keys of such an array are property names
     */
    public function __construct(
        public readonly string $class,
        public readonly ?array $names,
        ?ClassKind $kind,
        private readonly bool $hasProperties = false,
    ) {
        $this->incomplete = $kind === null;
        $this->keepsAll = $kind === null || !$kind->hasUnserialize && !$kind->hasWakeup;
        $this->isReadByPhp = $kind !== null && $kind->isUnserializedByPhp;
        $this->loadsVirtual = $kind !== null && $kind->loadsVirtual;
        $this->bareLevels = $kind === null ? 0 : $kind->bareLevels;
        $this->isMarked = $kind !== null && $kind->hookOfPhp !== null;
        $this->areParsed = $kind !== null && $kind->parsesStrings;
        $this->mayNameZones = $kind !== null && $kind->findsZones;
        $this->isArrayObject = $kind !== null && $kind->isArrayObject;
        $this->tables = $kind === null ? 1 : $kind->tables;
    }

    /** @return int property tables per object, in units of eight slots */
    public function tables(bool $hasValues): int
    {
        return \max($this->tables, $hasValues ? 1 : 0);
    }

    /** Whether the values are an array for the hook, rather than properties. */
    public function isArray(): bool
    {
        return $this->names === null && !$this->hasProperties;
    }

    /** @return int index of the value under this key or property name; -1 if there is none */
    public function placeOf(int $key): int
    {
        if ($this->names === null) {
            return $key;
        }
        $place = \array_search('s:' . \strlen((string) $key) . ":\"$key\";", $this->names, true);

        return $place === false ? -1 : $place;
    }

    /** @return list<string> names in PHP's mangled form; none for the array of __serialize() */
    public function properties(): array
    {
        return \array_map($this->name(...), \array_keys($this->names ?? []));
    }

    /** @return string in PHP's mangled form */
    public function name(int $i): string
    {
        $text = $this->names[$i] ?? '';

        return \substr($text, (int) \strpos($text, '"') + 1, -2);
    }
}
