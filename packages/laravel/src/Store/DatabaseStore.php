<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

use Illuminate\Cache\DatabaseStore as LaravelStore;
use Illuminate\Database\Query\Builder;

/** Laravel's database store with Brine's payloads, in base64, since the column is text. Numbers stay in serialize()'s form, for Laravel's counters. */
final class DatabaseStore extends LaravelStore implements KeepsPayloads
{
    use HasCodec;

    /**
     * @param array<mixed> $keys strings or numbers
     * @return array<mixed>
     */
    public function many(array $keys)
    {
        $values = parent::many($keys);
        foreach ($values as $key => $value) {
            // Values that unserialize() below has passed through.
            $values[$key] = \is_array($value) && \is_string($value[0] ?? null) ? $this->decode($value[0], $this->prefix . $key) : $value;
        }

        return $values;
    }

    /**
     * @param array<mixed> $values
     * @param int $seconds
     */
    public function putMany(array $values, $seconds)
    {
        $keyed = [];
        foreach ($values as $key => $value) {
            $keyed[$key] = new Keyed($value, $this->prefix . $key);
        }

        return parent::putMany($keyed, $seconds);
    }

    public function add($key, $value, $seconds)
    {
        return parent::add($key, new Keyed($value, $this->prefix . $key), $seconds);
    }

    /** A query on the cache's table, for the command that migrates entries. */
    public function rows(): Builder
    {
        return $this->table();
    }

    public function encode(mixed $value, string $context): string
    {
        $number = PlainNumber::write($value);
        if ($number !== null) {
            return $number;
        }
        $data = $this->codec->encode($value, $context);

        // Laravel's own store reads the text of serialize().
        return self::isNative($data) ? parent::serialize($value) : \base64_encode($data);
    }

    public function decode(string $data, string $context): mixed
    {
        $number = PlainNumber::read($data);
        if ($number !== null) {
            return $number;
        }

        return $this->codec->decode(self::payload($data), $context);
    }

    /** Decodes a column to a serializer's bytes. Bytes that are not base64 stay unchanged. */
    public static function payload(string $data): string
    {
        $bytes = self::isNative($data) ? false : \base64_decode($data, true);

        return $bytes === false ? $data : $bytes;
    }

    /**
     * For a Keyed value, and for a counter's new number.
     *
     * @param mixed $value
     * @return string
     */
    protected function serialize($value)
    {
        return $value instanceof Keyed ? $this->encode($value->value, $value->context) : parent::serialize($value);
    }

    /**
     * Reads numbers, for counters. Other values are returned in an array for many(), which knows the key; counters reject arrays.
     *
     * @param string $value
     * @return int|float|string|array{string}
     */
    protected function unserialize($value)
    {
        return PlainNumber::read($value) ?? [$value];
    }

    /** Neither base64 nor other payloads have these as the second character. */
    private static function isNative(string $data): bool
    {
        return \in_array($data[1] ?? '', [':', ';'], true);
    }
}
