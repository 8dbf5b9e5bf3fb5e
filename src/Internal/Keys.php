<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * The secrets of an object, which holds this in a property instead. They lie beside it: var_export(), a cast to an array, and whatever
 * else looks at the properties of objects, find none in it. A clone has the same ones.
 *
 * @internal
 */
final class Keys
{
    /** @var \WeakMap<self, non-empty-list<string>> of all objects: there is one as soon as there is an object */
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
        // By its name the class is found sooner than by self.
        return Keys::$lists[$this];
    }
}
