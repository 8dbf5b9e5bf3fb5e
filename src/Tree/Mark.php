<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Counts the hooks of built-in classes that have run, so that a failure can be attributed to an object.
 *
 * Native text holds a mark in each such object's array, at a key that the next value overwrites: its hook runs right before the object's.
 *
 * @internal
 */
final class Mark
{
    /** Native text of a mark before and after its number. */
    public const HEAD = 'O:15:"' . self::class . '":1:{i:0;i:';
    public const TAIL = ';}';

    /** Values that unserialize() numbers for one mark. */
    public const NUMBERS = 2;

    /** Number of the mark whose hook ran last; -1 if none did. */
    private static int $last = -1;

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        self::$last = \is_int($data[0] ?? null) ? $data[0] : -1;
    }

    /**
     * Begins a new watch: forgets the mark whose hook ran last, or sets it.
     *
     * @return int the number that was last until now; the caller hands it back to end its watch
     */
    public static function begin(int $last = -1): int
    {
        [$before, self::$last] = [self::$last, $last];

        return $before;
    }
}
