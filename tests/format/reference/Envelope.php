<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** The envelope (docs/reference/envelope.md, sections 1 and 1.1), of what is stored or compressed by zlib. */
final class Envelope
{
    /**
     * @param array<string, array<int, string>> $known    the presets of each dictionary that is known, by id and algorithm
     * @param int                               $maxLength of the content
     * @return string the content
     * @throws MalformedPayload
     */
    public static function open(string $envelope, array $known, int $maxLength): string
    {
        self::demand(str_starts_with($envelope, "\xC1\x18"), 'unknown_format', 0);
        self::demand(strlen($envelope) > 8, 'truncated', strlen($envelope));
        [, $algorithm, $form, $length] = unpack('C2', $envelope, 2) + [3 => unpack('V', $envelope, 4)[1]];
        self::demand($algorithm <= 3, 'unknown_codec', 2);
        self::demand($form === 0 || $form === 1 && in_array($algorithm, [1, 2], true), 'reserved', 3);
        $head = 8 + 8 * $form;
        self::demand(strlen($envelope) > $head, 'truncated', strlen($envelope));
        self::demand($length <= $maxLength, 'max_length', 4);
        self::demand($length > 0, 'bad_content', 4);
        self::demand($length <= 2 ** 22 + 128 * (strlen($envelope) - $head), 'max_length', 4);
        $compressed = substr($envelope, $head);
        if ($form === 0) {
            $content = $algorithm === 0 ? $compressed : self::inflate($compressed, ZLIB_ENCODING_DEFLATE, []);
            self::demand($content !== null && strlen($content) === $length, 'bad_content', $head);

            return $content;
        }
        self::demand($length >= 11, 'bad_content', 4);
        $id = substr($envelope, 8, 8);
        self::demand(isset($known[$id]), 'unknown_dictionary', 8);
        self::demand(isset($known[$id][$algorithm]), 'bad_content', 8);
        $rest = self::inflate($compressed, ZLIB_ENCODING_RAW, ['dictionary' => $known[$id][$algorithm]]);
        self::demand($rest !== null && strlen($rest) === $length - 10, 'bad_content', $head);

        return "\xC1\x12$id$rest";
    }

    private static function demand(bool $condition, string $reason, int $offset): void
    {
        if (!$condition) {
            throw (new MalformedPayload($reason, 'Not such an envelope'))->placedAt($offset);
        }
    }

    /**
     * @param  array<string, string> $options
     * @return string|null null if it is not one whole stream
     */
    private static function inflate(string $data, int $encoding, array $options): ?string
    {
        // FDICT: no stream of zlib has a preset dictionary here.
        if ($encoding === ZLIB_ENCODING_DEFLATE && (ord($data[1] ?? "\0") & 0x20) !== 0) {
            return null;
        }
        $context = inflate_init($encoding, $options);
        $content = @inflate_add($context, $data);
        $isWhole = inflate_get_status($context) === ZLIB_STREAM_END && inflate_get_read_len($context) === strlen($data);

        return $isWhole && $content !== false ? $content : null;
    }
}
