<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Tells how far unserialize() has come with the hooks that it calls when it has read all. Native text has a mark in what PHP's own
 * __unserialize() is given, behind all objects in there, at a key whose value comes next and takes its place: the mark's hook runs right before
 * that of the object.
 *
 * @internal
 */
final class Mark
{
    /** Native text of a mark, before and behind its number. */
    public const HEAD = 'O:15:"' . self::class . '":1:{i:0;i:';
    public const TAIL = ';}';

    /** Values that unserialize() numbers for a mark. */
    public const NUMBERS = 2;

    /** The number of the mark whose hook ran last; -1 if none did. */
    private static int $last = -1;

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        self::$last = \is_int($data[0] ?? null) ? $data[0] : -1;
    }

    /** @return int the number of the last one until now */
    public static function begin(int $last = -1): int
    {
        [$before, self::$last] = [self::$last, $last];

        return $before;
    }
}
