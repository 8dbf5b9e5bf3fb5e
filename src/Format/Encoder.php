<?php

declare(strict_types=1);

namespace Brine\Format;

use Brine\EncodeException;
use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Entries;
use Brine\Format\Dictionary\Index;
use Brine\Format\Encoder\CannotEncode;
use Brine\Format\Encoder\Writer;
use Brine\Internal\Platform;

/**
 * Writes payloads of the Brine format (docs/format.md) without the extension, and the same bytes as brine_serialize().
 *
 * PHP code does not see everything that the extension sees. The bytes can differ where
 *
 * - a PHP reference that nothing else holds leads to an array around it, and is not an element of that very array: it is its value here. Where
 *   no object lies in between, that value has no end, and is refused for its depth;
 * - PHP holds one array for several places, and so many strings or arrays came before it that no more are remembered (docs/reference/writer.md): it is
 *   written anew, with its strings;
 * - a class with Serializable::serialize() and without __serialize() calls serialize() several times in it: the references in those texts are
 *   counted for each text here, and over all of them by the extension, which also reads them so;
 * - Serializable::serialize() has called the encoder: where hooks inside call native serialize(), and that runs in a native call already, it
 *   counts values on with the one outside, so that the references in their texts are wrong;
 * - hooks change what is being written;
 * - PHP could not free the value for its cycles: the extension names an object, and this class often the whole value. What is refused of very
 *   large graphs is what the decoder of the same side refuses;
 * - an object is lazy with SKIP_INITIALIZATION_ON_SERIALIZE (PHP 8.4): it is initialised here.
 *
 * What PHP warns of in __sleep() is raised as E_USER_WARNING or E_USER_NOTICE. An array that several places hold is walked through in each.
 *
 * Real cache entries take 5 to 27 times as long as with serialize() (14 groups, 17 times in the geometric mean; 22 times as long as with
 * the extension), lists of rows and of numbers 2 to 9 times.
 *
 * @internal
 */
final class Encoder
{
    /**
     * @param mixed $value any value that serialize() takes
     * @return string the payload; binary
     * @throws \Brine\Exception on PHP of 32 bits
     * @throws EncodeException if the value holds an object that cannot be serialised, is nested deeper than 4096 levels, with the hooks that
     *     this call is inside of, or has objects in such cycles or chains that PHP could not free it; and whatever the hooks of its objects throw
     */
    public static function encode(mixed $value): string
    {
        Platform::requireLargeIntegers();

        return self::write($value)->output();
    }

    /**
     * The same with a dictionary, where the payload is smaller so. Where it may not be, the value is written once more without it, unless its
     * classes have hooks.
     *
     * @internal
     * @throws \Brine\Exception as encode() does
     */
    public static function encodeWith(mixed $value, Contents $dictionary): string
    {
        Platform::requireLargeIntegers();
        $writer = self::write($value, Index::of($dictionary));
        $bytes = $writer->output();
        if ($writer->isPlain()) {
            return "\xC1\x10" . \substr($bytes, 2 + Contents::ID_SIZE);
        }
        if ($writer->hookCalls > 0 || $writer->isSurelyShorter()) {
            return $bytes;
        }
        $plain = self::write($value)->output();

        return \strlen($plain) <= \strlen($bytes) ? $plain : $bytes;
    }

    /**
     * @internal
     * @throws EncodeException if the value cannot be written
     */
    public static function write(mixed $value, ?Entries $dictionary = null): Writer
    {
        $writer = new Writer($dictionary);
        try {
            $writer->value($value);
        } catch (CannotEncode $failure) {
            throw self::exception($failure->getMessage(), $failure->path->text());
        }

        $fault = $writer->hasMetAgain && HeightCheck::isNeeded($writer->nodes())
            ? HeightCheck::fault($writer->output(), $writer->nodes(), $writer->objectNumbers)
            : null;
        if ($fault !== null) {
            throw self::exception(...$fault);
        }

        return $writer;
    }

    private static function exception(string $reason, string $path): EncodeException
    {
        $exception = new EncodeException("$reason at $path");
        (new \ReflectionProperty($exception, 'path'))->setValue($exception, $path);

        return $exception;
    }
}
