<?php

declare(strict_types=1);

namespace Brine;

use Brine\Json\Text;
use Brine\Native\Reader;

/** The formats that are told apart by their first bytes (docs/reference/envelope.md). */
enum Format: string
{
    /** Brine's own (docs/format.md). */
    case Brine = 'brine';
    /** A frame with a signature, around the bytes of any other format (docs/format.md, section 1.1). */
    case Signed = 'signed';
    /** Compressed bytes of any other format but a signed frame (docs/reference/envelope.md). */
    case Compressed = 'compressed';
    /** The extension igbinary's, version 1 or 2. */
    case Igbinary = 'igbinary';
    /** The text of PHP's serialize(). */
    case Native = 'native';
    /** Nearly all bytes begin a message: it is looked for only where it is asked for. */
    case MessagePack = 'msgpack';
    /** Looked for only where it is asked for. */
    case Json = 'json';

    /**
     * The format of bytes. They need not be valid beyond the first ones; but of bytes that are, it is the only one.
     *
     * @param self|null $foreign MessagePack or Json, if that is to be recognised; not both, since a digit alone is either
     * @return self|null null if it is none of them
     */
    public static function of(string $data, ?self $foreign = null): ?self
    {
        $first = $data[0] ?? '';
        if ($first === "\xc1") {
            return match ($data[1] ?? '') {
                "\x10", "\x12" => self::Brine,
                "\x14" => self::Signed,
                "\x18" => self::Compressed,
                default => null,
            };
        }
        if ($first === "\0" && (\str_starts_with($data, "\0\0\0\1") || \str_starts_with($data, "\0\0\0\2"))) {
            return self::Igbinary;
        }
        if (Reader::recognises($data)) {
            return self::Native;
        }

        return match ($foreign) {
            // One byte is a small integer; a longer message begins with anything else.
            self::MessagePack => $first > "\x7f" || \strlen($data) === 1 ? $foreign : null,
            self::Json => Text::recognises($data) ? $foreign : null,
            default => null,
        };
    }
}
