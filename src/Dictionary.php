<?php

declare(strict_types=1);

namespace Brine;

use Brine\Format\Dictionaries;
use Brine\Format\Dictionary\Checker;
use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Export;
use Brine\Internal\BoundedFile;
use Brine\Internal\DecodeError;

/**
 * Strings, shapes and arrays that many payloads share (docs/reference/dictionary-format.md). Payloads refer to them by number, and are unreadable
 * without the dictionary. Brine\Training\Trainer (package brine/cli) makes one from samples.
 */
final class Dictionary
{
    private function __construct(private readonly string $bytes, private readonly Contents $contents)
    {
    }

    /**
     * @param string $bytes as bytes() returned them
     * @throws DecodeException if they are not a dictionary
     */
    public static function fromBytes(string $bytes): self
    {
        return new self($bytes, Checker::read($bytes));
    }

    /**
     * @throws DecodeException if the file is not a dictionary
     * @throws \RuntimeException if it cannot be read
     */
    public static function fromFile(string $file): self
    {
        $bytes = \is_file($file) ? @BoundedFile::read($file, Checker::MAX_SIZE) : false;

        return self::fromBytes($bytes !== false ? $bytes : throw new \RuntimeException("The file $file cannot be read"));
    }

    /**
     * Loads a PHP file with the code of export(). OPcache keeps it, so the dictionary is neither read nor checked again.
     *
     * @throws DecodeException if the file is something else, or damaged
     * @throws \RuntimeException if there is no such file
     */
    public static function fromExport(string $file): self
    {
        $parts = \is_file($file) ? Export::read($file) : throw new \RuntimeException("The file $file cannot be read");
        if ($parts === null) {
            throw DecodeError::with('bad_dictionary', "the file $file is no whole export of a dictionary by this version of Brine,", 0);
        }

        return new self(...$parts);
    }

    /** PHP code for fromExport(). Whoever can write to the file can run any code. */
    public function export(): string
    {
        return Export::code($this->bytes, $this->contents);
    }

    /** @return string 16 hexadecimal digits, by which payloads name it */
    public function id(): string
    {
        return \bin2hex($this->contents->id());
    }

    public function bytes(): string
    {
        return $this->bytes;
    }

    /**
     * Sizes of the dictionary.
     *
     * @return array{id: string, bytes: int, strings: int, shapes: int, arrays: int, elements: int, presets: list<string>} elements:
     *     of all arrays together; presets: algorithms that the dictionary has a preset for
     */
    public function describe(): array
    {
        $contents = $this->contents;

        return [
            'id' => $this->id(),
            'bytes' => \strlen($this->bytes),
            'strings' => \count($contents->strings),
            'shapes' => \count($contents->shapes),
            'arrays' => \count($contents->arrays),
            'elements' => (int) \array_sum($contents->counts),
            'presets' => $contents->presets(),
        ];
    }

    /**
     * Contents of the dictionary, each part by number.
     *
     * @return array{strings: list<string>, shapes: list<non-empty-list<int|string>>, arrays: list<non-empty-array<mixed>>} of a shape 0 and the
     *     keys of a map; 1, a class and names of properties; or 2 and a class with __serialize()
     */
    public function entries(): array
    {
        return ['strings' => $this->contents->strings, 'shapes' => $this->contents->shapes, 'arrays' => $this->contents->arrays];
    }

    /**
     * Presets for Compressed, used for payloads that are written with this dictionary.
     *
     * @return array<string, string> their bytes, by "zlib" and "zstd"
     */
    public function presets(): array
    {
        $presets = [];
        foreach ($this->contents->compression as $algorithm => $preset) {
            $presets[Contents::PRESETS[$algorithm]] = $preset;
        }

        return $presets;
    }

    /**
     * Registers the dictionary for all readers and writers of Brine's format in this process. BrineSerializer and Auto do it for those that they
     * receive.
     *
     * @throws DecodeException if another one has the same id, or there are too many
     */
    public function load(): void
    {
        Dictionaries::load($this->contents, $this->bytes);
    }

    /** @internal */
    public function contents(): Contents
    {
        return $this->contents;
    }
}
