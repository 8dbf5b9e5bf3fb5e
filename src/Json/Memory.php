<?php

declare(strict_types=1);

namespace Brine\Json;

use Brine\Internal\Budget;
use Brine\Internal\MemoryFootprint;

/**
 * Estimates, like the other readers, how much memory a JSON text's value takes: within a factor of two.
 *
 * @internal
 */
final class Memory
{
    /** A byte takes at most this much memory: nested lists have two bytes each. */
    private const MAX_EXPANSION = 100;

    private const LIST = 56 + 8 * 16;
    private const MAP = 56 + 8 * 40;
    private const ENTRY = 40;

    private function __construct()
    {
    }

    /** @throws \Brine\DecodeException if it takes more */
    public static function check(string $data, int $maxMemory): void
    {
        if (\strlen($data) <= \intdiv($maxMemory, self::MAX_EXPANSION) || self::of($data) <= $maxMemory) {
            return;
        }
        // Drops the contents of strings, and one quotation mark of each.
        $structure = \preg_replace('/"(?:[^"\\\\]++|\\\\.)*+"/s', '"', $data) ?? $data;
        if (self::of($structure) > $maxMemory) {
            throw Budget::exceeded(0);
        }
    }

    private static function of(string $data): int
    {
        return self::LIST * \substr_count($data, '[') + self::MAP * \substr_count($data, '{') + self::ENTRY * \substr_count($data, ',')
            + MemoryFootprint::OF_STRING * \substr_count($data, '"');
    }
}
