<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

use Brine\DecodeException;
use Brine\Format;

/**
 * The result of analyzing bytes.
 *
 * @internal
 */
final class Outline
{
    /** Limit of different classes. Their names may have been chosen to collide, so that each is compared with all others. */
    private const MAX_CLASSES = 256;

    /** @var list<array<string, int|string|null>> the wrappers, outermost first, then the value's format: each has a "kind" */
    public array $layers = [];

    /** Format of the value; null if unknown. */
    public ?Format $format = null;

    /** The value, up to the first error. */
    public ?Part $root = null;

    /** Error in the bytes; offsets as in the parts. */
    public ?DecodeException $error = null;

    /** @var array<string, int> bytes by purpose: for a complete value, their sum is the size of $content */
    public array $sections = [];

    /** @var array<string, int> saved bytes by cause; empty for other formats */
    public array $saved = [];

    /** @var array<string, int> objects, by class */
    public array $classes = [];

    /** The bytes that offsets refer to, starting at $base. */
    public string $content = '';

    /** Added to the parts' offsets: bytes of a frame before the content. */
    public int $base = 0;

    /** Whether the content was decompressed: then offsets are not those of the original bytes. */
    public bool $isDecompressed = false;

    public function __construct(public readonly int $size)
    {
    }

    /**
     * Counts an object of a class.
     *
     * @param array<string, int> $classes objects, by class
     */
    public static function count(array &$classes, string $class, int $objects): void
    {
        $name = isset($classes[$class]) || \count($classes) < self::MAX_CLASSES ? $class : '(others)';
        $classes[$name] = ($classes[$name] ?? 0) + $objects;
    }
}
