<?php

declare(strict_types=1);

namespace Brine\WordPress;

/** The file object-cache.php of a site: WordPress loads it, and nothing else decides which object cache is in use. */
final class DropIn
{
    private const MARK = "Brine's object cache: a drop-in";

    public readonly string $file;

    /** @param string $content the directory wp-content */
    public function __construct(string $content)
    {
        $this->file = "$content/object-cache.php";
    }

    public static function ofSite(): self
    {
        return new self(WP_CONTENT_DIR);
    }

    /** "current", "outdated", "foreign" or "missing". */
    public function state(): string
    {
        $text = \is_file($this->file) ? (string) \file_get_contents($this->file) : '';

        return match (true) {
            $text === '' => 'missing',
            $text === \file_get_contents(self::source()) => 'current',
            \str_contains($text, self::MARK) => 'outdated',
            default => 'foreign',
        };
    }

    /** Whether it is that of Redis Object Cache, whose entries are current while it is in place. */
    public function isOfRedisObjectCache(): bool
    {
        return \is_file($this->file) && \preg_match('/Plugin Name:\s*Redis Object Cache/', (string) \file_get_contents($this->file, length: 8192)) === 1;
    }

    /** Whether the site runs with it. */
    public static function isInUse(): bool
    {
        return ($GLOBALS['wp_object_cache'] ?? null) instanceof ObjectCache;
    }

    /** @throws \RuntimeException if the file cannot be written */
    public function enable(): void
    {
        // Renamed into place, since requests load it meanwhile.
        $new = $this->file . '.' . \bin2hex(\random_bytes(4));
        if (!@\copy(self::source(), $new) || !@\rename($new, $this->file)) {
            @\unlink($new);
            throw new \RuntimeException("$this->file cannot be written");
        }
        $this->forget();
    }

    /** @throws \RuntimeException if the file cannot be deleted */
    public function disable(): void
    {
        if (!@\unlink($this->file)) {
            throw new \RuntimeException("$this->file cannot be deleted");
        }
        $this->forget();
    }

    private function forget(): void
    {
        \clearstatcache();
        if (\function_exists('opcache_invalidate')) {
            @\opcache_invalidate($this->file, true);
        }
    }

    private static function source(): string
    {
        return \dirname(__DIR__) . '/object-cache.php';
    }
}
