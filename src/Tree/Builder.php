<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\DecodeError;
use Brine\Internal\StackDepth;
use Brine\Internal\StackLevels;

/**
 * Makes the value of a tree: native unserialize() builds it from native text. So objects come with all that PHP does
 * for them: hooks in their order, visibility, types and readonly properties, PHP references.
 *
 * What this cannot do:
 * - A NaN has no bits in native text. They are set otherwise (ExactNans), but not where a hook of PHP's own takes a NaN as it is: an element
 *   of SplFixedArray or SplDoublyLinkedList, or a property of a class that extends a date, comes back as PHP's NAN.
 * - Native text repeats a string or array for each place that it has. Where the text would take more than a quarter of
 *   the memory that memory_limit leaves, or more than MAX_TEXT, the value is refused ("too_large"). Each array that is
 *   not empty counts for 96 bytes more than it has there.
 * - If allowed_classes is a list, and a value has objects of Serializable's string form, its objects and references
 *   must occur once each, in that string too, and no NaN may have bits of its own ("bad_class"): PHP applies the list inside such a string only where it
 *   also counts values on. What the class has compressed or encoded otherwise is not seen here, and references in it
 *   would be taken for those of the value outside. Without a list, each call of unserialize() for such a string
 *   counts values anew, as if it were the only one.
 * - Where two names of a payload mean one property, and something refers to the value that gave way, the value is
 *   refused ("bad_property").
 * - Where PHP does not accept a property's value, destructors of objects that were complete before run, unless their
 *   classes have __wakeup() or __unserialize(). The extension runs no destructor of a value that it refuses.
 * - PHP's own __unserialize() methods are asked before whether they take an empty array: an object of one that does not is refused before hooks run.
 * - A warning that unserialize_callback_func did not help is an E_USER_WARNING; PHP's deprecation of a dynamic property, where the name is
 *   so long that it is cut off, an E_USER_DEPRECATED.
 * - Where native serialize() has called Serializable::serialize(), it counts values on in each call of serialize(),
 *   those here too: a payload with objects that is read there makes references of the text outside wrong.
 * - unserialize() finds the object or reference of a number in steps of a thousand values. A value of which more than 2**28
 *   steps, and 256 for each byte of the payload, would have to be taken (a few seconds) is refused ("too_slow"): arrays
 *   that stand many times multiply them.
 * - Arrays are made as PHP makes them: keys that were chosen to collide make it slow.
 *
 * @internal
 */
final class Builder
{
    /** Where hooks of PHP's own classes throw, which have no file. */
    public const FILE = __FILE__;

    /** Bytes of text: "i:0;N;". */
    private const LEAST_OF_ELEMENT = 6;

    private function __construct()
    {
    }

    /**
     * Makes the text of a tree.
     *
     * @param mixed $tree   a node; its objects and references are empty afterwards
     * @param int   $offset of the tree's value, for errors that concern it as a whole
     * @throws \Brine\DecodeException
     */
    public static function text(mixed $tree, int $offset, Sizes $sizes): TextWriter
    {
        $maxText = \min($sizes->maxText, MemoryLimit::left() >> 2);
        // Known before anything of the tree is looked at: there may be arrays in it that were doubled many times.
        $fits = $sizes->elements <= \intdiv($maxText, self::LEAST_OF_ELEMENT);
        $writer = $fits ? TextWriter::text($tree, $maxText, $sizes) : 'too_large';

        return match ($writer) {
            'max_depth' => throw DecodeError::limit($writer, $sizes->maxDepth, $offset),
            'max_elements' => throw DecodeError::limit($writer, $sizes->maxElements, $offset),
            default => \is_string($writer) ? throw DecodeError::at($writer, $offset) : $writer,
        };
    }

    /**
     * Makes the value of a text.
     *
     * @param int                    $offset of the value, for errors that concern it as a whole
     * @param \Closure(): TreeReader $again  makes a reader that keeps the places of properties
     * @throws \Brine\DecodeException
     * @throws \Throwable what hooks throw
     */
    public static function build(TextWriter $writer, Classes $classes, int $offset, \Closure $again): mixed
    {
        $options = ['allowed_classes' => $classes->nativeOption(), 'max_depth' => 0];
        $stringForm = $writer->firstStringForm;
        $mayLoseNumbers = $writer->hasNumbers && $classes->mayLoseNumbers();
        if ($stringForm !== null && $classes->areRestricted() && ($writer->hasNumbers || Isolation::isInHook())) {
            throw DecodeError::at('bad_class', $stringForm->offset);
        }
        $text = $writer->nans->finish($writer->text);
        unset($writer->text);
        $complaints = Complaints::expected($classes, $mayLoseNumbers);
        $mark = Mark::begin();
        // Plainly, where unserialize() has nothing to complain of but what is to be heard.
        $unserialize = $complaints === null
            ? static fn (): mixed => \unserialize($text, $options)
            : static fn (): mixed => self::quietly($text, $options, $complaints);
        // The list of classes is for a string form, too, only where its values are a part of this call's.
        $isApart = $stringForm === null || !$classes->areRestricted();
        try {
            StackLevels::use(StackLevels::PER_HOOK);
            try {
                $whole = $isApart ? Isolation::run($unserialize) : $unserialize();
            } finally {
                $writer->nans->forget();
                StackLevels::giveBack(StackLevels::PER_HOOK);
            }
        } catch (\Throwable $error) {
            $called = \array_slice($writer->marks, 0, Mark::begin($mark) + 1);
            self::collectRest($writer);
            throw Refusal::explain($error, $offset, $called, $classes, $again);
        }
        Mark::begin($mark);
        if (!\is_array($whole)) {
            self::collectRest($writer);
            // unserialize() has refused the text.
            throw DecodeError::at('bad_property', $offset);
        }

        return $whole[1];
    }

    /** Where unserialize() breaks off, some things do not hold others yet, and destructors could go further down than in the whole value. */
    private static function collectRest(TextWriter $writer): void
    {
        if ($writer->levelsOfRest > 0) {
            StackDepth::collect($writer->levelsOfRest);
        }
    }

    /**
     * Calls unserialize() while Complaints listens to what it says.
     *
     * @param array{allowed_classes: bool|list<string>, max_depth: int} $options
     */
    private static function quietly(string $text, array $options, Complaints $complaints): mixed
    {
        $complaints->listen();
        try {
            return \unserialize($text, $options);
        } finally {
            \restore_error_handler();
        }
    }
}
