<?php

declare(strict_types=1);

namespace Brine\Dictionary;

use Brine\Dictionary;
use Brine\Format\Dictionary\Checker;

/** A directory with a file for each dictionary, whose name is its id: a part of the deployment, to which nobody else writes. */
final class Directory implements Source
{
    public const EXTENSION = '.dictionary';

    public function __construct(private readonly string $directory)
    {
    }

    public function find(string $id): ?Dictionary
    {
        $file = $this->file($id);
        if ($file === null || !\is_file($file)) {
            return null;
        }
        // One byte more than a dictionary has, so that nothing longer is read.
        $bytes = \file_get_contents($file, length: Checker::MAX_SIZE + 1);

        return $bytes === false ? null : Lookup::expect($id, $bytes);
    }

    /**
     * Writes a dictionary, unless it is there. Readers see it whole or not at all.
     *
     * @return string the file
     * @throws \RuntimeException if it cannot be written
     */
    public function store(Dictionary $dictionary): string
    {
        $file = (string) $this->file($dictionary->id());
        if (\is_file($file)) {
            return $file;
        }
        $new = @\tempnam($this->directory, 'new');
        // Where the directory is not writable, PHP takes another one.
        $isThere = $new !== false && \dirname($new) === \realpath($this->directory);
        if (!$isThere || @\file_put_contents($new, $dictionary->bytes()) === false || !@\chmod($new, 0644) || !@\rename($new, $file)) {
            if ($new !== false) {
                @\unlink($new);
            }
            throw new \RuntimeException("The dictionary cannot be written to $this->directory");
        }

        return $file;
    }

    /** @return list<string> the ids of all that are there */
    public function ids(): array
    {
        $ids = [];
        $names = \scandir($this->directory);
        foreach ($names !== false ? $names : [] as $name) {
            if (\preg_match('/^([0-9a-f]{16})\.dictionary$/D', $name, $match) === 1) {
                $ids[] = $match[1];
            }
        }

        return $ids;
    }

    private function file(string $id): ?string
    {
        return \preg_match('/^[0-9a-f]{16}$/D', $id) === 1 ? "$this->directory/$id" . self::EXTENSION : null;
    }
}
