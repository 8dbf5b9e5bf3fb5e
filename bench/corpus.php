<?php

declare(strict_types=1);

namespace Brine\Bench;

use RuntimeException;

/**
 * Real cached values, one a file as native serialize() text. They are not part of the project: the directory is named by
 * the environment variable BRINE_CORPUS and lies by default beside the project, in ../shared/corpus.
 */
final class Corpus
{
    /** @var array<string, string> what was read, by file */
    private array $texts = [];

    /** @param array<string, string> $files cache id (or '') by file, in the order of the index */
    private function __construct(private readonly string $directory, private readonly array $files)
    {
    }

    public static function directory(): string
    {
        return getenv('BRINE_CORPUS') ?: dirname(__DIR__, 2) . '/shared/corpus';
    }

    /** Returns null where there is no corpus. */
    public static function open(): ?self
    {
        $directory = self::directory();
        if (!is_file("$directory/index.tsv")) {
            return null;
        }
        $files = [];
        foreach (array_slice(file("$directory/index.tsv", FILE_IGNORE_NEW_LINES), 1) as $line) {
            [$file, , $cacheId] = explode("\t", $line);
            $files[$file] = $cacheId;
        }

        return new self($directory, $files);
    }

    /**
     * Drupal's values are grouped by cache bin ('drupal/config'), the others by origin ('laravel').
     *
     * @return array<string, non-empty-list<string>> files by group
     */
    public function groups(): array
    {
        $groups = [];
        foreach (array_keys($this->files) as $file) {
            $groups[dirname($file)][] = $file;
        }

        return $groups;
    }

    /** The first file whose cache id begins thus. */
    public function find(string $cacheIdPrefix): ?string
    {
        foreach ($this->files as $file => $cacheId) {
            if (str_starts_with($cacheId, $cacheIdPrefix)) {
                return $file;
            }
        }

        return null;
    }

    /** A new copy of the value. */
    public function load(string $file): mixed
    {
        require_once $this->directory . '/stubs.php';
        $text = $this->texts[$file] ??= (string) file_get_contents("$this->directory/$file");
        $value = unserialize($text);
        if ($value === false && $text !== serialize(false)) {
            throw new RuntimeException("$this->directory/$file is not serialize() text");
        }

        return $value;
    }
}
