<?php

declare(strict_types=1);

namespace Brine\Compression;

use Brine\DecodeException;
use Brine\Format\Dictionaries;
use Brine\Internal\Budget;
use Brine\Internal\DecodeError;
use Brine\Internal\Failure;
use Brine\Internal\ReadsInside;
use Brine\Serializer;

/**
 * The envelope of compressed bytes (docs/reference/envelope.md):
 *
 *     C1 18 | algorithm: u8 | 00 | length of the content: u32 | compressed content, to the end
 *     C1 18 | algorithm: u8 | 01 | length of the content: u32 | id of a dictionary: 8 | the rest of the content, compressed with a preset
 *
 * @internal
 */
final class Envelope
{
    public const MAGIC = "\xc1\x18";

    /** Bytes before the compressed content. */
    public const HEAD = 8;

    /** Header and dictionary id of a payload, which a preset leaves uncompressed. */
    private const PAYLOAD_HEAD = 10;
    private const PAYLOAD_MAGIC = "\xc1\x12";
    private const ID_SIZE = 8;

    /** The longest content: LZ4's limit, the smallest of all algorithms. */
    public const MAX_LENGTH = 0x7e000000;

    /** Content that every envelope may have, and more per compressed byte: limits the time and memory that few bytes cost. */
    private const FREE_LENGTH = 1 << 22;
    private const MAX_RATIO = 128;

    private function __construct()
    {
    }

    /** @throws \ValueError if no content can have this maximal length */
    public static function checkMaxLength(int $maxLength): void
    {
        if ($maxLength < 1 || $maxLength > self::MAX_LENGTH) {
            throw new \ValueError('The greatest length must be from 1 to ' . self::MAX_LENGTH . ", not $maxLength");
        }
    }

    /** The longest content for this many compressed bytes. Longer ones are neither written nor decompressed. */
    public static function mostOf(int $compressed): int
    {
        return (int) \min(self::MAX_LENGTH, self::FREE_LENGTH + self::MAX_RATIO * $compressed);
    }

    public static function recognises(string $data): bool
    {
        return \str_starts_with($data, self::MAGIC);
    }

    /** @param string $compressed the compressed form of $length bytes, 1 to MAX_LENGTH */
    public static function seal(Algorithm $algorithm, int $length, string $compressed): string
    {
        return self::MAGIC . \pack('CxV', $algorithm->value, $length) . $compressed;
    }

    /**
     * Makes the envelope of a content, with a preset if the content's dictionary has one for the algorithm.
     *
     * @param string $content of 1 to MAX_LENGTH bytes
     * @return string|null null if no reader would take the envelope, because it has too few bytes for the content
     * @throws \LogicException if the algorithm is not available
     */
    public static function compress(string $content, Algorithm $algorithm, int $level): ?string
    {
        $length = \strlen($content);
        $id = \substr($content, 2, self::ID_SIZE);
        $isWith = $length > self::PAYLOAD_HEAD && \str_starts_with($content, self::PAYLOAD_MAGIC);
        $preset = $isWith ? self::preset($id, $algorithm) : null;
        $compressed = $preset === null
            ? $algorithm->compress($content, $level)
            : $algorithm->compress(\substr($content, self::PAYLOAD_HEAD), $level, $preset);
        if ($length > self::mostOf(\strlen($compressed))) {
            return null;
        }

        return $preset === null
            ? self::seal($algorithm, $length, $compressed)
            : self::MAGIC . \pack('CCV', $algorithm->value, 1, $length) . $id . $compressed;
    }

    private static function preset(string $id, Algorithm $algorithm): ?string
    {
        $name = $algorithm->presetName();

        return $name === null ? null : Dictionaries::preset($id, $name);
    }

    /**
     * The value of the content.
     *
     * @param int $maxLength as for open()
     * @param \Closure(string $content): Serializer $readerOf
     * @param Serializer $brine reads Brine's payloads; if it keeps values resident, an envelope whose value it has is not opened
     * @throws DecodeException if the bytes are not an envelope, or its content cannot be read
     */
    public static function read(string $data, int $maxLength, \Closure $readerOf, Serializer $brine): mixed
    {
        $content = null;
        if ($brine instanceof ReadsInside && $brine->isResident() && \strlen($data) > self::HEAD) {
            $length = self::lengthOf($data);
            // The length of a known envelope is right.
            if ($length > 0 && $length <= $maxLength) {
                $value = self::readResident($data, $maxLength, $brine, Budget::ofContent($length, \strlen($data)), $content);
                if ($content === null) {
                    return $value;
                }
            }
        }
        $content ??= self::openFor($brine, $data, $maxLength);
        $maxMemory = Budget::ofContent(\strlen($content), \strlen($data));
        try {
            return Budget::read($readerOf($content), $content, $maxMemory);
        } catch (DecodeException $error) {
            throw self::inside($error);
        }
    }

    /**
     * The value of the content, if it is a payload of Brine.
     *
     * @param string|null $foreign becomes the content if it is something else
     */
    private static function readResident(
        string $data,
        int $maxLength,
        ReadsInside $brine,
        ?int $maxMemory,
        ?string &$foreign,
    ): mixed {
        $isOpening = false;
        $open = self::opener($brine, $maxLength, $foreign, $isOpening);
        try {
            return $brine->unserializeInside($data, $open, $maxMemory);
        } catch (DecodeException $error) {
            throw $isOpening ? $error : self::inside($error);
        }
    }

