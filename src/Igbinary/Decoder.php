<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\DecodeException;
use Brine\Internal\Platform;
use Brine\Internal\ReadOptions;
use Brine\Tree\Builder;
use Brine\Tree\Classes;
use Brine\Tree\Node;
use Brine\Tree\Observer;

/**
 * Reads igbinary's format in PHP. Like igbinary_unserialize(), but malformed bytes throw, and a repeated array counts again for max_elements.
 *
 * An array that contains itself is the same array again, behind a PHP reference that has no other holder.
 *
 * @internal
 */
final class Decoder
{
    private function __construct()
    {
    }

    /**
     * @param array<mixed> $options "allowed_classes", "missing_classes", "max_depth", "max_elements" and "max_memory" as for brine_unserialize()
     * @throws \TypeError|\ValueError if an option is unknown, of the wrong type, or out of range
     * @throws \Brine\DecodeException if the bytes are not valid, or beyond a limit
     * @throws \Brine\Exception if PHP has no 64-bit integers
     */
    public static function decode(string $bytes, array $options = []): mixed
    {
        Platform::requireLargeIntegers();
        $parsed = ReadOptions::parse($options, __METHOD__);
        $classes = new Classes($parsed->allowedClasses, __METHOD__, refusesMissing: $parsed->refusesMissing);
        $again = static fn (?Observer $observer = null): Reader => new Reader($bytes, $parsed, $classes, $observer);
        $reader = $again();
        try {
            $tree = self::read($reader, $classes, $again);
            if (!$tree instanceof Node) {
                return $tree;
            }
            $sizes = $reader->finish($tree);
            $writer = Builder::text($tree, 4, $sizes);
            if (!$sizes->isAsRead) {
                // Some nodes have not been written, which would have emptied them.
                $reader->takeApart();
            }
        } catch (\Throwable $error) {
            $reader->takeApart();
            throw $error;
        }
        unset($tree, $reader);

        return Builder::build($writer, $classes, 4, $again);
    }

    /** @param \Closure(?Observer): Reader $again */
    private static function read(Reader $reader, Classes $classes, \Closure $again): mixed
    {
        try {
            $tree = $reader->read();
        } catch (DecodeException $error) {
            FirstRefusal::check($again, $classes, $error);
        }
        if ($reader->values->hasReplaced) {
            FirstRefusal::check($again, $classes, null);
        }

        return $tree;
    }
}
