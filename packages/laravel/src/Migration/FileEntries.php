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
        $entries = [];
        $last = null;
        $count = 0;
        foreach ($this->names($cursor ?? '') as $name) {
            $count++;
            $last = $name;
            $contents = PlainFile::read($this->store->getDirectory(), self::path($name));
            if ($contents !== null && self::isEntry($contents)) {
                $entries[] = new Entry($name, \substr($contents, FileStore::HEAD));
            }
            if ($count === $size) {
                break;
            }
        }

        return new Batch($entries, $count < $size ? null : $last);
    }

    public function replace(Entry $entry, string $data): bool
    {
        $file = PlainFile::open($this->store->getDirectory(), self::path($entry->key), 'r+b');
        if ($file === null) {
            return false;
        }
        try {
            if (!\flock($file, \LOCK_EX)) {
                return false;
            }
            $contents = (string) PlainFile::contents($file);
            if (!self::isEntry($contents) || \substr($contents, FileStore::HEAD) !== $entry->data) {
                return false;
            }
            $contents = \substr($contents, 0, FileStore::HEAD) . $data;

            // Truncates after writing: on a full disk the entry becomes unreadable at worst.
            return \rewind($file) && \fwrite($file, $contents) === \strlen($contents) && \ftruncate($file, \strlen($contents));
        } finally {
            \fclose($file);
        }
    }

    /**
     * @param string $after the name to resume after
     * @return \Generator<string> in order
     */
    private function names(string $after): \Generator
    {
        $directory = $this->store->getDirectory();
        foreach (self::list($directory, '/\A[0-9a-f]{2}\z/', \substr($after, 0, 2)) as $first) {
            foreach (self::list("$directory/$first", '/\A[0-9a-f]{2}\z/', '') as $second) {
                // As strings, since some of these names look like numbers.
                if (\strcmp($first . $second, \substr($after, 0, 4)) < 0) {
                    continue;
                }
                foreach (self::list("$directory/$first/$second", '/\A[0-9a-f]{40}\z/', $after) as $name) {
                    if ($name !== $after) {
                        yield $name;
                    }
                }
            }
        }
    }

    /** @return list<string> names of this form from $from on, in order */
    private static function list(string $directory, string $pattern, string $from): array
    {
        $names = \is_dir($directory) ? \scandir($directory) : false;
        $isWanted = static fn (string $name): bool => \strcmp($name, $from) >= 0 && \preg_match($pattern, $name) === 1;

        return \array_values(\array_filter($names === false ? [] : $names, $isWanted));
    }

    /** Relative to the store's directory. */
    private static function path(string $name): string
    {
        return \substr($name, 0, 2) . '/' . \substr($name, 2, 2) . "/$name";
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
