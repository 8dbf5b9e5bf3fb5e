<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

/**
 * A value on its way through Laravel's store, which tells serialize() no key.
 *
 * @internal
 */
final class Keyed
{
    public function __construct(public readonly mixed $value, public readonly string $context)
    {
    }
}
