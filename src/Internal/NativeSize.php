<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Estimates the size of a value's native text, which repeats arrays and strings at each place; a Brine payload has them once. An object occurs
 * once in both.
 *
 * @internal
 */
final class NativeSize
{
    private const FREE = 1 << 16;
    private const PER_BYTE = 64;

    /** Approximate bytes of a number, or around a string or array. */
    private const VALUE = 8;

    /** @var array<int|string, true> objects and references seen so far */
    private array $seen = [];

    private function __construct(private int $left)
    {
    }

    /** Whether the text is about as long as expected for an entry of this size. A few bytes can stand for a huge text. */
    public static function isInProportion(mixed $value, int $bytes): bool
    {
        return self::isWithin($value, self::FREE + self::PER_BYTE * $bytes);
    }

    /** Whether the text has at most about this many bytes. Stops walking the value at the limit. */
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
            // An array can contain itself only by a reference.
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

    /** @return bool whether it is seen for the first time */
    private function meet(int|string $id): bool
    {
        $isNew = !isset($this->seen[$id]);
        $this->seen[$id] = true;

        return $isNew;
    }
}
