<?php

declare(strict_types=1);

namespace Brine\Codec;

use Brine\Codec\Encoder\Failure;
use Brine\Codec\Encoder\Writer;
use Brine\EncodeException;

/**
 * Writes payloads of the Brine format (docs/format.md) without the extension, and the same bytes as brine_serialize().
 */
final class Encoder
{
    /**
     * @param mixed $value any value that serialize() takes
     * @return string the payload; binary
     * @throws EncodeException if the value holds an object that cannot be serialised, or is nested deeper than 4096 levels;
     *     and whatever the hooks of its objects throw
     */
    public static function encode(mixed $value): string
    {
        $writer = new Writer();
        try {
            $writer->value($value);
        } catch (Failure $failure) {
            throw self::exception($failure->getMessage(), $failure->path());
        }

        return $writer->output();
    }

    private static function exception(string $reason, string $path): EncodeException
    {
        $exception = new EncodeException("$reason at $path");
        (new \ReflectionProperty($exception, 'path'))->setValue($exception, $path);

        return $exception;
    }
}
