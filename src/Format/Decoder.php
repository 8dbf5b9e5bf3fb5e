<?php

declare(strict_types=1);

namespace Brine\Format;

use Brine\Format\Decoder\Reader;
use Brine\Internal\Platform;
use Brine\Internal\ReadOptions;
use Brine\Tree\Builder;
use Brine\Tree\Classes;
use Brine\Tree\Node;

/**
 * Decodes payloads in PHP, with the values and exceptions of brine_unserialize(). Values without objects and PHP references are built at once,
 * others by Brine\Tree\Builder.
 *
 * Needs 64-bit integers. Reads to the end before it builds objects, so of two errors it may report the other one.
 *
 * @internal
 */
final class Decoder
{
    private function __construct()
    {
    }

    /**
     * @param array<mixed> $options "allowed_classes", "missing_classes", "stale_classes", "max_depth", "max_elements" and "max_memory" as for brine_unserialize()
     * @throws \TypeError|\ValueError if an option is unknown, of the wrong type, or out of range
     * @throws \Brine\DecodeException if the payload is not valid, or beyond a limit
     * @throws \Brine\Exception if PHP has no 64-bit integers
     */
    public static function decode(string $payload, array $options = []): mixed
    {
        return self::run($payload, 0, ReadOptions::parse($options, __METHOD__), __METHOD__);
    }

    /**
     * @internal
     * @param int    $start    where the payload begins; offsets in errors still count from the first byte
     * @param string $function function name for warnings
     * @throws \Brine\Exception
     */
    public static function run(string $bytes, int $start, ReadOptions $options, string $function): mixed
    {
        if (\PHP_INT_SIZE < 8) {
            Platform::requireLargeIntegers();
        }
        $classes = new Classes($options->allowedClasses, $function, refusesMissing: $options->refusesMissing, refusesStale: $options->refusesStale);
        $reader = new Reader($bytes, $start, $options, $classes);
        try {
            $tree = $reader->read();
            if (!$tree instanceof Node) {
                return $tree;
            }
            $sizes = $reader->finish($tree);
            $valueAt = $reader->valueAt;
            $writer = Builder::text($tree, $valueAt, $sizes);
        } catch (\Throwable $error) {
            $reader->takeApart();
            throw $error;
        }
        unset($tree, $reader);
        $again = static fn (): Reader => new Reader($bytes, $start, $options, $classes, true);

        return Builder::build($writer, $classes, $valueAt, $again);
    }
}
