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
        $entries = $inaccessible = $this->files = [];
        $folders = $this->folders($cursor);
        $last = null;
        foreach ($folders as $folder => $names) {
            $last = $folder;
            if (\is_string($names)) {
                $inaccessible[$last] = $names;
            }
            foreach (\is_array($names) ? $names : [] as $name) {
                $file = "$last/$name";
                $contents = PlainFile::read($this->directory, $file);
                $problem = $contents === null ? PlainFile::problem($this->directory, $file) : null;
                if ($problem !== null) {
                    $inaccessible[$file] = $problem;
                }
                $parts = $contents === null ? null : self::parts($contents);
                if ($parts !== null) {
                    [, $id, $data] = $parts;
                    $this->files[$id] = $file;
                    $entries[] = new Entry($id, $data);
                }
            }
            if (\count($entries) + \count($inaccessible) >= $size) {
                break;
            }
        }
        if ($folders->valid()) {
            $folders->next();
        }

        return new Batch($entries, $folders->valid() ? $last : null, $inaccessible);
    }

    /** @throws \UnexpectedValueException if the file cannot be written: the entry is what it was */
    public function replace(Entry $entry, string $data): bool
    {
        $path = $this->files[$entry->key] ?? throw new \LogicException('The entry is not of the last batch');
        $parts = self::parts((string) PlainFile::read($this->directory, $path));
        if ($parts === null || $parts[1] !== $entry->key || $parts[2] !== $entry->data) {
            return false;
        }
        if (!PlainFile::replace($this->directory, $path, "$parts[0]\n" . \rawurlencode($entry->key) . "\n$data")) {
            throw new \UnexpectedValueException("The file $path cannot be written");
        }

        return true;
    }

    /** @return \Generator<string, list<string>|string> per folder after the cursor, in order: names of its files, or the reason if it is inaccessible */
    private function folders(?string $cursor): \Generator
    {
        $root = \rtrim($this->directory, '/\\');
        $firsts = PlainFile::names($root, '');
        if (\is_string($firsts)) {
            yield '.' => $firsts;

            return;
        }
        foreach ($firsts as $first) {
            if (\strlen($first) !== 1 || $cursor !== null && \strcmp($first, $cursor[0] ?? '') < 0) {
                continue;
            }
            $seconds = PlainFile::names($root, $first);
            if (\is_string($seconds) && ($cursor === null || \strcmp($first, $cursor) > 0)) {
                yield $first => $seconds;
            }
            foreach (\is_array($seconds) ? $seconds : [] as $second) {
                if ($cursor === null || \strcmp("$first/$second", $cursor) > 0) {
                    yield "$first/$second" => PlainFile::names($root, "$first/$second");
                }
            }
        }
    }

    /** @return array{string, string, string}|null the time, the id and the data; null if the entry has expired, or the file is not an entry */
    private static function parts(string $contents): ?array
    {
        $parts = \explode("\n", $contents, 3);
        $expires = (int) $parts[0];
        if (\count($parts) < 3 || ($expires !== 0 && $expires <= \time())) {
            return null;
        }

        return [$parts[0], \rawurldecode(\rtrim($parts[1])), $parts[2]];
    }
}
