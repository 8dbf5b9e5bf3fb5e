<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Keeps the secrets of an object, its property $keys, out of dumps, logs and serialised data.
 *
 * @internal
 */
trait HidesKeys
{
    /** @return array<mixed> all but the secrets, whose number is told */
    public function __debugInfo(): array
    {
        return ['keys' => \count($this->keys)] + \get_object_vars($this);
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException(self::class . ' has keys, which are not written');
    }
}
