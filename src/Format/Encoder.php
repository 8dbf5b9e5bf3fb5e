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
 * Writes payloads of docs/format.md in PHP: the same bytes as brine_serialize(), up to 27 times slower than serialize().
 *
 * Bytes may differ where PHP code cannot see what the extension sees: PHP references held once, lazy objects, and native serialize() in hooks.
 *
 * @internal
 */
final class Encoder
{
    /**
     * @param mixed $value any value that serialize() takes
     * @param bool $layouts whether layouts of classes are written
     * @return string the payload; binary
     * @throws \Brine\Exception on PHP of 32 bits
     * @throws EncodeException if the value contains an object that cannot be serialised, is nested deeper than 4096 levels (including the
     *     hooks around this call), or has cycles or chains of objects that PHP could not free. Hooks of objects may throw anything.
     */
    public static function encode(mixed $value, bool $layouts = false): string
    {
        Platform::requireLargeIntegers();

        return self::write($value, null, $layouts)->output();
    }

    /**
     * The same with a dictionary, if that makes the payload smaller. If that is not certain, the value is written again without it, unless its
     * classes have hooks.
     *
     * @internal
     * @throws \Brine\Exception as encode() does
     */
    public static function encodeWith(mixed $value, Contents $dictionary, bool $layouts = false): string
    {
        Platform::requireLargeIntegers();
        $writer = self::write($value, Index::of($dictionary), $layouts);
        $bytes = $writer->output();
        if ($writer->isPlain()) {
            return "\xC1\x10" . \substr($bytes, 2 + Contents::ID_SIZE);
        }
        if ($writer->hookCalls > 0 || $writer->isSurelyShorter()) {
            return $bytes;
        }
        $plain = self::write($value, null, $layouts)->output();

        return \strlen($plain) <= \strlen($bytes) ? $plain : $bytes;
    }

    /**
     * @internal
     * @throws EncodeException if the value cannot be written
     */
    public static function write(mixed $value, ?Entries $dictionary = null, bool $layouts = false): Writer
    {
        $writer = new Writer($dictionary, $layouts);
        try {
            $writer->value($value);
        } catch (CannotEncode $failure) {
            throw self::exception($failure->getMessage(), $failure->path->text());
        }

        $fault = $writer->hasBackReference && HeightCheck::isNeeded($writer->nodes())
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
