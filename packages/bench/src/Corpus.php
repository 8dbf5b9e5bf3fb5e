<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;
use FilesystemIterator;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use RuntimeException;

/**
 * Real cached values, one file (*.ser) each, as native text. The directory is BRINE_CORPUS, by default ../shared/corpus.
 *
 * Optional: stubs.php, which declares or loads classes, and index.tsv, which selects and describes the files.
 */
final class Corpus
{
    /** @var array<string, string> native text, by file */
    private array $texts = [];

    /** @param array<string, string> $files cache id (or '') by file, in the order of the index */
    private function __construct(private readonly string $directory, private readonly array $files)
    {
    }

    public static function directory(): string
    {
        $named = \getenv('BRINE_CORPUS');

        return \rtrim(\is_string($named) && $named !== '' ? $named : \dirname(__DIR__, 4) . '/shared/corpus', '/');
    }

    /** Returns null if there is no corpus. */
    public static function open(): ?self
    {
        $directory = self::directory();
        $files = \is_file("$directory/index.tsv") ? self::indexed($directory) : self::found($directory);

        return $files === [] ? null : new self($directory, $files);
    }

    /** @return array<string, string> cache id by file */
    private static function indexed(string $directory): array
    {
        $files = [];
        $lines = \file("$directory/index.tsv", \FILE_IGNORE_NEW_LINES);
        foreach (\array_slice($lines === false ? [] : $lines, 1) as $line) {
            $cells = \explode("\t", $line);
            $files[$cells[0]] = $cells[2] ?? '';
        }

        return $files;
    }

    /** @return array<string, string> no cache id by file */
    private static function found(string $directory): array
    {
        $files = [];
        if (\is_dir($directory)) {
            $flags = FilesystemIterator::SKIP_DOTS | FilesystemIterator::FOLLOW_SYMLINKS;
            $entries = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($directory, $flags));
            foreach ($entries as $entry) {
                if ($entry instanceof \SplFileInfo && $entry->getExtension() === 'ser') {
                    $files[] = \substr($entry->getPathname(), \strlen($directory) + 1);
                }
            }
        }
        \sort($files);

        return \array_fill_keys($files, '');
    }

    /**
     * Files by directory: Drupal's by cache bin ('drupal/config'), others by origin ('laravel').
     *
     * @return array<string, non-empty-list<string>> files by group
     */
    public function groups(): array
    {
        $groups = [];
        foreach (\array_keys($this->files) as $file) {
            $group = \dirname($file);
            $groups[$group === '.' ? \basename($this->directory) : $group][] = $file;
        }

        return $groups;
    }

    /** @return array<string, non-empty-array<string, Closure(): mixed>> builders of new copies, by group and file */
    public function byGroup(): array
    {
        $groups = [];
        foreach ($this->groups() as $group => $files) {
            foreach ($files as $file) {
                $groups[$group][$file] = fn (): mixed => $this->load($file);
            }
        }

        return $groups;
    }

    /** The first file whose cache id has this prefix. */
    public function find(string $cacheIdPrefix): ?string
    {
        foreach ($this->files as $file => $cacheId) {
            if (\str_starts_with($cacheId, $cacheIdPrefix)) {
                return $file;
            }
        }

        return null;
    }

    /** @return array<string, Closure(): mixed> builders of new copies, by file */
    public function builders(): array
    {
        $builders = [];
        foreach (\array_keys($this->files) as $file) {
            $builders[$file] = fn (): mixed => $this->load($file);
        }

        return $builders;
    }

    /** Size of the value's native text, without reading the file. */
    public function bytes(string $file): int
    {
        return (int) \filesize("$this->directory/$file");
    }

    /** A new copy of the value. */
    public function load(string $file): mixed
    {
        if (\is_file("$this->directory/stubs.php")) {
            require_once "$this->directory/stubs.php";
        }
        $text = $this->texts[$file] ??= (string) \file_get_contents("$this->directory/$file");
        $value = \unserialize($text);
        if ($value === false && $text !== \serialize(false)) {
            throw new RuntimeException("$this->directory/$file is not serialize() text");
        }

        return $value;
    }
}
