<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Secrets of an object, kept outside of it: var_export(), array casts and other code that reads properties do not see them. Clones share them.
 *
 * @internal
 */
final class Keys
{
    /** @var \WeakMap<self, non-empty-list<string>> secrets of all objects; created with the first object */
    private static \WeakMap $lists;

    /** @param non-empty-list<string> $keys */
    public function __construct(#[\SensitiveParameter] array $keys)
    {
        self::$lists ??= new \WeakMap();
        self::$lists[$this] = $keys;
    }

    public function __clone()
    {
        throw new \LogicException('What holds keys is not cloned without its owner');
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('Keys are not written');
    }

    /**
     * @param array<mixed> $data
     * @return never
     */
    public function __unserialize(#[\SensitiveParameter] array $data): void
    {
        throw new \LogicException('Keys are not read');
    }

    /** @return non-empty-list<string> */
    public function list(): array
    {
        // Faster than self.
        return Keys::$lists[$this];
    }
}
