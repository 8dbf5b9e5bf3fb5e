<?php

declare(strict_types=1);

namespace Brine\Format\Dictionary;

/**
 * A writer's lookups in a dictionary: each returns the bytes that replace something, or null. Called before a string or shape is written in full, and before an
 * array's elements are examined.
 *
 * @internal
 */
interface Entries
{
    /** For a string of two bytes or more. */
    public function string(string $string): ?string;

    /**
     * For the shape of a map.
     *
     * @param non-empty-list<int|string> $keys
     */
    public function map(array $keys): ?string;

    /**
     * For the shape of an object.
     *
     * @param list<int|string> $names mangled; an integer stands for a name that consists of digits
     */
    public function object(string $class, array $names): ?string;

    /** For the shape of an object with an array form. */
    public function custom(string $class): ?string;

    /**
     * @param non-empty-array<mixed> $array
     * @return array{string, int}|null bytes for the array, and its levels
     */
    public function array(array $array): ?array;

    /** The payload's header. */
    public function header(): string;

    public function countStrings(): int;

    public function countShapes(): int;

    public function countArrays(): int;
}
