<?php

declare(strict_types=1);

namespace Drupal\brine;

/**
 * A value on the way to be signed, with the bin and the name of its entry. The module redis asks no serializer for the time of a bin's last write, and
 * stores what it is as a string.
 */
final class Outgoing implements \Stringable
{
    public function __construct(public readonly mixed $value, public readonly string $context)
    {
    }

    public function __toString(): string
    {
        return \is_float($this->value) || \is_int($this->value) ? (string) $this->value : throw new \LogicException('A value has to be serialized');
    }
}
