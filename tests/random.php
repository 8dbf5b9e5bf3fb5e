<?php

/*
 * Common part of the random suites: the seed, and memory left to PHP's collector.
 */

declare(strict_types=1);

namespace Brine\Tests;

/**
 * The one that was asked for, or that of the environment (BRINE_SEED, which makes a run of all suites repeatable), or a new one.
 *
 * @param mixed $option of the command line; null where it was not given
 */
function seed(mixed $option): int
{
    return \is_string($option) ? (int) $option : (int) (\getenv('BRINE_SEED') ?: \random_int(1, 999_999_999));
}

/**
 * For suites that disable the collector, so that it does not run destructors in the middle of what they compare: called
 * between two values, it frees cycles where they have come to 16 MB.
 */
function collectGarbage(): void
{
    static $limit = 0;
    if (\memory_get_usage() > $limit) {
        \gc_collect_cycles();
        $limit = \memory_get_usage() + (16 << 20);
    }
}
