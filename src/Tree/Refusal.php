<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\Path;

/**
 * What is thrown where unserialize() has failed: what it does not accept itself, or what a hook of one of PHP's own classes refuses, is
 * about a part of the payload, and the exception says which. What user code throws (a hook, a class loader, an error handler) is thrown as it is.
 */
final class Refusal
{
    private function __construct()
    {
    }

    /**
     * @param \Throwable             $error  what unserialize() has thrown
     * @param int                    $offset of the whole value
     * @param \Closure(): TreeReader $again  makes a reader that keeps the places of properties
     */
    public static function explain(\Throwable $error, int $offset, Classes $classes, \Closure $again): \Throwable
    {
        if (!self::isOfPhp($error)) {
            return $error;
        }
        $call = $error instanceof Complaint ? ['class' => $error->class, 'function' => $error->hook] : $error->getTrace()[0] ?? [];
        $classes->close();
        $reader = $again();
        try {
            $tree = $reader->read();

            return isset($call['class'])
                ? self::ofClass($error, $call['class'], $call['function'], $offset, $tree, $reader->objects())
                : self::ofProperty($error, $offset, $tree, $reader->objects());
        } finally {
            $reader->takeApart();
        }
    }

    /** Whether an error and its causes were thrown in the call of unserialize(), or in a hook of PHP's own that this has called. */
    private static function isOfPhp(\Throwable $error): bool
    {
        for ($cause = $error; $cause !== null; $cause = $cause->getPrevious()) {
            if ($cause instanceof Complaint) {
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

    /** @param list<ObjectNode|TextNode> $objects */
    private static function ofProperty(\Throwable $error, int $offset, mixed $tree, array $objects): DecodeException
    {
        $path = new Path();
        $place = RefusedProperty::place($objects, $error);
        if ($place !== null) {
            [$object, $i] = $place;
            $offset = $object->offsetOf($i);
            $values = $object->values instanceof ArrayNode ? $object->values->elements : $object->values;
            $path->addProperty($object->form->names === null ? \array_keys($values)[$i] : $object->form->name($i));
            Way::add($tree, $object, $path, false);
        }

        return DecodeError::in(
            DecodeError::with('bad_property', Path::readable($error->getMessage(), Path::MESSAGE), $offset, $error),
            $path,
        );
    }

    /**
     * @param string $class   of the hook
     * @param string $hook    its name
     * @param list<ObjectNode|TextNode> $objects
     */
    private static function ofClass(\Throwable $error, string $class, string $hook, int $offset, mixed $tree, array $objects): DecodeException
    {
        $path = new Path();
        $object = self::refused($error, $class, $hook, $objects);
        if ($object === null) {
            return ClassError::state($class, $error, $offset);
        }
        Way::add($tree, $object, $path, true);
        $name = $object instanceof ObjectNode ? $object->form->class : $object->class;

        return DecodeError::in(ClassError::state($name, $error, $object->offset), $path);
    }

    /**
     * The object whose hook has refused. Where there are several of the class, each is made alone.
     *
     * @param list<ObjectNode|TextNode> $objects
     */
    private static function refused(\Throwable $error, string $class, string $hook, array $objects): ObjectNode|TextNode|null
    {
        $candidates = \array_values(\array_filter($objects, static fn (ObjectNode|TextNode $object): bool => $object instanceof TextNode
            ? $object->hasStringForm() && $hook === 'unserialize' && \is_a($object->class, $class, true)
            : !$object->form->incomplete && $hook !== 'unserialize' && \is_a($object->form->class, $class, true)));
        if (\count($candidates) < 2) {
            return $candidates[0] ?? null;
        }
        $unknown = null;
        foreach ($candidates as $object) {
            $text = self::textOf($object, $class);
            if ($text === null) {
                $unknown ??= $object;
            } elseif (Isolation::run(static fn (): bool => self::isRefused($text, $error))) {
                return $object;
            }
        }

        return $unknown ?? $candidates[0];
    }

    /** @return string|null native text of such an object of the hook's class, in which no user code is; null if other objects are inside */
    private static function textOf(ObjectNode|TextNode $object, string $class): ?string
    {
        $head = ':' . \strlen($class) . ":\"$class\"";
        if ($object instanceof TextNode) {
            return 'C' . $head . \substr($object->text, \strlen("C::\"$object->class\"" . \strlen($object->class)));
        }
        if ($object->values instanceof ArrayNode) {
            return null;
        }
        if ($object->form->names === null) {
            return 'O' . $head . \substr(\serialize($object->values), 1);
        }
        $text = 'O' . $head . ':' . \count($object->form->names) . ':{';
        foreach (\array_values($object->values) as $i => $value) {
            if ($value instanceof Node) {
                return null;
            }
            $text .= $object->form->names[$i] . \serialize($value);
        }

        return $text . '}';
    }

    private static function isRefused(string $text, \Throwable $error): bool
    {
        \set_error_handler(static fn (int $level, string $message, string $file, int $line): bool
            => ($complaint = Complaint::heard($level, $message, $file, $line, __FILE__)) === null || throw $complaint);
        try {
            \unserialize($text);
        } catch (\Throwable $thrown) {
            return $thrown::class === $error::class && $thrown->getMessage() === $error->getMessage();
        } finally {
            \restore_error_handler();
        }

        return false;
    }
}
