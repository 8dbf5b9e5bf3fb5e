<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\Arguments;
use Brine\Internal\DecodeError;
use Brine\Internal\Path;

/**
 * Makes the exceptions that are about a class, with the messages of the extension (ext/src/decode/refuse.c).
 *
 * @internal
 */
final class ClassError
{
    private function __construct()
    {
    }

    /** The name does not have the form of a class name. */
    public static function name(string $name, int $at): DecodeException
    {
        return DecodeError::with('bad_class_name', "'" . Path::readable($name) . "' is not the name of a class", $at);
    }

    /** Neither autoloaders nor unserialize_callback_func know the class. */
    public static function missing(string $name, int $at): DecodeException
    {
        return DecodeError::with('missing_class', 'There is no class ' . Path::readable($name), $at);
    }

    /** @param string $change what has changed */
    public static function stale(string $class, string $change, int $at): DecodeException
    {
        return DecodeError::with('stale_class', Path::readable($class) . " has changed since this was written ($change)", $at);
    }

    /** The class cannot have objects, or not serialised ones. */
    public static function kind(string $class, int $at): DecodeException
    {
        $reflection = self::reflection($class);
        $name = self::canonical($class);

        return DecodeError::with('bad_class', match (true) {
            $reflection === null => "Unserialization of '$name' is not allowed",
            $reflection->isInterface() => "$name is an interface, which has no objects",
            $reflection->isTrait() => "$name is a trait, which has no objects",
            $reflection->isEnum() => "$name is an enum, whose cases are not stored as other objects are",
            $reflection->isAbstract() => "$name is an abstract class, which has no objects",
            default => "Unserialization of '$name' is not allowed",
        }, $at);
    }

    /** Objects of the class have only a string form, and the payload has another form. */
    public static function notByProperties(string $class, int $at): DecodeException
    {
        $name = self::canonical($class);

        return DecodeError::with('bad_class', "objects of $name are stored as a string of Serializable, or not at all", $at);
    }

    /** The payload has a string form, which the class lacks; or the class is missing or denied. */
    public static function notBySerializable(string $class, ?ClassKind $kind, bool $isDenied, int $at): DecodeException
    {
        $name = Path::readable($class);

        return DecodeError::with('bad_class', match (true) {
            $kind !== null => "objects of $name are not stored as a string of Serializable",
            $isDenied => "only the class $name can read its objects, and it is not allowed (allowed_classes)",
            default => "only the class $name can read its objects, and it does not exist",
        }, $at);
    }

    /** The enum has no such case. */
    public static function enumCase(string $class, string $case, ?ClassKind $kind, bool $isDenied, int $at): DecodeException
    {
        $name = Path::readable($class);

        return DecodeError::with('bad_enum', match (true) {
            $kind === null => $isDenied ? "the enum $name is not allowed (allowed_classes)" : "the enum $name does not exist",
            $kind->isEnum => "the enum $name has no case '" . Path::readable($case) . "'",
            default => "$name is not an enum",
        }, $at);
    }

    /** unserialize() takes no property of this name in the class. */
    public static function propertyName(string $name, string $class, int $at): DecodeException
    {
        return DecodeError::with('bad_name', "'" . Path::readable($name) . "' is not the name of a property of " . self::canonical($class), $at);
    }

    public static function nameOfIncomplete(int $at): DecodeException
    {
        $name = Classes::NAME_OF_INCOMPLETE;

        return DecodeError::with('bad_name', "an incomplete object keeps its class in '$name', which is no property of it", $at);
    }

    /** A built-in class would autoload a class that is not allowed. */
    public static function scope(string $class, int $at): DecodeException
    {
        $name = Path::readable($class);

        return DecodeError::with('bad_name', "a property is private to the class $name, which is not loaded and not allowed (allowed_classes)", $at);
    }

    /** The data in the array form of an object is not an array. */
    public static function data(string $class, mixed $data, int $at): DecodeException
    {
        $name = Path::readable($class);

        return DecodeError::with('array_expected', "the data of $name must be an array, and is " . self::typeName($data), $at);
    }

    /** A built-in class rejected the data for its hook. */
    public static function state(string $class, \Throwable $cause, int $at): DecodeException
    {
        $message = self::canonical($class) . ' refuses its data: ' . Path::readable($cause->getMessage(), Path::MESSAGE);

        return DecodeError::with('bad_object', $message, $at, $cause);
    }

    /** The object keeps its elements in another that leads back to it. */
    public static function ring(string $class, int $at): DecodeException
    {
        return DecodeError::with('bad_object', 'an object of ' . self::canonical($class) . ' keeps its elements in itself, by way of others', $at);
    }

    /** @return \ReflectionClass<object>|null */
    private static function reflection(string $class): ?\ReflectionClass
    {
        return \class_exists($class, false) || \interface_exists($class, false) || \trait_exists($class, false)
            ? new \ReflectionClass($class)
            : null;
    }

    /** The name as the class declares it, not as the payload spells it. */
    private static function canonical(string $class): string
    {
        return Path::readable(self::reflection($class)?->getName() ?? $class);
    }

    /** As the engine's messages have it. */
    private static function typeName(mixed $value): string
    {
        return match (true) {
            $value instanceof ReferenceNode => self::typeName($value->value),
            $value instanceof ArrayNode => 'array',
            $value instanceof ObjectNode => $value->form->incomplete ? \__PHP_Incomplete_Class::class : self::canonical($value->form->class),
            $value instanceof TextNode => self::canonical($value->class),
            default => Arguments::typeName($value),
        };
    }
}
