<?php

declare(strict_types=1);

namespace Brine\Compression;

use Brine\Internal\Failure;
use Brine\Internal\Warnings;

/** Compression of an envelope's content. The numbers are those of docs/reference/envelope.md. */
enum Algorithm: int
{
    /** Not compressed. */
    case Stored = 0;
    /** RFC 1950; level 1 to 9. */
    case Zlib = 1;
    /** RFC 8878, by the extension zstd; level 1 to 22. */
    case Zstd = 2;
    /** A block of LZ4, by the extension lz4; level 0, or 1 to 12 for the slower compression. */
    case Lz4 = 3;

    /** Whether this PHP can use it. */
    public function isAvailable(): bool
    {
        return match ($this) {
            self::Stored => true,
            self::Zlib => \function_exists('inflate_init'),
            self::Zstd => \function_exists('zstd_uncompress'),
            self::Lz4 => \function_exists('lz4_uncompress'),
        };
    }

    /** What to do if it is not available. */
    public function advice(): string
    {
        return 'install the extension ' . \strtolower($this->name) . ' of PHP';
    }

    /** @return array{int, int} the least and the greatest level */
    public function levels(): array
    {
        return match ($this) {
            self::Stored => [0, 0],
            self::Zlib => [1, 9],
            self::Zstd => [1, 22],
            self::Lz4 => [0, 12],
        };
    }

    /** The default level: little time for most of the gain (docs/compression.md). */
    public function defaultLevel(): int
    {
        return match ($this) {
            self::Stored, self::Lz4 => 0,
            self::Zlib => 1,
            self::Zstd => 3,
        };
    }

    /** The name of its presets in dictionaries; null if it has none. */
    public function presetName(): ?string
    {
        return match ($this) {
            self::Zlib => 'zlib',
            self::Zstd => 'zstd',
            self::Stored, self::Lz4 => null,
        };
    }

    /** Whether this PHP can use presets. */
    private function takesPresets(): bool
    {
        return $this === self::Zlib && $this->isAvailable() || $this === self::Zstd && \function_exists('zstd_uncompress_dict');
    }

    /**
     * @internal
     * @param int $level one of levels()
     * @param string|null $preset a preset dictionary, with which zlib writes raw deflate, and Zstandard at its default level
     * @throws \LogicException if it is not available
     */
    public function compress(string $content, int $level, ?string $preset = null): string
    {
        $this->demand();
        if ($preset !== null && !$this->takesPresets()) {
            throw new \LogicException("There is nothing that compresses by $this->name with a preset dictionary");
        }
        $data = match ($this) {
            self::Stored => $content,
            self::Zlib => $preset === null ? \gzcompress($content, $level) : self::deflate($content, $level, $preset),
            // Older versions of ext-lz4 accept no level here.
            self::Zstd => $preset === null ? \zstd_compress($content, $level) : \zstd_compress_dict($content, $preset),
            // The function prepends the size in four bytes, which the envelope has already.
            self::Lz4 => \substr((string) \lz4_compress($content, $level), 4),
        };

        return \is_string($data) && $data !== '' ? $data : throw new \LogicException("$this->name does not compress");
    }

    private static function deflate(string $content, int $level, string $preset): string|false
    {
        $context = \deflate_init(\ZLIB_ENCODING_RAW, ['level' => $level, 'dictionary' => $preset]);

        return $context === false ? false : \deflate_add($context, $content, \ZLIB_FINISH);
    }

    /**
     * @internal
     * @param int $length exact size of the result. At most about 8 MiB more are allocated.
     * @param string|null $preset the preset dictionary that was used for compressing
     * @throws \Brine\DecodeException if the data is not valid, has trailing bytes, or does not decompress to $length bytes
     */
    public function decompress(string $data, int $length, ?string $preset = null): string
    {
        if (!$this->isAvailable() || $preset !== null && !$this->takesPresets()) {
            throw Failure::decoding("There is no extension that reads $this->name: {$this->advice()}", 0, 'algorithm_unavailable');
        }
        // A Zstandard block has at least three bytes and yields at most 128 KiB; a byte of LZ4 yields 255.
        $ratio = [self::Zstd->value => 1 << 16, self::Lz4->value => 255][$this->value] ?? $length;
        if (\intdiv($length, $ratio) > \strlen($data)) {
            throw Failure::decoding("The content cannot become $length bytes", 0, 'bad_content');
        }
        $messages = [];
        $content = Warnings::collect(__FILE__, fn (): string|false|null => match ($this) {
            self::Stored => $data,
            self::Zlib => Inflation::of($data, $preset === null ? \ZLIB_ENCODING_DEFLATE : \ZLIB_ENCODING_RAW, $length, $preset),
            // The extensions allocate the size that the data claims.
            self::Zstd => match (true) {
                self::zstdSize($data) !== $length => false,
                $preset === null => \zstd_uncompress($data),
                default => \zstd_uncompress_dict($data, $preset),
            },
            self::Lz4 => \lz4_uncompress(\pack('V', $length) . $data),
        }, $messages);
        if (!\is_string($content) || \strlen($content) !== $length || $messages !== []) {
            throw Failure::decoding("The content is not $length bytes of $this->name", 0, 'bad_content');
        }

        return $content;
    }

    /**
     * The content size that the first frame declares (RFC 8878, section 3.1.1.1).
     *
     * @return int|null null if it declares none, or the data does not start with a frame header
     */
    private static function zstdSize(string $data): ?int
    {
        if (\strlen($data) < 18) {
            // The longest header has 18 bytes; a size may be absent.
            $data = \str_pad($data, 18, "\0");
        }
        if (!\str_starts_with($data, "\x28\xb5\x2f\xfd")) {
            return null;
        }
        $descriptor = \ord($data[4]);
        $isSingle = ($descriptor & 0x20) !== 0;
        $offset = 5 + ($isSingle ? 0 : 1) + [0, 1, 2, 4][$descriptor & 3];

        return match ($descriptor >> 6) {
            0 => $isSingle ? \ord($data[$offset]) : null,
            1 => 256 + \unpack('v', $data, $offset)[1],
            2 => \unpack('V', $data, $offset)[1],
            3 => \unpack('V', $data, $offset + 4)[1] === 0 ? \unpack('V', $data, $offset)[1] : null,
        };
    }

    /**
     * @internal
     * @throws \LogicException if it is not available
     */
    public function demand(): void
    {
        if (!$this->isAvailable()) {
            throw new \LogicException("There is no extension for the codec $this->name: {$this->advice()}");
        }
    }
}
