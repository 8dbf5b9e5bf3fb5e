<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** Why Brine is not first in a row: known reasons, each found in the code, by counted instructions or in the bytes. */
final class Reasons
{
    public const UNKNOWN = 'Not known';

    private const LOOKUP = 'Brine looks up each string and key, to write it once: smaller entries, more time to encode. serialize() and MessagePack copy them.';
    private const FIRST_CALL = 'The first encode of a process sets up Brine\'s tables in untouched memory, with more page faults; serialize() has no tables.';
    private const HEADER = 'Brine\'s header of two bytes names format and version; MessagePack has none. Lists of numbers, maps and integers from 32 on take some bytes more.';
    private const SMALL_OBJECT = 'One small object: looking up its class, keys and strings takes longer than writing them out.';
    private const PACKED = 'Brine packs texts of digits such as dates, in less than half of igbinary\'s bytes. igbinary copies them.';
    private const FEW_NANOSECONDS = 'A few nanoseconds. Brine executes fewer instructions here, and was first when these rows ran again.';
    private const PIECES = 'Brine copies a long string in pieces where one copy instruction takes ten times as long on some processors.';
    private const DECIMALS = 'Brine tries to write floats as short decimals: fewer bytes, more time for a short list. igbinary copies 8 bytes of each.';
    private const FRAME = 'The frame of a signed entry names its version and key in 6 bytes; igbinary with hash_hmac() has only the signature.';
    private const FIXED_FORMAT = 'MessagePack writes strings, keys and arrays again each time, and 9 bytes for a float. Brine\'s MessagePack is the same bytes as pecl\'s.';
    private const COMPRESSED = 'Brine without compression stands beside compressed forms here. With the same compression, Brine is smaller and faster than they are.';
    private const IN_PLACE = 'Brine\'s own extension in igbinary\'s place, writing igbinary\'s format. Brine\'s format also finds equal arrays, shapes and tables: smaller entries, more time to encode.';
    private const VARIABLE = 'A static variable is no store: nothing is looked up or decoded, and no other request sees it.';

    /** Patterns of fnmatch() for table, measure, peer and row, and the reason; the first that fits counts. */
    private const RULES = [
        ['mixed', 'encode', 'native', 'mixed_first_call', self::FIRST_CALL],
        ['mixed', 'encode', 'native', '*', self::LOOKUP],
        ['mixed', 'encode', 'msgpack', 'mixed_tenth_call', self::LOOKUP],
        ['real_*', 'encode', 'native', '*', self::LOOKUP],
        ['drupal', 'encode', 'native', '*', self::LOOKUP],
        ['drupal', '*', '* *', '*', self::COMPRESSED],
        ['variants', 'encode', 'native', 'nullable_label', self::LOOKUP],
        ['variants', 'encode', 'msgpack', '*_texts', self::LOOKUP],
        ['variants', 'encode', 'msgpack', 'strings_*', self::LOOKUP],
        ['variants', 'encode', 'native', 'deep_texts', self::LOOKUP],
        ['variants', 'encode', 'native', 'one_moment', self::SMALL_OBJECT],
        ['variants', 'encode', 'igbinary', 'moments', self::PACKED],
        ['variants', 'encode', 'native', 'small_two_keys', self::FEW_NANOSECONDS],
        ['variants', 'encode', 'native', 'one_enum', self::FEW_NANOSECONDS],
        ['variants', 'encode', 'native', 'list_empty', self::FEW_NANOSECONDS],
        ['variants', 'decode', 'igbinary', 'one_moment', self::FEW_NANOSECONDS],
        ['2011', 'encode', 'igbinary', '2011_floats', self::DECIMALS],
        ['2011', 'encode', 'json', '2011_booleans', self::FEW_NANOSECONDS],
        ['msgpack', 'encode', 'native', '*-bit string*', self::PIECES],
        ['signed', 'bytes', 'igbinary-hmac', '*', self::FRAME],
        ['msgpack', 'bytes', 'igbinary', '*', self::FIXED_FORMAT],
        ['msgpack', 'bytes', 'native', '*', self::FIXED_FORMAT],
        ['msgpack', '*code', 'igbinary', 'arrays/*', self::FIXED_FORMAT],
        ['*', 'bytes', 'msgpack', '*', self::HEADER],
        ['*', 'encode', 'igbinary (brine_igbinary)', '*', self::IN_PLACE],
        ['resident', 'decode', 'static', '*', self::VARIABLE],
    ];

    private function __construct()
    {
    }

    public static function of(string $table, string $measure, string $row, string $peer): string
    {
        foreach (self::RULES as [$ofTable, $ofMeasure, $ofPeer, $ofRow, $reason]) {
            if (\fnmatch($ofTable, $table) && \fnmatch($ofMeasure, $measure) && \fnmatch($ofPeer, $peer) && \fnmatch($ofRow, $row)) {
                return $reason;
            }
        }

        return self::UNKNOWN;
    }
}
