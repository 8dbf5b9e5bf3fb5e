<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * For objects whose property $keys holds secrets: dumps show only how many there are, and the object cannot be serialized.
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
