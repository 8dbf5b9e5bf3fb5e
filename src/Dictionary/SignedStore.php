<?php

declare(strict_types=1);

namespace Brine\Dictionary;

use Brine\Dictionary;
use Brine\EncodeException;
use Brine\Format\SignedFrame;
use Brine\Internal\HidesKeys;
use Brine\Internal\Keys;
use Psr\SimpleCache\CacheInterface;

/** Signed dictionaries in a PSR-16 cache, for machines that share nothing else. Unverified dictionaries count as missing. */
final class SignedStore implements Source
{
    use HidesKeys;

    private readonly Keys $keys;

    /**
     * @param string|list<string> $keys secrets: the first signs and has at least 16 bytes, all verify
     * @param string $prefix of the entries' keys
     * @throws \ValueError if there is no key, or one is empty
     */
    public function __construct(
        private readonly CacheInterface $cache,
        #[\SensitiveParameter]
        string|array $keys,
        private readonly string $prefix = 'brine-dictionary.',
    ) {
        $checked = [];
        foreach ((array) $keys as $key) {
            $checked[] = $key !== '' ? $key : throw new \ValueError('A key must be a string that is not empty');
        }
        $this->keys = $checked !== [] ? new Keys($checked) : throw new \ValueError('There must be a key');
    }

    public function find(string $id): ?Dictionary
    {
        $frame = $this->cache->get($this->prefix . $id);
        $bytes = \is_string($frame) ? SignedFrame::verify($frame, $this->keys->list(), self::context($id)) : null;

        return $bytes === null ? null : Lookup::expect($id, Dictionary::fromBytes($bytes));
    }

    /**
     * @param \DateInterval|int|null $ttl longer than that of the entries; null for the cache's default
     * @throws \RuntimeException if the cache does not write
     * @throws EncodeException if the first key is too short to sign
     */
    public function store(Dictionary $dictionary, \DateInterval|int|null $ttl = null): void
    {
        $id = $dictionary->id();
        $frame = SignedFrame::sign($dictionary->bytes(), $this->keys->list()[0], self::context($id));
        if (!$this->cache->set($this->prefix . $id, $frame, $ttl)) {
            throw new \RuntimeException('The cache does not write');
        }
    }

    /** A context of its own, so that other signed data cannot pass as a dictionary. */
    private static function context(string $id): string
    {
        return "brine dictionary $id";
    }

    private function numberOfKeys(): int
    {
        return \count($this->keys->list());
    }
}
