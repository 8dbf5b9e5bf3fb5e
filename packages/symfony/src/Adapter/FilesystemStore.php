<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\PlainFile;
use Brine\Migration\Store;

/**
 * The files of Symfony's adapter: a line with the expiry, one with the id, and the data. A batch is a directory of two letters, whose name is the
 * cursor.
 *
 * A concurrent write between reading an entry again and the rename is lost.
 */
final class FilesystemStore implements Store
{
    /** @var array<string, string> files below the directory, by id, of the last batch */
    private array $files = [];

    /** @param string $directory of the pool, with a trailing separator */
    public function __construct(private readonly string $directory)
    {
    }

    public function next(?string $cursor, int $size): Batch
    {
        $entries = $this->files = [];
        $folders = $this->folders($cursor);
        $last = null;
        foreach ($folders as $folder) {
            $last = $folder;
            foreach (self::names($this->directory . $folder) as $name) {
                $file = "$folder/$name";
                $parts = $this->read($file);
                if ($parts !== null) {
                    [, $id, $data] = $parts;
                    $this->files[$id] = $file;
                    $entries[] = new Entry($id, $data);
                }
            }
            if (\count($entries) >= $size) {
                break;
            }
        }

        return new Batch($entries, $last === \end($folders) ? null : $last);
    }

    public function replace(Entry $entry, string $data): bool
    {
        $path = $this->files[$entry->key] ?? throw new \LogicException('The entry is not of the last batch');
        $file = $this->directory . $path;
        $time = @\filemtime($file);
        $parts = $this->read($path);
        if ($time === false || $parts === null || $parts[1] !== $entry->key || $parts[2] !== $entry->data) {
            return false;
        }
        $new = @\tempnam($this->directory, 'brine');
        $isThere = $new !== false && \dirname($new) === \realpath($this->directory);
        $mode = @\fileperms($file);
        $text = "$parts[0]\n" . \rawurlencode($entry->key) . "\n$data";
        if (!$isThere || @\file_put_contents($new, $text) === false || !@\chmod($new, $mode === false ? 0644 : $mode & 0777) || !@\touch($new, $time) || !@\rename($new, $file)) {
            if ($new !== false) {
                @\unlink($new);
            }
            throw new \RuntimeException("The directory $this->directory cannot be written to");
        }

        return true;
    }

    /** @return list<string> entries after the cursor, in order */
    private function folders(?string $cursor): array
    {
        $folders = [];
        foreach (self::names($this->directory) as $first) {
            foreach (\strlen($first) === 1 ? self::names($this->directory . $first) : [] as $second) {
                $folders[] = "$first/$second";
            }
        }
        \sort($folders, \SORT_STRING);

        return \array_values(\array_filter($folders, static fn (string $folder): bool => $cursor === null || $folder > $cursor));
    }

    /** @return list<string> */
    private static function names(string $directory): array
    {
        $names = @\scandir($directory);

        return \array_values(\array_diff($names === false ? [] : $names, ['.', '..']));
    }

    /**
     * @param string $path below the directory
     * @return array{string, string, string}|null the time, the id and the data; null if the entry has expired, or is gone
     */
    private function read(string $path): ?array
    {
        $parts = \explode("\n", (string) PlainFile::read($this->directory, $path), 3);
        $expires = (int) $parts[0];
        if (\count($parts) < 3 || ($expires !== 0 && $expires <= \time())) {
            return null;
        }

        return [$parts[0], \rawurldecode(\rtrim($parts[1])), $parts[2]];
    }
}
