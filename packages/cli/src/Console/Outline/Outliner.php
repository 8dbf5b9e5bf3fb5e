<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\DecodeException;
use Brine\Deflated;
use Brine\Format;
use Brine\Format\Decoder\Reader;
use Brine\Format\Decoder\Shape;
use Brine\Format\SignedFrame;
use Brine\Igbinary\Reader as IgbinaryReader;
use Brine\Internal\Failure;
use Brine\Internal\Platform;
use Brine\Internal\ReadOptions;
use Brine\Recognition;
use Brine\Tree\Classes;
use Brine\Tree\Node;

/**
 * Analyzes bytes without building a value: no class is loaded.
 *
 * @internal
 */
final class Outliner
{
    /**
     * Limits of elements: for any bytes, per byte, and in all, since few bytes can stand for many elements, and a part takes some hundred bytes.
     * Compressed content pays with the envelope's bytes.
     */
    private const FREE_ELEMENTS = 1 << 15;
    private const ELEMENTS_PER_BYTE = 8;
    private const MAX_ELEMENTS = 1 << 20;

    /** Limit of an envelope's content in bytes. */
    private const MAX_LENGTH = 1 << 26;

    /**
     * @param Format|null $format      of the value; null to detect it by its first bytes
     * @param int|null    $maxElements limit of elements; null for a limit by size
     * @param bool        $loadsClasses whether classes are loaded, and compared with layouts
     */
    public function __construct(private readonly ?Format $format = null, private readonly ?int $maxElements = null, private readonly bool $loadsClasses = false)
    {
    }

    public function outline(string $bytes): Outline
    {
        $outline = new Outline(\strlen($bytes));
        $outline->content = $bytes;
        try {
            $this->unwrap($outline);
            if ($outline->format !== null) {
                $this->read($outline, $outline->format);
            }
        } catch (DecodeException $error) {
            // Throw a new exception: this one's trace may hold the outline, which PHP would free only by collecting cycles.
            $outline->error = Failure::decoding($error->getMessage(), $error->getOffset(), $error->getReason(), path: $error->getPath());
        }

        return $outline;
    }

    /** Removes frame and envelope, or the compression of other software. */
    private function unwrap(Outline $outline): void
    {
        $content = $this->formatOf($outline->content) === null ? Deflated::contentOf($outline->content, self::MAX_LENGTH) : null;
        if ($content !== null) {
            $outline->layers[] = ['kind' => 'deflated', 'bytes' => $outline->size];
            $outline->content = $content;
            $outline->isDecompressed = true;
        }
        if ($this->formatOf($outline->content) === Format::Signed) {
            // In igbinary's place, its header precedes the frame.
            $start = \str_starts_with($outline->content, Reader::IN_PLACE) ? \strlen(Reader::IN_PLACE) - 1 : 0;
            if (\strlen($outline->content) < $start + SignedFrame::PAYLOAD_OFFSET) {
                throw Failure::decoding('The frame ends too early', $outline->size, 'truncated');
            }
            $outline->layers[] = ['kind' => 'signed', 'bytes' => $outline->size, 'key id' => \bin2hex(\substr($outline->content, $start + 2, 4))];
            $outline->base = $start + SignedFrame::PAYLOAD_OFFSET;
            $outline->content = \substr($outline->content, $outline->base);
        }
        if ($this->formatOf($outline->content) === Format::Compressed) {
            $algorithm = Algorithm::tryFrom(\ord($outline->content[2] ?? "\0"));
            $size = \strlen($outline->content);
            $outline->layers[] = ['kind' => 'compressed', 'bytes' => $size, 'algorithm' => $algorithm === null ? null : \strtolower($algorithm->name)];
            if ($algorithm !== null && !$algorithm->isAvailable()) {
                throw Failure::decoding("PHP has no extension for $algorithm->name here: {$algorithm->advice()}", 2, 'unknown_codec');
            }
            $outline->content = Envelope::open($outline->content, self::MAX_LENGTH);
            $outline->base = 0;
            $outline->isDecompressed = true;
        }
        $outline->format = $this->formatOf($outline->content) ?? $this->messagePack($outline->content, $outline->size);
        $message = match ($outline->format) {
            null => Recognition::guess($outline->content),
            Format::Signed, Format::Compressed => 'It is ' . Recognition::name($outline->format) . ', which does not stand here',
            default => null,
        };
        if ($message !== null) {
            $outline->format = null;
            throw Failure::decoding($message, 0, 'unknown_format');
        }
    }

