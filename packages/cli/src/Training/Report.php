<?php

declare(strict_types=1);

namespace Brine\Training;

/** A dictionary's effect on samples, by label. */
final class Report
{
    /** @var array<array-key, array{samples: int, bytes: int, withDictionary: int, smaller: int, logarithms: float}> */
    private array $groups = [];

    /**
     * @internal
     * @param int $bytes          size of the payload without the dictionary
     * @param int $withDictionary size with it
     */
    public function add(string $label, int $bytes, int $withDictionary): void
    {
        $group = $this->groups[$label] ?? ['samples' => 0, 'bytes' => 0, 'withDictionary' => 0, 'smaller' => 0, 'logarithms' => 0.0];
        ++$group['samples'];
        $group['bytes'] += $bytes;
        $group['withDictionary'] += $withDictionary;
        $group['smaller'] += $withDictionary < $bytes ? 1 : 0;
        $group['logarithms'] += \log($withDictionary / $bytes);
        $this->groups[$label] = $group;
    }

    /**
     * The effect by label.
     *
     * @return array<array-key, array{samples: int, bytes: int, withDictionary: int, smaller: int, ratio: float}> total sizes without and with the
     *     dictionary, number of payloads that become smaller, and geometric mean of the payloads' ratios
     */
    public function groups(): array
    {
        $groups = [];
        foreach ($this->groups as $label => $group) {
            $ratio = \exp($group['logarithms'] / $group['samples']);
            unset($group['logarithms']);
            $groups[$label] = $group + ['ratio' => $ratio];
        }
        \ksort($groups);

        return $groups;
    }

    public function __toString(): string
    {
        $text = \sprintf("%-24s %7s %10s %10s %7s %6s\n", 'label', 'samples', 'bytes', 'with', 'smaller', 'ratio');
        foreach ($this->groups() as $label => $group) {
            $text .= \sprintf(
                "%-24s %7d %10d %10d %7d %6.3f\n",
                $label === '' ? '(none)' : $label,
                $group['samples'],
                $group['bytes'],
                $group['withDictionary'],
                $group['smaller'],
                $group['ratio'],
            );
        }

        return $text;
    }
}
