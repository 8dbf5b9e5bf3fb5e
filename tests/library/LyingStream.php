<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** A stream wrapper, lying://, whose files have another size than they say: they have grown, or the wrapper does not know. */
final class LyingStream
{
    public static string $content = '';

    /** What stat() says; null if only the path has a size, and the open file has none. */
    public static ?int $size = 0;

    /** @var resource|null */
    public $context;

    private int $offset = 0;

    public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
    {
        return true;
    }

    public function stream_read(int $count): string
    {
        // No more than 1,000 bytes at a time, as a network gives them.
        $part = \substr(self::$content, $this->offset, \min($count, 1000));
        $this->offset += \strlen($part);

        return $part;
    }

    public function stream_eof(): bool
    {
        return $this->offset >= \strlen(self::$content);
    }

    /** @return array<string, int>|false */
    public function stream_stat(): array|false
    {
        return self::$size === null ? false : ['mode' => 0100644, 'size' => self::$size];
    }

    /** @return array<string, int> */
    public function url_stat(string $path, int $flags): array
    {
        return ['mode' => 0100644, 'size' => self::$size ?? 0];
    }
}
