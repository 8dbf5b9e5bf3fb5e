<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

use Illuminate\Cache\DatabaseStore as LaravelStore;
use Illuminate\Database\Query\Builder;

/**
 * Laravel's store with Brine's payloads. The column is text, and bytes are written to it as base64. Numbers stay what serialize() makes of
 * them: Laravel counts in them.
 */
final class DatabaseStore extends LaravelStore implements KeepsPayloads
{
    use HasCodec;

    /**
     * @param array<mixed> $keys of text or numbers
     * @return array<mixed>
     */
    public function many(array $keys)
    {
        $values = parent::many($keys);
        foreach ($values as $key => $value) {
            // What unserialize() below has left as it was.
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

    /** The rows of the table, for migrations. */
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

        // Laravel's own store reads native text as its serialize() writes it.
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

    /** What a serializer has written, of what is in the column. Bytes that are no base64 are what they are. */
    public static function payload(string $data): string
    {
        $bytes = self::isNative($data) ? false : \base64_decode($data, true);

        return $bytes === false ? $data : $bytes;
    }

    /**
     * Of a keyed value, and of a counter's new number.
     *
     * @param mixed $value
     * @return string
     */
    protected function serialize($value)
    {
        return $value instanceof Keyed ? $this->encode($value->value, $value->context) : parent::serialize($value);
    }

    /**
     * Numbers are read here, for counters; the rest is left for many(), which knows the key: in an array, which counters refuse.
     *
     * @param string $value
     * @return int|float|string|array{string}
     */
    protected function unserialize($value)
    {
        return PlainNumber::read($value) ?? [$value];
    }

    /** Neither base64 nor any other payload has one of these characters in the second place. */
    private static function isNative(string $data): bool
    {
        return \in_array($data[1] ?? '', [':', ';'], true);
    }
}
