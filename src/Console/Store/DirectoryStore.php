<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Format;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\PlainFile;
use Brine\Migration\Sized;
use Brine\Migration\Store;

/**
 * The files of a directory, and of those in it. What Symfony's and Laravel's file caches have before the data, when it expires and which
 * key it has, is left as it is. Links are passed over.
 */
final class DirectoryStore implements Sized, Store
{
    /** Symfony's: time and key on lines of their own. Laravel's: ten digits of time. */
    private const HEAD = '/\A(?:[0-9]{1,19}\n[^\n]{1,1000}\n|[0-9]{10})/';

    /** @var list<string>|null paths in the directory, in order */
    private ?array $files = null;

    public function __construct(private readonly string $directory)
    {
    }

    public function next(?string $cursor, int $size): Batch
    {
        $this->files ??= $this->find();
        $from = $cursor === null ? 0 : (int) $cursor;
        $entries = [];
        foreach (\array_slice($this->files, $from, $size) as $file) {
            $bytes = PlainFile::read($this->directory, $file);
            if ($bytes !== null) {
                $entries[] = new Entry($file, \substr($bytes, self::head($bytes)));
            }
        }
        $next = $from + $size;

        return new Batch($entries, $next < \count($this->files) ? (string) $next : null);
    }

    public function size(): int
    {
        return \count($this->files ??= $this->find());
    }

    public function replace(Entry $entry, string $data): bool
    {
        $path = "$this->directory/$entry->key";
        $bytes = PlainFile::read($this->directory, $entry->key);
        if ($bytes === null || \substr($bytes, self::head($bytes)) !== $entry->data) {
            return false;
        }
        $time = \filemtime($path);
        $temporary = $path . '.' . \bin2hex(\random_bytes(4));
        $mode = \fileperms($path);
        if (@\file_put_contents($temporary, \substr($bytes, 0, self::head($bytes)) . $data) === false || $mode === false || $time === false) {
            throw new \RuntimeException("The file $temporary is not written");
        }
        \chmod($temporary, $mode & 0777);
        // Symfony keeps the time at which an entry expires there, too.
        \touch($temporary, $time);

        return \rename($temporary, $path) ? true : throw new \RuntimeException("The file $path is not replaced");
    }

    /** How many bytes are before the data. */
    private static function head(string $bytes): int
    {
        if (Format::of($bytes) !== null || \preg_match(self::HEAD, $bytes, $match) !== 1) {
            return 0;
        }
        $size = \strlen($match[0]);

        return Format::of(\substr($bytes, $size)) === null ? 0 : $size;
    }

    /** @return list<string> */
    private function find(): array
    {
        $files = [];
        $all = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($this->directory, \FilesystemIterator::SKIP_DOTS));
        foreach ($all as $file) {
            if ($file instanceof \SplFileInfo && $file->isFile() && !$file->isLink()) {
                $files[] = \substr($file->getPathname(), \strlen($this->directory) + 1);
            }
        }
        \sort($files, \SORT_STRING);

        return $files;
    }
}
