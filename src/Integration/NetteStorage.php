<?php

declare(strict_types=1);

namespace Brine\Integration;

use Brine\Auto;
use Brine\EntryCodec;
use Brine\Serializer;
use Nette\Caching\Storage;

/**
 * Nette Caching: writes through another storage, which gets strings. It reads what that storage has written before, and everything that the
 * serializer writes beginning with Brine's byte.
 */
final class NetteStorage implements Storage
{
    /** First byte of what Brine writes, signs or compresses; no text in UTF-8 has it. */
    private const FIRST = "\xc1";

    private readonly EntryCodec $codec;

    /** @param (callable(\Throwable $error, string $key, string $bytes): mixed)|null $report is called for unreadable entries, which are misses */
    public function __construct(private readonly Storage $storage, Serializer $serializer = new Auto(), ?callable $report = null)
    {
        $this->codec = new EntryCodec($serializer, $report);
    }

    public function read(string $key): mixed
    {
        $value = $this->storage->read($key);

        return \is_string($value) && \str_starts_with($value, self::FIRST) ? $this->codec->read($value, $key) : $value;
    }

    public function lock(string $key): void
    {
        $this->storage->lock($key);
    }

    public function write(string $key, mixed $data, array $dependencies): void
    {
        try {
            $bytes = $this->codec->encode($data, $key);
        } catch (\Throwable $error) {
            // Gives up the lock, for which the next read() of this process would wait for ever.
            $this->storage->remove($key);
            throw $error;
        }
        if (!\str_starts_with($bytes, self::FIRST)) {
            // Other formats are left to the storage, except for strings that read() would take for Brine's.
            $bytes = \is_string($data) && \str_starts_with($data, self::FIRST) ? \brine_serialize($data) : $data;
        }
        $this->storage->write($key, $bytes, $dependencies);
    }

    public function remove(string $key): void
    {
        $this->storage->remove($key);
    }

    public function clean(array $conditions): void
    {
        $this->storage->clean($conditions);
    }
}
