<?php

declare(strict_types=1);

namespace Brine\MessagePack\TypeTransformer;

use Brine\MessagePack\CanPack;
use Brine\MessagePack\Packer;

/** Packs iterators, generators and the like as maps, or as arrays of their values. */
final class TraversableTransformer implements CanPack
{
    private function __construct(private bool $toMap)
    {
    }

    /** Keys have to be integers or strings. Of equal ones the last counts, as in an array. */
    public static function toMap(): self
    {
        return new self(true);
    }

    public static function toArray(): self
    {
        return new self(false);
    }

    public function pack(Packer $packer, mixed $value): ?string
    {
        if (!$value instanceof \Traversable) {
            return null;
        }

        return $this->toMap
            ? $packer->packMap(\iterator_to_array($value))
            : $packer->packArray(\iterator_to_array($value, false));
    }
}