    private function formatOf(string $bytes): ?Format
    {
        $format = Format::of($bytes);
        $isAround = $format === Format::Signed || $format === Format::Compressed;

        return $isAround ? $format : $this->format ?? $format;
    }

    /** Nearly all bytes begin a message: accepted if it is a list, a map or long, and ends with the bytes. */
    private function messagePack(string $bytes, int $size): ?Format
    {
        if (Format::of($bytes, Format::MessagePack) === null) {
            return null;
        }
        try {
            (new Message($bytes, $this->mostElements($size)))->read();
        } catch (DecodeException $error) {
            return $error->getReason() === 'max_elements' ? Format::MessagePack : null;
        }

        return Format::MessagePack;
    }

    /** @param int $size of all bytes, before decompression */
    private function mostElements(int $size): int
    {
        return $this->maxElements ?? \min(self::FREE_ELEMENTS + self::ELEMENTS_PER_BYTE * $size, self::MAX_ELEMENTS);
    }

    private function read(Outline $outline, Format $format): void
    {
        $bytes = $outline->content;
        $outline->layers[] = ['kind' => $format->value, 'bytes' => \strlen($bytes)] + self::header($format, $bytes);
        $most = $this->mostElements($outline->size);
        if ($format === Format::Native || $format === Format::MessagePack) {
            $reader = $format === Format::Native ? new NativeText($bytes, $most) : new Message($bytes, $most);
            $outline->root = $reader->read();
            $outline->sections = $reader->sections;
            $outline->classes = $reader instanceof NativeText ? $reader->classes : [];

            return;
        }
        Platform::requireLargeIntegers();
        $options = ReadOptions::parse(['max_elements' => $most], __METHOD__);
        $recorder = new Recorder($bytes, $format === Format::Brine ? Forms::brine() : Forms::igbinary(), $this->loadsClasses);
        if ($format === Format::Brine) {
            $reader = new Reader($bytes, 0, $options, Classes::namesOnly(), false, $recorder);
            $recorder->savings->isMap = static fn (int $number): bool => ($reader->shapes[$number] ?? null)?->kind === Shape::MAP;
        } else {
            $reader = new IgbinaryReader($bytes, $options, Classes::namesOnly(), $recorder);
        }
        try {
            $tree = $reader->read();
            if ($tree instanceof Node) {
                $reader->finish($tree);
            }
        } finally {
            $recorder->savings->isMap = null;
            $reader->takeApart();
            $outline->root = $recorder->root;
            $outline->classes = $recorder->classes;
        }
        $outline->sections = ['header' => $outline->root->at ?? 0] + $recorder->sections;
        $outline->saved = $format === Format::Brine ? $recorder->savings->bytes : [];
    }

    /** @return array<string, int|string> */
    private static function header(Format $format, string $bytes): array
    {
        $isInPlace = \str_starts_with($bytes, Reader::IN_PLACE);
        $payload = $isInPlace ? \substr($bytes, 4, 10) : $bytes;

        return match (true) {
            $format === Format::Brine => ['version' => 1]
                + ($isInPlace ? ['in place of' => 'igbinary'] : [])
                + (\strlen($payload) >= 10 && $payload[1] === "\x12" ? ['dictionary' => \bin2hex(\substr($payload, 2, 8))] : []),
            $format === Format::Igbinary && \strlen($bytes) >= 4 => ['version' => \ord($bytes[3])],
            default => [],
        };
    }
}
