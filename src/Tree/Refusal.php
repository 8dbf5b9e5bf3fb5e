<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\Path;

/**
 * Explains a failure of unserialize(): finds the object or property that PHP, or a hook of a built-in class, rejected, and makes a
 * DecodeException with its path. Exceptions of user code are passed on unchanged.
 *
 * @internal
 */
final class Refusal
{
    private function __construct()
    {
    }

    /**
     * @param \Throwable             $error  thrown by unserialize()
     * @param int                    $offset of the whole value
     * @param list<int>              $marks  offsets of the objects with marks whose hooks were called, in the order of the calls
     * @param \Closure(): TreeReader $again  makes a reader that records the offsets of properties
     */
    public static function explain(\Throwable $error, int $offset, array $marks, Classes $classes, \Closure $again): \Throwable
    {
        if (!self::isOfPhp($error)) {
            return $error;
        }
        $call = NativeWarning::call($error) ?? $error->getTrace()[0] ?? [];
        $classes->close();
        $reader = $again();
        try {
            $tree = $reader->read();

            return isset($call['class'], $call['function'])
                ? self::ofClass($error, $call['class'], self::refused($call['class'], $call['function'], $marks, $reader->objects()), $offset, $tree)
                : self::ofProperty($error, $offset, $tree);
        } finally {
            $reader->takeApart();
        }
    }

    /** Whether an error and all its causes come from the call of unserialize(), or from a built-in hook that it called. */
    private static function isOfPhp(\Throwable $error): bool
    {
        for ($cause = $error; $cause !== null; $cause = $cause->getPrevious()) {
            if (NativeWarning::call($cause) !== null) {
                continue;
            }
            $call = $cause->getTrace()[0] ?? null;
            if ($call === null || $cause->getFile() !== Builder::FILE) {
                return false;
            }
            $isInternal = isset($call['class'])
                ? \method_exists($call['class'], $call['function']) && (new \ReflectionMethod($call['class'], $call['function']))->isInternal()
                : $call['function'] === 'unserialize' && $cause instanceof \Error;
            if (!$isInternal) {
                return false;
            }
        }

        return true;
    }

    private static function ofProperty(\Throwable $cause, int $offset, mixed $tree): DecodeException
    {
        $path = new Path();
        $message = $cause->getMessage();
        $place = RefusedProperty::place($tree, $message);
        if ($place !== null) {
            [$object, $i, $property] = $place;
            $offset = $object->offsetOf($i);
            $values = $object->values instanceof ArrayNode ? $object->values->elements : $object->values;
            $path->addProperty($object->form->names === null ? \array_keys($values)[$i] : $object->form->name($i));
            PathFinder::add($tree, $object, $path, false);
            if ($property !== null && ClassKind::isVirtual($property)) {
                // The engine's message lacks the name if the name has a scope.
                $message = RefusedProperty::VIRTUAL . "$property->class::\$$property->name";
                $cause = new \Error($message);
            }
        }

        return DecodeError::in(DecodeError::with('bad_property', Path::readable($message, Path::MESSAGE), $offset, $cause), $path);
    }

    /** @param string $class of the hook */
    private static function ofClass(\Throwable $cause, string $class, ObjectNode|TextNode|null $object, int $offset, mixed $tree): DecodeException
    {
        if ($object === null) {
            return ClassError::state($class, $cause, $offset);
        }
        $path = new Path();
        PathFinder::add($tree, $object, $path, true);
        $name = $object instanceof ObjectNode ? $object->form->class : $object->class;

        return DecodeError::in(ClassError::state($name, $cause, $object->offset), $path);
    }

    /**
     * The object whose hook threw: that of the last mark, or the first one without a mark.
     *
     * @param string    $class   of the hook
     * @param list<int> $marks
     * @param list<ObjectNode|TextNode> $objects
     */
    private static function refused(string $class, string $hook, array $marks, array $objects): ObjectNode|TextNode|null
    {
        $last = $marks === [] ? -1 : $marks[\count($marks) - 1];
        // All rows of a table have the same offset.
        $sameBefore = \count(\array_keys($marks, $last, true));
        $unmarked = null;
        foreach ($objects as $object) {
            $isMarked = $object instanceof ObjectNode && TextWriter::placeOfMark($object) !== null;
            if ($isMarked && $object->offset === $last && --$sameBefore === 0 && self::isCalled($object, $class, $hook)) {
                return $object;
            }
            if (!$isMarked && self::isCalled($object, $class, $hook)) {
                $unmarked ??= $object;
            }
        }

        return $unmarked;
    }

    /** Whether unserialize() calls this method of this class for an object. */
    private static function isCalled(ObjectNode|TextNode $object, string $class, string $hook): bool
    {
        $isOfForm = $object instanceof ObjectNode
            ? !$object->form->incomplete && $hook !== 'unserialize'
            : $object->hasStringForm() && $hook === 'unserialize';
        $name = $object instanceof ObjectNode ? $object->form->class : $object->class;

        return $isOfForm && \method_exists($name, $hook) && (new \ReflectionMethod($name, $hook))->class === $class;
    }
}
