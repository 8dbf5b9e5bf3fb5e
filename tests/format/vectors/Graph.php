<?php

declare(strict_types=1);

namespace Brine\Tests\Vectors;

/**
 * Describes a value as text that tells apart what native text does not: which elements are PHP references although they
 * hold an object. Two graphs with the same description are the same to PHP code, but for the bits of a NaN.
 */
final class Graph
{
    /** @var array<int, int> By spl_object_id(). */
    private array $objects = [];

    /** @var array<string, int> By ReflectionReference::getId(). */
    private array $references = [];

    public static function describe(mixed $value): string
    {
        return (new self())->value($value);
    }

    private function value(mixed $value): string
    {
        return match (true) {
            is_float($value) => is_nan($value) ? 'nan' : 'float ' . bin2hex(pack('E', $value)),
            is_string($value) => strlen($value) . ' ' . $value,
            is_array($value) => 'array' . $this->members($value),
            is_object($value) => $this->object($value),
            default => get_debug_type($value) . ' ' . var_export($value, true),
        };
    }

    private function object(object $object): string
    {
        $id = spl_object_id($object);
        if (isset($this->objects[$id])) {
            return "object {$this->objects[$id]}";
        }
        $number = $this->objects[$id] = count($this->objects);

        return "object $number " . $object::class . $this->members((array) $object);
    }

    /** @param array<mixed> $members */
    private function members(array $members): string
    {
        $text = '{';
        foreach (array_keys($members) as $key) {
            $text .= get_debug_type($key) . " $key: " . $this->member($members, $key) . "\n";
        }

        return $text . '}';
    }

    /** @param array<mixed> $members */
    private function member(array $members, int|string $key): string
    {
        $id = \ReflectionReference::fromArrayElement($members, $key)?->getId();
        if ($id === null) {
            return $this->value($members[$key]);
        }
        if (isset($this->references[$id])) {
            return "reference {$this->references[$id]}";
        }
        $number = $this->references[$id] = count($this->references);

        return "reference $number " . $this->value($members[$key]);
    }
}
