<?php

declare(strict_types=1);

namespace Brine;

use Brine\Compression\Envelope;
use Brine\Compression\Inflation;
use Brine\Internal\Budget;
use Brine\Internal\Failure;
use Brine\Internal\WrapsInner;

/**
 * Also reads entries compressed by gzdeflate() (Symfony's DeflateMarshaller) or gzcompress() (Drupal's igbinary module). Writes like the other
 * serializer, which it wraps as the outermost decorator.
 *
 * Bytes are inflated only if they have no format themselves; the content must have one.
 */
final class Deflated implements Decorator, Contextual, RefusesMissing
{
    use WrapsInner;

    /** First byte of zlib's stream (RFC 1950): deflate with a window of 32 KiB, as gzcompress() writes it. */
    private const ZLIB = 'x';

    /**
     * @param int $maxLength longest content in bytes that is decompressed; beyond 4 MiB, the content may be at most 128 times as long
     *     as the compressed bytes
     * @throws \ValueError if that is out of range
     */
    public function __construct(private Serializer $inner, private int $maxLength = 1 << 26)
    {
        Envelope::checkMaxLength($maxLength);
    }

    /** Whether bytes are compressed in one of these ways, and contain a known format. */
    public static function recognises(string $data): bool
    {
        return Format::of($data) === null && self::contentOf($data, Envelope::MAX_LENGTH) !== null;
    }

    public function withContext(string $context): static
    {
        $inner = $this->inner instanceof Contextual ? $this->inner->withContext($context) : $this->inner;

        return $inner === $this->inner ? $this : new self($inner, $this->maxLength);
    }

    public function serialize(mixed $value): string
    {
        return $this->inner->serialize($value);
    }

    public function unserialize(string $data): mixed
    {
        $content = Format::of($data) === null ? self::contentOf($data, $this->maxLength) : null;
        if ($content === null) {
            return $this->inner->unserialize($data);
        }
        try {
            return Budget::read($this->inner, $content, Budget::ofContent(\strlen($content), \strlen($data)));
        } catch (DecodeException $error) {
            throw Failure::again($error, 'In the compressed content: ' . $error->getMessage(), 0);
        }
    }

    /**
     * @internal
     * @return string|null null if the bytes are something else, or the result is too long
     */
    public static function contentOf(string $data, int $maxLength): ?string
    {
        if ($data === '' || !\function_exists('inflate_init')) {
            return null;
        }
        $most = \min($maxLength, Envelope::mostOf(\strlen($data)));
        $content = $data[0] === self::ZLIB ? Inflation::of($data, \ZLIB_ENCODING_DEFLATE, $most) : null;
        $content ??= Inflation::of($data, \ZLIB_ENCODING_RAW, $most);
        $format = $content === null ? null : Format::of($content);

        // Other software has compressed these contents: payloads of Brine only as written in igbinary's place, and never envelopes or frames.
        return match ($format) {
            Format::Native, Format::Igbinary => $content,
            Format::Brine => $content[0] === "\0" ? $content : null,
            default => null,
        };
    }
}
