<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

/**
 * A value with its key, since Laravel's store calls serialize() without the key.
 *
 * @internal
 */
final class Keyed
{
    public function __construct(public readonly mixed $value, public readonly string $context)
    {
    }
}
