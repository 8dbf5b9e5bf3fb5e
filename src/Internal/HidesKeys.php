<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Of an object whose property $keys holds secrets: dumps tell how many there are, and it is neither serialised nor made of
 * serialised data.
 *
 * @internal
 */
trait HidesKeys
{
    abstract private function numberOfKeys(): int;

    /** @return array<mixed> */
    public function __debugInfo(): array
    {
        return ['keys' => $this->numberOfKeys()] + \get_object_vars($this);
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException(self::class . ' has keys, which are not written');
    }

    /**
     * @param array<mixed> $data
     * @return never
     */
    public function __unserialize(#[\SensitiveParameter] array $data): void
    {
        throw new \LogicException(self::class . ' has keys, which are not read');
    }
}