    /**
     * Callback that opens the content, if it is a payload of Brine.
     *
     * @param bool $isOpening becomes true if the envelope cannot be opened
     * @return \Closure(string): (string|null)
     */
    private static function opener(ReadsInside $brine, int $maxLength, ?string &$foreign, bool &$isOpening): \Closure
    {
        return static function (string $data) use ($brine, $maxLength, &$foreign, &$isOpening): ?string {
            $isOpening = true;
            $content = self::openFor($brine, $data, $maxLength);
            $isOpening = false;
            if (\str_starts_with($content, "\xc1\x10") || \str_starts_with($content, self::PAYLOAD_MAGIC)) {
                return $content;
            }
            $foreign = $content;

            return null;
        };
    }

    /**
     * As open(), with a dictionary that the payloads' reader finds.
     *
     * @throws DecodeException as open()
     */
    private static function openFor(Serializer $brine, string $data, int $maxLength): string
    {
        try {
            return self::open($data, $maxLength);
        } catch (DecodeException $error) {
            if ($brine instanceof ReadsInside && $brine->provide($error, $data)) {
                return self::open($data, $maxLength);
            }
            throw $error;
        }
    }

    private static function inside(DecodeException $error): DecodeException
    {
        return Failure::again($error, "In the envelope's content: " . $error->getMessage(), self::HEAD);
    }

    /** @return int below 1 if there is no content, or if it exceeds 32-bit integers; the data must have a header */
    private static function lengthOf(string $data): int
    {
        return \unpack('V', $data, 4)[1];
    }

    /**
     * Decompresses the content.
     *
     * @param int $maxLength limit of the content in bytes: a longer one is not decompressed at all
     * @throws DecodeException if the bytes are not an envelope, or the content is too long or not of the declared length;
     *     "unknown_dictionary" at the id of a missing dictionary
     */
    public static function open(string $data, int $maxLength): string
    {
        $algorithm = self::algorithmOf($data);
        $isWith = $data[3] === "\1";
        $head = self::HEAD + ($isWith ? self::ID_SIZE : 0);
        if (\strlen($data) <= $head) {
            throw Failure::decoding('The envelope ends too early', \strlen($data), 'truncated');
        }
        $length = self::lengthWithin($data, $head, $maxLength);
        if (!$isWith) {
            return self::decompress($algorithm, $data, $head, $length, null);
        }
        if ($length <= self::PAYLOAD_HEAD) {
            throw Failure::decoding("The content has $length bytes, too few for a payload with a dictionary", 4, 'bad_content');
        }
        $id = \substr($data, self::HEAD, self::ID_SIZE);
        $preset = self::preset($id, $algorithm) ?? throw self::withoutPreset($id, $algorithm);

        return self::PAYLOAD_MAGIC . $id . self::decompress($algorithm, $data, $head, $length - self::PAYLOAD_HEAD, $preset);
    }

    private static function withoutPreset(string $id, Algorithm $algorithm): DecodeException
    {
        $name = \bin2hex($id);

        return \brine_dictionary_info($name) === []
            ? DecodeError::with('unknown_dictionary', "the envelope needs the dictionary $name, which is not known here,", self::HEAD)
            : Failure::decoding("The dictionary $name has no preset for $algorithm->name", self::HEAD, 'bad_content');
    }

    /** @throws DecodeException if the bytes do not begin with an envelope's header */
    private static function algorithmOf(string $data): Algorithm
    {
        if (!self::recognises($data)) {
            throw Failure::decoding('Not an envelope', 0, 'unknown_format');
        }
        if (\strlen($data) <= self::HEAD) {
            throw Failure::decoding('The envelope ends too early', \strlen($data), 'truncated');
        }
        $algorithm = Algorithm::tryFrom(\ord($data[2]));
        if ($algorithm === null) {
            throw Failure::decoding('No codec has the number ' . \ord($data[2]), 2, 'unknown_codec');
        }
        if ($data[3] !== "\0" && ($data[3] !== "\1" || $algorithm->presetName() === null)) {
            throw Failure::decoding('The byte for a preset dictionary is ' . \ord($data[3]) . ", which $algorithm->name does not know", 3, 'reserved');
        }

        return $algorithm;
    }

    /** @throws DecodeException if the content is too long or empty */
    private static function lengthWithin(string $data, int $head, int $maxLength): int
    {
        $length = self::lengthOf($data);
        // With 32-bit integers, lengths from 2 GiB on are negative.
        if ($length > $maxLength || $length < 0) {
            throw Failure::decoding(\sprintf('The content has %u bytes, more than %d', $length, $maxLength), 4, 'max_length');
        }
        if ($length === 0) {
            throw Failure::decoding('The content has no bytes', 4, 'bad_content');
        }
        $most = self::mostOf(\strlen($data) - $head);
        if ($length > $most) {
            throw Failure::decoding("The content has $length bytes, more than the $most that an envelope of this size may have", 4, 'max_length');
        }

        return $length;
    }

    /** @throws DecodeException if the bytes after the header do not decompress to $length bytes */
    private static function decompress(Algorithm $algorithm, string $data, int $head, int $length, ?string $preset): string
    {
        try {
            return $algorithm->decompress(\substr($data, $head), $length, $preset);
        } catch (DecodeException $error) {
            throw Failure::moved($error, $head);
        }
    }
}
