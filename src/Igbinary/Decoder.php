<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\Internal\Platform;
use Brine\Internal\ReadOptions;
use Brine\Tree\Builder;
use Brine\Tree\Classes;
use Brine\Tree\Node;

/**
 * Reads what igbinary_serialize() has written, without the extension igbinary: caches can change over to Brine while
 * old entries are there.
 *
 * The values are those of igbinary_unserialize(), with these differences:
 * - Bytes that are not exactly one value are an exception, never a warning and null: also bytes after the value, an
 *   integer beyond PHP's range, and a number of something that was not given.
 * - allowed_classes, max_depth and max_elements are those of brine_unserialize(). An array that stands again counts
 *   its elements again.
 * - An array that is met inside of itself is an array of its own there, with the same objects and references. Its objects nest there: some
 *   2,000 that refer to the array are the most that max_depth allows. Where neither an object nor a PHP reference is in between, the array
 *   inside is a PHP reference, which leads back to itself. The extension makes one array that contains itself, of which native serialize()
 *   writes null.
 * - A string key that is the decimal form of an integer is that integer, as always in PHP.
 * - A property's name means what it means to unserialize(): one that the class declares with another visibility is that
 *   property.
 * - A value and a PHP reference to the same object or array are two things, as they were when they were written.
 * - An object of Serializable's string form is not made of properties, nor an object of another class of a string.
 * Brine\Tree\Builder says what else is so where objects are built.
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
        $reader = new Reader($bytes, $parsed, $classes);
        try {
            $tree = $reader->read();
            if (!$tree instanceof Node) {
                return $tree;
            }
            $sizes = $reader->finish($tree);
            $writer = Builder::text($tree, 4, $sizes);
            if (!$sizes->isAsRead) {
                // Not all nodes have been written, which would have emptied them.
                $reader->takeApart();
            }
        } catch (\Throwable $error) {
            $reader->takeApart();
            throw $error;
        }
        unset($tree, $reader);
        $again = static fn (): Reader => new Reader($bytes, $parsed, $classes);

        return Builder::build($writer, $classes, 4, $again);
    }
}
