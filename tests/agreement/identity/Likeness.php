<?php

declare(strict_types=1);

namespace Brine\Tests\Identity;

/**
 * Compares a value with its decoded copy: types, keys, scalars, and which places share an object. Objects are compared once; arrays at each
 * place, up to a limit, since they may contain themselves.
 */
final class Likeness
{
    private const LEVELS = 16;
    private const VALUES = 3000;

    /** @var \SplObjectStorage<object, object> of each object the decoded one */
    private \SplObjectStorage $decoded;
    /** @var \SplObjectStorage<object, object> and the other way round */
    private \SplObjectStorage $original;
    private int $values = 0;
    /** @var list<array{object, object, string}> pairs whose content is to be compared, and the way there */
    private array $pairs = [];

    private function __construct()
    {
        $this->decoded = new \SplObjectStorage();
        $this->original = new \SplObjectStorage();
    }

    /** @return string|null the place of the first difference, or null */
    public static function difference(mixed $value, mixed $decoded): ?string
    {
        $self = new self();
        $place = $self->compare($value, $decoded, '$value', 0);
        while ($place === null && $self->pairs !== []) {
            [$a, $b, $way] = \array_pop($self->pairs);
            $place = $self->compareArrays(Values::written($a), Values::read($b), $way . '->', 0);
        }

        return $place;
    }

    private function compare(mixed $a, mixed $b, string $place, int $level): ?string
    {
        if (\is_array($a) && \is_array($b)) {
            return $this->compareArrays($a, $b, $place, $level + 1);
        }
        if (!\is_object($a) || !\is_object($b)) {
            return $a === $b ? null : $place;
        }
        $isNew = !isset($this->decoded[$a]);
        if ($isNew !== !isset($this->original[$b])) {
            return "$place (" . ($isNew ? 'is another one than before' : 'is not the same as before') . ')';
        }
        if (!$isNew) {
            return $this->decoded[$a] === $b ? null : "$place (is the same as another one)";
        }
        $this->decoded[$a] = $b;
        $this->original[$b] = $a;
        $this->pairs[] = [$a, $b, $place];

        return $a::class === $b::class ? null : $place;
    }

    /**
     * @param array<mixed> $a
     * @param array<mixed> $b
     */
    private function compareArrays(array $a, array $b, string $place, int $level): ?string
    {
        if (\array_keys($a) !== \array_keys($b)) {
            return "$place (keys)";
        }
        if ($level > self::LEVELS) {
            return null;
        }
        foreach ($a as $key => $_) {
            if (++$this->values > self::VALUES) {
                return null;
            }
            $difference = $this->compare($a[$key], $b[$key], "{$place}[$key]", $level);
            if ($difference !== null) {
                return $difference;
            }
        }

        return null;
    }
}
