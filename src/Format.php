<?php

declare(strict_types=1);

namespace Brine;

use Brine\Format\Decoder\Reader as BrineReader;
use Brine\Json\Text;
use Brine\Native\Reader;

/** Formats that the first bytes identify (docs/reference/envelope.md). */
enum Format: string
{
    /** Brine's own (docs/format.md), also behind igbinary's header, as it is written in igbinary's place. */
    case Brine = 'brine';
    /** A signed frame around any other format (docs/format.md, section 1.1), also behind igbinary's header. */
    case Signed = 'signed';
    /** Compressed bytes of any format except a signed frame (docs/reference/envelope.md). */
    case Compressed = 'compressed';
    /** igbinary, version 1 or 2. */
    case Igbinary = 'igbinary';
    /** Text of PHP's serialize(). */
    case Native = 'native';
    /** Nearly all bytes can begin a message, so it is detected on request only. */
    case MessagePack = 'msgpack';
    /** Detected on request only. */
    case Json = 'json';

    /**
     * Detects the format by the first bytes. The bytes may be invalid; valid bytes have no other format.
     *
     * @param self|null $foreign MessagePack or Json, to recognise it too; not both, since a single digit is valid in both
     * @return self|null null if the format is unknown
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
            return match (true) {
                !\str_starts_with($data, BrineReader::IN_PLACE) => self::Igbinary,
                ($data[5] ?? '') === "\x14" => self::Signed,
                default => self::Brine,
            };
        }
        if (Reader::recognises($data)) {
            return self::Native;
        }

        return match ($foreign) {
            // A single byte is a small integer; a longer message cannot begin with one.
            self::MessagePack => $first > "\x7f" || \strlen($data) === 1 ? $foreign : null,
            self::Json => Text::recognises($data) ? $foreign : null,
            default => null,
        };
    }
}
