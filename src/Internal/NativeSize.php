<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * How long the text would be that serialize() makes of a value, as far as arrays and strings make it so: the text has them in each place
 * where they stand, and a payload of Brine once. An object is in the text once, too.
 *
 * @internal
 */
final class NativeSize
{
    private const FREE = 1 << 16;
    private const PER_BYTE = 64;

    /** Bytes of the text of a number, or around that of a string or array, about. */
    private const VALUE = 8;

    /** @var array<int|string, true> objects and references that were met */
    private array $met = [];

    private function __construct(private int $left)
    {
    }

    /** Whether the text is about as long as that of what somebody writes in so many bytes. A few bytes can stand for very much. */
    public static function isInProportion(mixed $value, int $bytes): bool
    {
        return self::isWithin($value, self::FREE + self::PER_BYTE * $bytes);
    }

    /** Whether the text has about so many bytes at most. No more of the value is looked at than that takes. */
    public static function isWithin(mixed $value, int $most): bool
    {
        return (new self($most))->take($value);
    }

    private function take(mixed $value): bool
    {
        $this->left -= self::VALUE + (\is_string($value) ? \strlen($value) : 0);
        if ($this->left < 0) {
            return false;
        }
        if (\is_object($value)) {
            if (!$this->meet(\spl_object_id($value))) {
                return true;
            }
            $value = (array) $value;
        }
        if (!\is_array($value)) {
            return true;
        }
        foreach ($value as $key => $element) {
            // An array may be inside itself by a reference alone.
            if (\is_array($element) && ($reference = \ReflectionReference::fromArrayElement($value, $key)) !== null && !$this->meet($reference->getId())) {
                continue;
            }
            $this->left -= \is_string($key) ? \strlen($key) : 0;
            if (!$this->take($element)) {
                return false;
            }
        }

        return true;
    }

    /** @return bool whether it is met for the first time */
    private function meet(int|string $id): bool
    {
        $isNew = !isset($this->met[$id]);
        $this->met[$id] = true;

        return $isNew;
    }
}
