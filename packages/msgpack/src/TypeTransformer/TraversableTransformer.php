<?php

declare(strict_types=1);

namespace Brine\MessagePack\TypeTransformer;

use Brine\MessagePack\CanPack;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Packer;

/** Packs iterators and generators as maps, or as arrays of their values. */
final class TraversableTransformer implements CanPack
{
    private function __construct(private bool $toMap)
    {
    }

    /** Keys must be integers or strings. For equal keys the last one wins, as in an array. */
    public static function toMap(): self
    {
        return new self(true);
    }

    public static function toArray(): self
    {
        return new self(false);
    }

    /** @throws PackingFailedException if a key of a map is neither an integer nor a string */
    public function pack(Packer $packer, mixed $value): ?string
    {
        if (!$value instanceof \Traversable) {
            return null;
        }

        return $this->toMap
            ? $packer->packMap(self::entries($value))
            : $packer->packArray(\iterator_to_array($value, false));
    }

    /**
     * @param \Traversable<mixed> $value
     * @return array<mixed>
     */
    private static function entries(\Traversable $value): array
    {
        $entries = [];
        foreach ($value as $key => $entry) {
            // As array keys, PHP would round floats with a warning, and convert booleans and null.
            if (!\is_int($key) && !\is_string($key)) {
                throw new PackingFailedException(
                    'A key of a map has to be int or string, not ' . \get_debug_type($key),
                    reason: 'bad_key',
                );
            }
            $entries[$key] = $entry;
        }

        return $entries;
    }
}
