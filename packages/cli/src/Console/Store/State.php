<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Console\Failed;
use Brine\Console\File;
use Brine\Console\UsageError;

/**
 * The file of --state: where to resume, and for which run. With another store, target or --match, a resumed run would skip entries that were never
 * rewritten.
 */
final class State
{
    private const VERSION = 1;

    /** Longest file that is read, in bytes. */
    private const MAX = 1 << 20;

    /** Where to resume; null for the beginning. */
    public readonly ?string $cursor;

    /** How many entries earlier runs left alone because of an error. */
    public readonly int $failed;

    /**
     * @param array{target: string, match: string, store: string} $run the run that the file belongs to
     * @throws UsageError if the file belongs to another run, or cannot be written
     */
    public function __construct(private readonly string $path, private readonly array $run)
    {
        $data = \is_file($path) ? $this->read() : [];
        if ($data === []) {
            [$this->cursor, $this->failed] = [null, 0];
            $this->demand();

            return;
        }
        $cursor = \is_string($data['cursor'] ?? null) ? \base64_decode($data['cursor'], true) : false;
        if (!\is_int($data['version'] ?? null) || $cursor === false || !\is_int($data['failed'] ?? null)) {
            throw $this->refused('is no state of brine migrate, or one of an older version');
        }
        if ($data['version'] !== self::VERSION) {
            throw $this->refused("has the version $data[version], and not " . self::VERSION);
        }
        foreach ($this->run as $name => $value) {
            if (($data[$name] ?? null) !== $value) {
                $other = \is_string($data[$name] ?? null) ? $data[$name] : 'something else';
                throw $this->refused($name === 'store'
                    ? 'is about another store: another address, table, --where or list of keys'
                    : "is about the $name \"$other\", and not \"$value\"");
            }
        }
        [$this->cursor, $this->failed] = [$cursor, $data['failed']];
        $this->demand();
    }

    private function demand(): void
    {
        try {
            File::demand($this->path);
        } catch (Failed $error) {
            throw new UsageError($error->getMessage(), 0, $error);
        }
    }

    /**
     * @param string|null $cursor null at the end: the next run starts over
     * @param int         $failed entries that this run left alone because of an error
     * @throws Failed
     */
    public function keep(?string $cursor, int $failed): void
    {
        if ($cursor === null) {
            @\unlink($this->path);
        } else {
            $data = ['version' => self::VERSION] + $this->run + ['cursor' => \base64_encode($cursor), 'failed' => $this->failed + $failed];
            File::write($this->path, \json_encode($data, \JSON_PRETTY_PRINT | \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE | \JSON_THROW_ON_ERROR) . "\n");
        }
    }

    /** @return array<mixed> empty for an empty file */
    private function read(): array
    {
        $json = @\file_get_contents($this->path, length: self::MAX);
        if ($json === false) {
            throw new UsageError("The file $this->path cannot be read");
        }
        $data = \json_decode($json, true);

        return \trim($json) === '' ? [] : (\is_array($data) && $data !== [] ? $data : throw $this->refused('is no state of brine migrate, or one of an older version'));
    }

    private function refused(string $why): UsageError
    {
        return new UsageError("The file $this->path $why. Give another one by --state, or remove it to start over");
    }
}
