<?php

declare(strict_types=1);

namespace Brine\Format\Dictionary;

/**
 * What a writer asks of a dictionary: what stands for something that it has, or null. A writer asks where it would write in full, and of
 * an array before it looks at what is inside.
 *
 * @internal
 */
interface Entries
{
    /** A string of two bytes or more. */
    public function string(string $string): ?string;

    /**
     * The shape of a map.
     *
     * @param non-empty-list<int|string> $keys
     */
    public function map(array $keys): ?string;

    /**
     * The shape of an object.
     *
     * @param list<int|string> $names in PHP's mangled form, of which an integer is one of digits
     */
    public function object(string $class, array $names): ?string;

    /** The shape of an object with an array form of its own. */
    public function custom(string $class): ?string;

    /**
     * @param non-empty-array<mixed> $array
     * @return array{string, int}|null what stands for the array, and how many levels it has
     */
    public function array(array $array): ?array;

    /** What the first bytes of the payload are. */
    public function header(): string;

    public function countStrings(): int;

    public function countShapes(): int;

    public function countArrays(): int;
}
