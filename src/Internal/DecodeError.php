<?php

declare(strict_types=1);

namespace Brine\Internal;

use Brine\DecodeException;

/**
 * Makes the exceptions of the readers, with the extension's words and messages (ext/src/error.h).
 *
 * @internal
 */
final class DecodeError
{
    /** Message for empty input, for all readers. */
    public const NOTHING = 'The payload is empty: was the cache entry missing (false)?';

    private const MESSAGES = [
        'truncated' => 'the payload ends too early',
        'not_brine' => 'the payload does not begin with the magic byte of Brine',
        'version' => 'the payload has a version that this reader does not know',
        'flags' => 'the payload has a flag that this reader does not know',
        'signed' => 'the payload is signed, which only brine_unserialize_signed() reads,',
        'unknown_dictionary' => 'the payload needs a dictionary that is not known here',
        'bad_dictionary' => 'the dictionary is malformed',
        'trailing_bytes' => 'there are bytes after the value',
        'unknown_tag' => 'unknown tag',
        'bad_number' => 'a number is cut off, longer than needed, or of no known form',
        'bad_count' => 'a count is zero or too large',
        'string_expected' => 'a string was expected here',
        'unknown_string' => 'reference to a string that was not given',
        'unknown_shape' => 'reference to a shape that was not given',
        'unknown_array' => 'reference to an array that was not given, is not complete, or cannot be shared',
        'unknown_object' => 'reference to an object that was not given',
        'unknown_reference' => 'reference to a PHP reference that was not given',
        'misplaced_reference' => 'a PHP reference cannot stand here',
        'bad_key' => 'an array key must be an integer or a string',
        'duplicate_key' => 'a key occurs twice',
        'duplicate_name' => 'a property name occurs twice',
        'bad_name' => 'a property name is malformed',
        'bad_column' => 'a column has a kind, exponent or bitmap that is not allowed',
        'bad_digits' => 'a packed string has bits beyond its end',
        'out_of_range' => 'an integer is outside of its range',
        'array_expected' => 'an array was expected here',
        'max_depth' => 'the value is nested deeper than max_depth',
        'max_elements' => 'the value has more elements than max_elements',
        'max_memory' => 'the value takes more memory than max_memory allows',
        'too_deep' => 'back-references nest the value deeper than the stack can take apart',
        'bad_class_name' => 'malformed class name',
        'missing_class' => 'there is no such class',
        'stale_class' => 'the class has changed since this was written',
        'class_load' => 'the class could not be loaded',
        'bad_class' => 'objects of this class cannot be decoded',
        'bad_property' => 'the class does not accept this property value',
        'bad_enum' => 'there is no such enum case, or its enum is missing or not allowed',
        'bad_object' => 'the class refuses the data of its object',
        // Reasons that the extension does not have: it builds objects without native text.
        'too_large' => 'the value takes more memory than memory_limit leaves',
        'too_slow' => 'unserialize() would look too long for the objects and references that the value names again',
        'colliding_keys' => 'the keys were chosen to collide in PHP\'s hash tables, or seem so, and would take too long',
        // Reasons of other formats.
        'not_igbinary' => 'the bytes do not begin with the header of an igbinary format that this reader knows',
        'unknown_value' => 'reference to an array or object that was not given',
    ];

    /** With more keys, duplicates are not named. */
    private const MAX_COMPARED = 1000;

    private function __construct()
    {
    }

    /**
     * @param key-of<self::MESSAGES> $reason what DecodeException::getReason() returns
     * @param int                    $offset in bytes from the start of the payload
     */
    public static function at(string $reason, int $offset, ?\Throwable $previous = null): DecodeException
    {
        return self::with($reason, self::MESSAGES[$reason], $offset, $previous);
    }

    /**
     * With a message of its own.
     *
     * @param key-of<self::MESSAGES> $reason
     * @param string                 $message without the place
     */
    public static function with(string $reason, string $message, int $offset, ?\Throwable $previous = null): DecodeException
    {
        return Failure::decoding("$message at byte $offset", $offset, $reason, $previous);
    }

    /** max_depth, if the stack has room for fewer levels. */
    public static function stack(int $levels, int $offset): DecodeException
    {
        return self::with('max_depth', "the value is nested deeper than the stack has room for ($levels)", $offset);
    }

    /**
     * With the limit's number.
     *
     * @param 'max_depth'|'max_elements'|'max_memory' $reason
     */
    public static function limit(string $reason, int $limit, int $offset): DecodeException
    {
        return self::with($reason, self::MESSAGES[$reason] . " ($limit)", $offset);
    }

    /** No value begins with this byte. */
    public static function tag(int $tag, int $offset): DecodeException
    {
        return self::with('unknown_tag', \sprintf('unknown tag %02X', $tag), $offset);
    }

    /**
     * Names the key or name that equals an earlier one.
     *
     * @param 'duplicate_key'|'duplicate_name' $reason
     * @param list<int|string> $keys
     */
    public static function twice(string $reason, array $keys, int $offset): DecodeException
    {
        $seen = [];
        foreach (\count($keys) <= self::MAX_COMPARED ? $keys : [] as $key) {
            if (isset($seen[$key])) {
                $name = \is_int(\array_key_first([$key => true])) ? (string) $key : "'" . Path::readable((string) $key) . "'";

                return self::with($reason, 'the ' . ($reason === 'duplicate_name' ? 'property name' : 'key') . " $name occurs twice", $offset);
            }
            $seen[$key] = true;
        }

        return self::at($reason, $offset);
    }

    /** A count exceeds the bytes that are left. */
    public static function number(string $what, int $number, int $least, int $most, int $offset): DecodeException
    {
        return self::with('bad_count', \sprintf('the %s is %u, and must be from %d to %d', $what, $number, $least, $most), $offset);
    }

    /** The input is empty, so the error has no place. */
    public static function nothing(int $offset): DecodeException
    {
        return Failure::decoding(self::NOTHING, $offset, 'truncated');
    }

    /** The same error with a path into the value. */
    public static function in(DecodeException $error, Path $path): DecodeException
    {
        $text = $path->text();

        return $text === Path::ROOT
            ? $error
            : Failure::decoding($error->getMessage() . ", in $text", $error->getOffset(), $error->getReason(), $error->getPrevious(), $text);
    }
}
