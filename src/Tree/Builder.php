<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\DecodeError;
use Brine\Internal\ErrorHandler;
use Brine\Internal\StackDepth;
use Brine\Internal\StackLevels;

/**
 * Builds the value of a tree with native unserialize(), from native text that TextWriter writes.
 *
 * So PHP itself calls hooks in order, and handles visibility, types, readonly properties and references. The result differs from the extension's
 * where native text cannot express something: see the methods.
 *
 * @internal
 */
final class Builder
{
    /** File of the unserialize() call. Errors of built-in hooks, which have no file of their own, name it. */
    public const FILE = __FILE__;

    /** Bytes of the shortest element: "i:0;N;". */
    private const LEAST_OF_ELEMENT = 6;

    private function __construct()
    {
    }

    /**
     * Makes the native text of a tree. Throws "too_large" if the text needs more than Sizes::$maxText or a quarter of the memory that is left:
     * repeated strings and arrays are written each time.
     *
     * @param mixed $tree   a node; its objects and references are empty afterwards
     * @param int   $offset of the tree's value, for errors that concern it as a whole
     * @throws \Brine\DecodeException
     */
    public static function text(mixed $tree, int $offset, Sizes $sizes): TextWriter
    {
        $maxText = \min($sizes->maxText, MemoryLimit::left() >> 2);
        // Checked first, since repeated arrays can multiply the elements.
        $fits = $sizes->elements <= \intdiv($maxText, self::LEAST_OF_ELEMENT);
        $writer = $fits ? TextWriter::text($tree, $maxText, $sizes) : 'too_large';

        return match ($writer) {
            'max_depth' => throw DecodeError::limit($writer, $sizes->maxDepth, $offset),
            'max_elements' => throw DecodeError::limit($writer, $sizes->maxElements, $offset),
            default => \is_string($writer) ? throw DecodeError::at($writer, $offset) : $writer,
        };
    }

    /**
     * Builds the value from a text.
     *
     * If PHP throws for the value, destructors run of completed objects without __wakeup() or __unserialize(); if it rejects a back-reference, all
     * hooks and destructors run. A list of allowed classes excludes string forms in a value with back-references ("bad_class").
     *
     * @param int                    $offset of the value, for errors that concern it as a whole
     * @param \Closure(): TreeReader $again  makes a reader that records the offsets of properties
     * @throws \Brine\DecodeException
     * @throws \Throwable exceptions of hooks
     */
    public static function build(TextWriter $writer, Classes $classes, int $offset, \Closure $again): mixed
    {
        $stringForm = $writer->firstStringForm;
        $mayLoseNumbers = $writer->hasNumbers && $classes->mayLoseNumbers();
        if ($stringForm !== null && $classes->areRestricted() && ($writer->hasNumbers || Isolation::isInHook())) {
            throw DecodeError::at('bad_class', $stringForm->offset);
        }
        $text = $writer->late->finish($writer->text);
        unset($writer->text);
        $options = ['allowed_classes' => $classes->nativeOption($text), 'max_depth' => 0];
        $warnings = WarningHandler::expected($classes, $mayLoseNumbers);
        $mark = Mark::begin();
        // Without the handler if no warning needs handling.
        $unserialize = $warnings === null
            ? static fn (): mixed => \unserialize($text, $options)
            : static fn (): mixed => self::quietly($text, $options, $warnings);
        // PHP applies allowed_classes within a string form only if that call continues this one's numbering.
        $isApart = $stringForm === null || !$classes->areRestricted();
        try {
            StackLevels::use(StackLevels::PER_HOOK);
            try {
                $whole = $isApart ? Isolation::run($unserialize) : $unserialize();
            } finally {
                $writer->late->forget();
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
            // unserialize() rejected the text: a back-reference names a value that a later one of the same property replaced.
            throw DecodeError::at('bad_property', $offset);
        }

        return $whole[1];
    }

    /** Frees a partly built value. Some nodes have no holder yet, so destructors may recurse deeper than in the whole value. */
    private static function collectRest(TextWriter $writer): void
    {
        if ($writer->levelsOfRest > 0) {
            StackDepth::collect($writer->levelsOfRest);
        }
    }

    /**
     * Calls unserialize() under the error handler. A dynamic property with a very long name is deprecated as E_USER_DEPRECATED, since the message
     * is shortened.
     *
     * @param array{allowed_classes: bool|list<string>, max_depth: int} $options
     */
    private static function quietly(string $text, array $options, WarningHandler $warnings): mixed
    {
        $handler = $warnings->listen();
        try {
            return \unserialize($text, $options);
        } finally {
            ErrorHandler::takeBack($handler);
        }
    }
}
