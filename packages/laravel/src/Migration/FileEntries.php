<?php

declare(strict_types=1);

namespace Brine\Laravel\Migration;

use Brine\Laravel\Store\FileStore;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\PlainFile;
use Brine\Migration\Store;

/**
 * Files of a store that have not expired; they keep their expiry. Keys are file names, which are hashes.
 *
 * Laravel's locks may be in the same directory, as serialized owner names: short texts are skipped.
 *
 * @internal
 */
final class FileEntries implements Store
{
    /** The longest text that can be a lock's owner. */
    private const LONGEST_OWNER = 255;

    public function __construct(private readonly FileStore $store)
    {
    }

    public function next(?string $cursor, int $size): Batch
    {
        $directory = $this->store->getDirectory();
        $entries = $inaccessible = [];
        $walk = $this->names('', $cursor ?? '');
        for ($count = 0; $count < $size && $walk->valid(); $count++) {
            $cursor = $walk->key();
            $path = self::path($cursor);
            $contents = $walk->current() === null ? PlainFile::read($directory, $path) : null;
            $problem = $walk->current() ?? ($contents === null ? PlainFile::problem($directory, $path) : null);
            if ($problem !== null) {
                $inaccessible[$path] = $problem;
            }
            if ($contents !== null && self::isEntry($contents)) {
                $entries[] = new Entry($cursor, \substr($contents, FileStore::HEAD));
            }
            $walk->next();
        }

        return new Batch($entries, $walk->valid() ? $cursor : null, $inaccessible);
    }

    /** @throws \UnexpectedValueException if the file cannot be written: the entry is what it was */
    public function replace(Entry $entry, string $data): bool
    {
        $path = self::path($entry->key);
        $file = PlainFile::open($this->store->getDirectory(), $path, 'r+b');
        if ($file === null) {
            return PlainFile::problem($this->store->getDirectory(), $path) === null ? false : throw self::unwritable($path);
        }
        try {
            if (!\flock($file, \LOCK_EX)) {
                return false;
            }
            $old = (string) PlainFile::contents($file);
            if (!self::isEntry($old) || \substr($old, FileStore::HEAD) !== $entry->data) {
                return false;
            }
            if (self::write($file, \substr($old, 0, FileStore::HEAD) . $data)) {
                return true;
            }
            // Even a full disk has room for the old bytes: they still occupy it.
            self::write($file, $old);
            throw self::unwritable($path);
        } finally {
            \fclose($file);
        }
    }

    /** @param resource $file */
    private static function write($file, string $contents): bool
    {
        return \rewind($file) && @\fwrite($file, $contents) === \strlen($contents) && \ftruncate($file, \strlen($contents));
    }

    private static function unwritable(string $path): \UnexpectedValueException
    {
        return new \UnexpectedValueException("The file $path cannot be written");
    }

    /**
     * @param string $folder the digits of its name, and of the folder that it is in
     * @param string $after the digits of a file or folder to resume after
     * @return \Generator<string, string|null> by digits, in order: null for a file; for an inaccessible folder, the reason
     */
    private function names(string $folder, string $after): \Generator
    {
        $names = PlainFile::names($this->store->getDirectory(), \rtrim(self::path($folder), '.'));
        if (\is_string($names)) {
            if ($folder === '' || \strcmp($folder, $after) > 0) {
                yield $folder => $names;
            }

            return;
        }
        $isFile = \strlen($folder) === 4;
        foreach ($names as $name) {
            if (\preg_match($isFile ? '/\A[0-9a-f]{40}\z/' : '/\A[0-9a-f]{2}\z/', $name) !== 1) {
                continue;
            }
            if ($isFile && \strcmp($name, $after) > 0) {
                yield $name => null;
            } elseif (!$isFile && \strcmp($folder . $name, \substr($after, 0, \strlen($folder) + 2)) >= 0) {
                yield from $this->names($folder . $name, $after);
            }
        }
    }

    /** The path of a file, or of a folder by its digits, relative to the store's directory. */
    private static function path(string $name): string
    {
        return match (\strlen($name)) {
            0 => '.',
            2 => $name,
            4 => \substr($name, 0, 2) . '/' . \substr($name, 2),
            default => \substr($name, 0, 2) . '/' . \substr($name, 2, 2) . "/$name",
        };
    }

    private static function isEntry(string $contents): bool
    {
        $expires = \substr($contents, 0, FileStore::HEAD);
        if (\preg_match('/\A\d{10}\z/', $expires) !== 1 || (int) $expires <= \time()) {
            return false;
        }

        return \preg_match('/\As:(\d+):"/', \substr($contents, FileStore::HEAD, 20), $match) !== 1 || (int) $match[1] > self::LONGEST_OWNER;
    }
}
