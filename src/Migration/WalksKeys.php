<?php

declare(strict_types=1);

namespace Brine\Migration;

/**
 * Walks a cache that cannot list its keys, by keys that the caller passes. The cursor is the number of keys processed: to resume, pass the same
 * keys in the same order.
 *
 * @internal
 */
trait WalksKeys
{
    /** @var iterable<string> */
    private iterable $keys;
    /** @var \Generator<int, string>|null */
    private ?\Generator $walk = null;
    /** How many keys the generator has passed. */
    private int $passed = 0;

    public function next(?string $cursor, int $size): Batch
    {
        $from = (int) $cursor;
        if ($this->walk === null || $from !== $this->passed) {
            $this->walk = self::each($this->keys);
            for ($this->passed = 0; $this->passed < $from && $this->walk->valid(); $this->passed++) {
                $this->walk->next();
            }
        }
        $entries = [];
        for ($i = 0; $i < $size && $this->walk->valid(); $i++) {
            $key = $this->walk->current();
            $data = $this->read($key);
            // Only strings can come from a serializer.
            if (\is_string($data)) {
                $entries[] = new Entry($key, $data);
            }
            $this->walk->next();
            $this->passed++;
        }

        return new Batch($entries, $this->walk->valid() ? (string) $this->passed : null);
    }

    abstract private function read(string $key): mixed;

    /**
     * @param iterable<string> $keys
     * @return \Generator<int, string>
     */
    private static function each(iterable $keys): \Generator
    {
        foreach ($keys as $key) {
            yield $key;
        }
    }
}
