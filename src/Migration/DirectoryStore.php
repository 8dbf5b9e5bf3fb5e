<?php

declare(strict_types=1);

namespace Brine\Migration;

/**
 * The files below a directory. Links and special files are skipped; unreadable or too long files are inaccessible. Bytes before
 * the data, time and permissions are kept.
 *
 * Files are replaced by rename, so readers see complete ones. A concurrent write in between is lost.
 */
final class DirectoryStore implements Sized, Store
{
    /** A batch ends after this many bytes. */
    private const BATCH_BYTES = 1 << 26;

    /** @var \Closure(string, string): (int|null) */
    private \Closure $head;
    /** @var \Generator<string, string|null>|null paths behind $last: each folder is listed once, not per batch */
    private ?\Generator $walk = null;
    private ?string $last = null;

    /**
     * @param null|\Closure(string $path, string $contents): (int|null) $head returns the number of bytes before the data, or null for a file
     *     that is no entry; null if files have no head
     * @throws \RuntimeException if there is no such directory
     */
    public function __construct(private string $directory, ?\Closure $head = null)
    {
        if (!\is_dir($directory)) {
            throw new \RuntimeException("There is no directory $directory");
        }
        $this->head = $head ?? static fn (): int => 0;
    }

    /** The head of Laravel's files: an expiry of ten digits. */
    public static function laravel(string $directory): self
    {
        return new self($directory, static fn (string $path, string $contents): ?int => \preg_match('/\A[0-9]{10}/', $contents) === 1 ? 10 : null);
    }

    /** The head of Symfony's files: a line with the expiry, and one with the key. */
    public static function symfony(string $directory): self
    {
        return new self($directory, static fn (string $path, string $contents): ?int
            => \preg_match('/\A[0-9]+\n[^\n]*\n/', $contents, $lines) === 1 ? \strlen($lines[0]) : null);
    }

    /** The cursor is the last path; files are walked in the order of paths, folder by folder. */
    public function next(?string $cursor, int $size): Batch
    {
        $walk = $cursor !== null && $cursor === $this->last && $this->walk !== null ? $this->walk : $this->paths('', $cursor);
        $entries = $inaccessible = [];
        $bytes = 0;
        for ($passed = 0; $passed < $size && $bytes < self::BATCH_BYTES && $walk->valid(); $passed++) {
            $cursor = $walk->key();
            $problem = $walk->current();
            $contents = $problem === null ? $this->read($cursor) : null;
            $problem ??= $contents === null ? PlainFile::problem($this->directory, $cursor) : null;
            $head = $contents === null ? null : ($this->head)($cursor, $contents);
            if ($problem !== null) {
                $inaccessible[$cursor] = $problem;
            }
            if ($contents !== null && $head !== null) {
                $entries[] = new Entry($cursor, \substr($contents, $head));
                $bytes += \strlen($contents);
            }
            $walk->next();
        }
        $this->walk = $walk;
        $this->last = $walk->valid() ? $cursor : null;

        return new Batch($entries, $this->last, $inaccessible);
    }

    public function size(): int
    {
        $size = 0;
        foreach ($this->paths('', null) as $problem) {
            $size += $problem === null ? 1 : 0;
        }

        return $size;
    }

    /** @throws \UnexpectedValueException if the file cannot be written: the entry is what it was */
    public function replace(Entry $entry, string $data): bool
    {
        $contents = $this->read($entry->key);
        $head = $contents === null ? null : ($this->head)($entry->key, $contents);
        if ($contents === null || $head === null || \substr($contents, $head) !== $entry->data) {
            return false;
        }
        if (!PlainFile::replace($this->directory, $entry->key, \substr($contents, 0, $head) . $data)) {
            throw new \UnexpectedValueException("The file $this->directory/$entry->key cannot be written");
        }

        return true;
    }

    private function read(string $path): ?string
    {
        return PlainFile::read($this->directory, $path);
    }

    /**
     * @param string $folder below the directory, with a slash at its end, or empty
     * @return \Generator<string, string|null> by path after the cursor: null for a file; for an inaccessible folder, the reason
     */
    private function paths(string $folder, ?string $cursor): \Generator
    {
        $names = PlainFile::names($this->directory, \rtrim($folder, '/'));
        if (\is_string($names)) {
            yield $folder === '' ? '.' : \rtrim($folder, '/') => $names;

            return;
        }
        foreach ($names as $name) {
            $path = "$folder$name";
            if (\is_link("$this->directory/$path")) {
                continue;
            }
            if (\is_dir("$this->directory/$path")) {
                if ($cursor === null || \str_starts_with($cursor, "$path/") || self::compare($path, $cursor) > 0) {
                    yield from $this->paths("$path/", $cursor);
                }
            } elseif (\is_file("$this->directory/$path") && ($cursor === null || self::compare($path, $cursor) > 0)) {
                // Skips files whose reading could block.
                yield $path => null;
            }
        }
    }

    /** Sorts folder by folder: a byte 0, which no name contains, replaces the slash. */
    private static function compare(string $one, string $other): int
    {
        return \strcmp(\strtr($one, '/', "\0"), \strtr($other, '/', "\0"));
    }
}
