<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Decorator;
use Brine\Internal\Failure;
use Brine\Serializer;

/**
 * Refuses values that have objects inside. Where no class is loaded, objects are incomplete: another format would not tell any more what a
 * class made of them by __serialize().
 */
final class WithoutObjects implements Decorator
{
    public const MESSAGE = 'It has objects: give their classes by --autoload';

    public function __construct(private readonly Serializer $inner)
    {
    }

    public function inner(): Serializer
    {
        return $this->inner;
    }

    public function serialize(mixed $value): string
    {
        return $this->inner->serialize($value);
    }

    public function unserialize(string $data): mixed
    {
        $value = $this->inner->unserialize($data);
        $hasObject = \is_object($value);
        if (\is_array($value)) {
            \array_walk_recursive($value, static function (mixed $element) use (&$hasObject): void {
                $hasObject = $hasObject || \is_object($element);
            });
        }

        return !$hasObject ? $value : throw Failure::decoding(self::MESSAGE, 0, 'bad_class');
    }
}
