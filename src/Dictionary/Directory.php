<?php

declare(strict_types=1);

namespace Brine\Dictionary;

use Brine\DecodeException;
use Brine\Dictionary;
use Brine\Format\Dictionary\Checker;
use Brine\Internal\BoundedFile;

/**
 * A directory with two files per dictionary: ID.dictionary, and ID.php, the same as PHP code that OPcache keeps; either suffices. Deploy it like
 * code: whoever can write there can run code.
 */
final class Directory implements Source
{
    public const EXTENSION = '.dictionary';

    /** Form of the code that Dictionary::export() returns. */
    public const EXPORT_EXTENSION = '.php';

    public function __construct(private readonly string $directory)
    {
    }

    /** Loads ID.php if it exists. If it is damaged, has another id, or comes from another version of Brine, falls back to ID.dictionary. */
    public function find(string $id): ?Dictionary
    {
        if (!self::isId($id)) {
            return null;
        }
        $fault = null;
        $export = $this->path($id . self::EXPORT_EXTENSION);
        if (\is_file($export)) {
            try {
                return Lookup::expect($id, Dictionary::fromExport($export));
            } catch (DecodeException $fault) {
                // The export's error is reported if there is no other file.
            }
        }
        $file = $this->path($id . self::EXTENSION);
        if (!\is_file($file)) {
            return $fault === null ? null : throw $fault;
        }
        $bytes = BoundedFile::read($file, Checker::MAX_SIZE);

        return $bytes === false ? null : Lookup::expect($id, Dictionary::fromBytes($bytes));
    }

    /**
     * The dictionary in a file of any name: ID.dictionary and ID.php are read as by find(); any other .php file is an export.
     *
     * @throws DecodeException if the file is not a dictionary, or has another id than its name
     * @throws \RuntimeException if it cannot be read
     */
    public static function open(string $file): Dictionary
    {
        $name = \basename($file);
        $id = \substr($name, 0, 16);
        if (self::isId($id) && \in_array(\substr($name, 16), [self::EXTENSION, self::EXPORT_EXTENSION], true)) {
            return (new self(\dirname($file)))->find($id) ?? throw new \RuntimeException("The file $file cannot be read");
        }

        return \str_ends_with($file, self::EXPORT_EXTENSION) ? Dictionary::fromExport($file) : Dictionary::fromFile($file);
    }

    /**
     * Writes both files of a dictionary, unless they exist. Readers see complete files only.
     *
     * @return string the file ID.dictionary
     * @throws \RuntimeException if they cannot be written
     */
    public function store(Dictionary $dictionary): string
    {
        $this->write($dictionary->id() . self::EXPORT_EXTENSION, $dictionary->export());

        return $this->write($dictionary->id() . self::EXTENSION, $dictionary->bytes());
    }

    /** @return list<string> ids of all dictionaries in the directory */
    public function ids(): array
    {
        $ids = [];
        $names = \scandir($this->directory);
        foreach ($names !== false ? $names : [] as $name) {
            if (\preg_match('/^([0-9a-f]{16})\.(?:dictionary|php)$/D', $name, $match) === 1) {
                $ids[$match[1]] = true;
            }
        }

        return \array_map(strval(...), \array_keys($ids));
    }

    private function write(string $name, string $content): string
    {
        $file = $this->path($name);
        if (\is_file($file) && \file_get_contents($file) === $content) {
            return $file;
        }
        $new = @\tempnam($this->directory, 'new');
        // tempnam() uses another directory if this one is not writable.
        $isThere = $new !== false && \dirname($new) === \realpath($this->directory);
        if (!$isThere || @\file_put_contents($new, $content) !== \strlen($content) || !@\chmod($new, 0644) || !@\rename($new, $file)) {
            if ($new !== false) {
                @\unlink($new);
            }
            throw new \RuntimeException("The dictionary cannot be written to $this->directory");
        }

        return $file;
    }

    private static function isId(string $id): bool
    {
        return \preg_match('/^[0-9a-f]{16}$/D', $id) === 1;
    }

    private function path(string $name): string
    {
        return "$this->directory/$name";
    }
}
