<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\Tag;
use Brine\Internal\Path;
use Brine\Internal\StackLevels;

/**
 * Writes objects: plain ones, enum cases, and those with `__serialize()`, `__sleep()` or Serializable.
 *
 * @internal
 */
final class Objects
{
    /** Elements of what a hook returned that are looked at for slots. */
    private const MAX_SLOTS = 1 << 16;

    /** The property that holds the class name of an incomplete object. */
    private const CLASS_NAME = '__PHP_Incomplete_Class_Name';

    public static function write(Writer $writer, object $object): void
    {
        ++$writer->identityCount;
        if (isset($writer->objectNumbers[$object])) {
            $writer->hasBackReference = true;
            $known = $writer->objectNumbers[$object];
            $writer->put($known < 0 ? Tag::NULL_BYTE : Tag::OBJECT_REF_BYTE . Numbers::uv($known));

            return;
        }
        if ($writer->depth >= $writer->maxDepth) {
            throw CannotEncode::depth($writer->maxDepth);
        }
        ++$writer->depth;
        $form = ClassForm::of($object);
        match ($form->kind) {
            ClassForm::PLAIN => self::writeProperties($writer, $object, self::properties($object)),
            ClassForm::ENUM => self::writeEnum($writer, $object),
            ClassForm::CUSTOM => self::writeCustom($writer, $object, $form),
            ClassForm::SERIALIZABLE => self::writeSerializable($writer, $object, $form),
            ClassForm::SLEEP => self::writeSleep($writer, $object, $form),
            default => throw new CannotEncode("Serialization of '" . CannotEncode::beforeZero($object::class) . "' is not allowed"),
        };
        --$writer->depth;
    }

    /**
     * The properties that have a value, by mangled name: declared ones first, in the order of their slots. Initializes a lazy object.
     *
     * @return array<mixed> as Reference::wrapAll() returns it
     */
    public static function properties(object $object): array
    {
        if (\PHP_VERSION_ID >= 80400) {
            ClassForm::of($object)->initialised($object);
        }

        return Reference::wrapAll((array) $object);
    }

    /** @param array<mixed> $properties */
    private static function writeProperties(Writer $writer, object $object, array $properties): void
    {
        $class = $object::class;
        if ($object instanceof \__PHP_Incomplete_Class) {
            $name = $properties[self::CLASS_NAME] ?? null;
            $class = \is_string($name) ? $name : $class;
            unset($properties[self::CLASS_NAME]);
        }
        $writer->objectNumbers[$object] = $writer->objects++;
        $head = $writer->shapes->object($class, \array_keys($properties), $object::class);
        foreach ($properties as $value) {
            if (\is_object($value) || \is_array($value)) {
                self::writeOneByOne($writer, $object, $properties, $head);

                return;
            }
        }
        $writer->values($properties, $head, '', true);
    }

    /**
     * The names are fixed at the start, as in serialize(). A hook may change later properties: the value is read when it is written; a property
     * that is gone is null.
     *
     * @param array<mixed> $properties
     */
    private static function writeOneByOne(Writer $writer, object $object, array $properties, string $head): void
    {
        $calls = $writer->hookCalls;
        foreach (\array_keys($properties) as $name) {
            if ($calls !== $writer->hookCalls) {
                $properties = self::properties($object);
                $calls = $writer->hookCalls;
            }
            $writer->values([$name => $properties[$name] ?? null], $head, '', true);
            $head = '';
        }
    }

    private static function writeEnum(Writer $writer, object $case): void
    {
        \assert($case instanceof \UnitEnum);
        $enum = new \ReflectionEnum($case);
        // PHP 8.2's array_walk() would give user code a PHP reference to the property.
        if (!$enum->hasCase($case->name) || $enum->getCase($case->name)->getValue() !== $case) {
            throw new CannotEncode('the name of a case of the enum ' . Path::readable($case::class) . ' was changed');
        }
        $writer->objectNumbers[$case] = $writer->objects++;
        $writer->put(Tag::ENUM_BYTE . $writer->strings->name($case::class) . $writer->strings->name($case->name));
    }

    /** Calls a hook. Nested calls may use only the remaining levels. */
    private static function callHook(Writer $writer, object $object, ClassForm $form): mixed
    {
        ++$writer->hookCalls;
        $levels = $writer->depth + StackLevels::PER_HOOK;
        StackLevels::use($levels);
        try {
            return $form->callHook($object, $writer->keepsHooksApart());
        } finally {
            StackLevels::giveBack($levels);
        }
    }

    private static function writeCustom(Writer $writer, object $object, ClassForm $form): void
    {
        $array = self::callHook($writer, $object, $form);
        if (!\is_array($array)) {
            throw new \TypeError(CannotEncode::beforeZero($object::class) . '::__serialize() must return an array');
        }
        $writer->objectNumbers[$object] = $writer->objects++;
        $writer->put($writer->shapes->custom($object::class));
        $writer->value(self::withoutSlots($array));
    }

    /**
     * Before PHP 8.3, Random\Randomizer::__serialize() returns a property table whose elements point to the object's slots. A copy has their
     * values. Looks at MAX_SLOTS elements, since arrays may hold one another often.
     *
     * @param array<mixed> $array what a hook returned, or an array in it
     * @return array<mixed>
     */
    public static function withoutSlots(array $array): array
    {
        $left = self::MAX_SLOTS;

        return \PHP_VERSION_ID >= 80300 ? $array : self::copyOfSlots($array, $left) ?? $array;
    }

    /**
     * @param array<mixed> $array
     * @return array<mixed>|null null if it has no such elements
     */
    private static function copyOfSlots(array $array, int &$left): ?array
    {
        $copy = null;
        foreach ($array as $key => $element) {
            if (--$left < 0) {
                break;
            }
            if (\gettype($element) === 'unknown type') {
                $copy ??= \array_replace($array, []);
            } elseif (\is_array($element) && $element !== [] && \ReflectionReference::fromArrayElement($array, $key) === null) {
                $inner = self::copyOfSlots($element, $left);
                if ($inner !== null) {
                    $copy ??= \array_replace($array, []);
                    $copy[$key] = $inner;
                }
            }
        }

        return $copy;
    }

    private static function writeSerializable(Writer $writer, object $object, ClassForm $form): void
    {
        $data = self::callHook($writer, $object, $form);
        if ($data === null) {
            self::writeNothing($writer, $object);

            return;
        }
        if (!\is_string($data)) {
            throw new \Exception(CannotEncode::beforeZero($object::class) . '::serialize() must return a string or NULL');
        }
        $writer->objectNumbers[$object] = $writer->objects++;
        $writer->put(Tag::SERIALIZABLE_BYTE . $writer->strings->name($object::class) . Numbers::uv(\strlen($data)));
        $writer->put($data);
    }

    private static function writeSleep(Writer $writer, object $object, ClassForm $form): void
    {
        $names = self::callHook($writer, $object, $form);
        if (!\is_array($names)) {
            StackLevels::around($writer->depth, static fn () => Sleep::warn($object));
            self::writeNothing($writer, $object);

            return;
        }
        $properties = StackLevels::around($writer->depth, static fn (): array => Sleep::choose($object, $form, $names));
        self::writeProperties($writer, $object, $properties);
    }

    /** The hook returned nothing to write: null, here and for all back-references. */
    private static function writeNothing(Writer $writer, object $object): void
    {
        $writer->objectNumbers[$object] = -1;
        $writer->put(Tag::NULL_BYTE);
    }
}
