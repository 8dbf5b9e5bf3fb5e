<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

use Brine\BrineSerializer;
use Illuminate\Cache\MemcachedStore as LaravelStore;

/**
 * Laravel's Memcached store with Brine's payloads, which begin with C1. Texts stay raw, numbers and booleans are the client's, so that Memcached
 * counts.
 *
 * Without the extension, the client's own serializer writes the other values.
 */
final class MemcachedStore extends LaravelStore
{
    use HasCodec;

    /** First bytes of payloads: Brine's format, with a dictionary, signed, and compressed. */
    private const MARKS = ["\xc1\x10", "\xc1\x12", "\xc1\x14", "\xc1\x18"];

    public function get($key)
    {
        return $this->decode(parent::get($key), $this->prefix . $key);
    }

    /**
     * @param array<mixed> $keys strings or numbers
     * @return array<mixed>
     */
    public function many(array $keys)
    {
        $values = parent::many($keys);
        foreach ($values as $key => $value) {
            $values[$key] = $this->decode($value, $this->prefix . $key);
        }

        return $values;
    }

    public function put($key, $value, $seconds)
    {
        return parent::put($key, $this->encode($value, $this->prefix . $key), $seconds);
    }

    /**
     * @param array<mixed> $values
     * @param int $seconds
     */
    public function putMany(array $values, $seconds)
    {
        // Hooks of objects may throw: nothing is written then.
        foreach ($values as $key => $value) {
            $values[$key] = $this->encode($value, $this->prefix . $key);
        }
        $isStored = true;
        // The client's setMulti() sends one by one as well, and reports only the last result.
        foreach ($values as $key => $data) {
            $isStored = parent::put($key, $data, $seconds) && $isStored;
        }

        return $isStored;
    }

    public function add($key, $value, $seconds)
    {
        return parent::add($key, $this->encode($value, $this->prefix . $key), $seconds);
    }

    /** @return mixed the value for the client */
    private function encode(mixed $value, string $context): mixed
    {
        $isRaw = \is_string($value) ? \is_numeric($value) : \is_int($value) || \is_float($value);
        if ($isRaw || !$this->codec->signs() && (\is_bool($value) || \is_string($value) && !self::isMarked($value))) {
            return $value;
        }
        $data = $this->codec->encode($value, $context);
        if (self::isMarked($data)) {
            return $data;
        }

        // A text that looks like a payload is encoded, in PHP if the extension is not loaded.
        return \is_string($value) ? (new BrineSerializer())->serialize($value) : $value;
    }

    private function decode(mixed $value, string $context): mixed
    {
        if (\is_string($value) && self::isMarked($value)) {
            return $this->codec->decode($value, $context);
        }
        if (!$this->codec->signs() || $value === null || \is_int($value) || \is_float($value) || \is_numeric($value)) {
            return $value;
        }

        // Never signed, whatever the value.
        return $this->codec->decode(\is_string($value) ? $value : \serialize($value), $context);
    }

    private static function isMarked(string $data): bool
    {
        return \in_array(\substr($data, 0, 2), self::MARKS, true);
    }
}
