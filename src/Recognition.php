<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\DecodeError;
use Brine\Internal\Failure;
use Brine\Json\Text;

/**
 * Explains unreadable bytes: which format they have, and which serializer reads it.
 *
 * @internal
 */
final class Recognition
{
    private function __construct()
    {
    }

    /**
     * @param DecodeException $error why the bytes could not be read
     * @param Format $expected the format that the reader expects
     * @return DecodeException the same error; with a clearer message if the bytes have another format, or none
     */
    public static function explain(DecodeException $error, string $data, Format $expected): DecodeException
    {
        if ($data === '') {
            return Failure::again($error, DecodeError::NOTHING, $error->getOffset());
        }
        $format = Format::of($data);
        if ($format === null || $format === $expected) {
            return $error;
        }

        $message = $expected === Format::Signed
            ? 'The data is not signed (it is ' . self::name($format) . '), and nothing of it is read'
            : 'The data is ' . self::name($format) . ', which ' . self::readers($format) . ', and not ' . self::name($expected);

        return Failure::again($error, $message, $error->getOffset());
    }

    /** Guesses what bytes of no known format are. */
    public static function guess(string $data): string
    {
        return match (true) {
            $data === '' => DecodeError::NOTHING,
            Text::recognises($data) => 'The first bytes are of no format that is read here; they may be JSON, which ' . self::readers(Format::Json),
            default => 'The first bytes are of no format that is read here',
        };
    }

    /** Describes the bytes. */
    public static function name(Format $format): string
    {
        return match ($format) {
            Format::Brine => 'a payload of Brine',
            Format::Signed => 'a signed frame',
            Format::Compressed => 'an envelope of compressed bytes',
            Format::Igbinary => 'a payload of igbinary',
            Format::Native => 'a text of serialize()',
            Format::MessagePack => 'a message of MessagePack',
            Format::Json => 'a text of JSON',
        };
    }

    private static function readers(Format $format): string
    {
        return match ($format) {
            Format::Brine => 'BrineSerializer and Auto read',
            Format::Signed => 'Signed reads',
            Format::Compressed => 'Compressed and Auto read',
            Format::Igbinary => 'IgbinarySerializer and Auto read',
            Format::Native => 'NativeSerializer and Auto read',
            Format::MessagePack => 'MessagePackSerializer reads, and Auto with foreign: Format::MessagePack',
            Format::Json => 'JsonSerializer reads, and Auto with foreign: Format::Json',
        };
    }
}
