<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

use Brine\DecodeException;
use Brine\Format;

/**
 * What is known of bytes.
 *
 * @internal
 */
final class Outline
{
    /** Classes that are told apart. Their names may have been chosen to meet in PHP's hash table, where each is compared with all others. */
    private const MOST_CLASSES = 256;

    /** @var list<array<string, int|string|null>> what is around the value, from the outside, and then what the value is: each has a "kind" */
    public array $layers = [];

    /** The format of the value; null if the bytes are of none. */
    public ?Format $format = null;

    /** The value, as far as it was read. */
    public ?Part $root = null;

    /** What is wrong with the bytes, of which offsets count as those of the parts do. */
    public ?DecodeException $error = null;

    /** @var array<string, int> bytes, by what they are for: of a value that was read to its end, their sum is the size of $content */
    public array $sections = [];

    /** @var array<string, int> bytes that are saved, by how; none if nothing is told of the format */
    public array $saved = [];

    /** @var array<string, int> objects, by class */
    public array $classes = [];

    /** The bytes that offsets are about, which begin at $base. */
    public string $content = '';

    /** What has to be added to the offsets of parts: the bytes of a frame before the content. */
    public int $base = 0;

    /** Whether the content was decompressed: then offsets are not those of the bytes themselves. */
    public bool $isDecompressed = false;

    public function __construct(public readonly int $size)
    {
    }

    /**
     * Counts objects of a class.
     *
     * @param array<string, int> $classes objects, by class
     */
    public static function count(array &$classes, string $class, int $objects): void
    {
        $name = isset($classes[$class]) || \count($classes) < self::MOST_CLASSES ? $class : '(others)';
        $classes[$name] = ($classes[$name] ?? 0) + $objects;
    }
}
