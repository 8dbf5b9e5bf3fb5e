<?php

declare(strict_types=1);

namespace Drupal\brine;

/** A value on the way to be signed, with the bin and the name of its entry. */
final class Outgoing
{
    public function __construct(public readonly mixed $value, public readonly string $context)
    {
    }
}
