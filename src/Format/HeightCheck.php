<?php

declare(strict_types=1);

namespace Brine\Format;

use Brine\DecodeException;
use Brine\Format\Decoder\Reader;
use Brine\Format\Encoder\CannotEncode;
use Brine\Internal\ClassList;
use Brine\Internal\ReadOptions;
use Brine\Internal\StackDepth;
use Brine\Tree\Classes;
use Brine\Tree\Cycles;
use Brine\Tree\MemoryLimit;
use Brine\Tree\Node;

/**
 * Checks that PHP can free a written value without overflowing the stack. Only the reader computes heights (Brine\Tree\Heights, Cycles), so a
 * large payload with back-references is read again up to its tree: no objects, no hooks.
 *
 * @internal
 */
final class HeightCheck
{
    /** Memory of a reader per byte of the payload. With less than that left, the value could not be read either. */
    private const MEMORY_PER_BYTE = 64;

    private function __construct()
    {
    }

    /** @param int $nodes number of objects, PHP references, and arrays that contain them, except for rows of tables */
    public static function isNeeded(int $nodes): bool
    {
        // Each row is in an array, which is counted.
        $levels = 2 * $nodes + ReadOptions::MAX_DEPTH;

        return $levels > StackDepth::limit(ReadOptions::MAX_DEPTH) && $levels > StackDepth::height();
    }

    /**
     * @param iterable<object> $objects the value's objects
     * @return array{string, string}|null why PHP cannot free the value, and the place inside it; null if it can
     */
    public static function fault(string $payload, int $nodes, iterable $objects): ?array
    {
        if (self::MEMORY_PER_BYTE * \strlen($payload) + 2 * Cycles::MEMORY_OF_NODE * $nodes > MemoryLimit::left()) {
            return null;
        }
        $allowed = [];
        foreach ($objects as $object) {
            $allowed[] = $object::class;
        }
        $options = ReadOptions::parse(['max_elements' => \PHP_INT_MAX, 'max_memory' => \PHP_INT_MAX], __METHOD__);
        $reader = new Reader($payload, 0, $options, new Classes(new ClassList($allowed), __METHOD__));
        try {
            $tree = $reader->read();
            if ($tree instanceof Node) {
                $reader->finish($tree);
            }
        } catch (DecodeException $error) {
            return $error->getReason() === 'too_deep' ? [CannotEncode::height()->getMessage(), $error->getPath()] : null;
        } finally {
            $reader->takeApart();
        }

        return null;
    }
}
