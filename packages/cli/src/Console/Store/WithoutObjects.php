<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Decorator;
use Brine\Internal\Failure;
use Brine\Serializer;

/**
 * Rejects values with objects. Without their classes, objects are incomplete, and another format would lose the form that __serialize() gave
 * them.
 *
 * @internal
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
        $met = [];

        return !self::hasObject($value, $met) ? $value : throw Failure::decoding(self::MESSAGE, 0, 'bad_class');
    }

    /**
     * Reads only: writing would duplicate repeated arrays.
     *
     * @param array<string, true> $met ids of PHP references seen so far: an array may contain itself
     */
    private static function hasObject(mixed $value, array &$met): bool
    {
        if (!\is_array($value)) {
            return \is_object($value);
        }
        foreach ($value as $key => $element) {
            $reference = \is_array($element) ? \ReflectionReference::fromArrayElement($value, $key)?->getId() : null;
            if ($reference !== null && isset($met[$reference])) {
                continue;
            }
            if ($reference !== null) {
                $met[$reference] = true;
            }
            if (self::hasObject($element, $met)) {
                return true;
            }
        }

        return false;
    }
}
