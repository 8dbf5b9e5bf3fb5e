<?php

declare(strict_types=1);

namespace Drupal\brine;

/** A value to be signed, with its bin and the entry's name. */
final class Outgoing
{
    public function __construct(public readonly mixed $value, public readonly string $context)
    {
    }
}
