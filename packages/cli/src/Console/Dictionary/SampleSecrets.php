<?php

declare(strict_types=1);

namespace Brine\Console\Dictionary;

/** Collects values that samples hold under names of secrets, in arrays and objects. */
final class SampleSecrets
{
    /** Limits of examined values, levels and elements per sample. */
    private const MAX = 10_000;
    private const LEVELS = 64;
    private const ELEMENTS = 1 << 16;

    /** @var array<array-key, string> names, by value */
    public array $found = [];

    private int $left = 0;

    public function add(mixed $value): void
    {
        $this->left = self::ELEMENTS;
        $this->look($value, self::LEVELS);
    }

    private function look(mixed $value, int $levels): void
    {
        if ($levels === 0 || !\is_array($value) && !\is_object($value)) {
            return;
        }
        foreach ((array) $value as $key => $element) {
            if (--$this->left < 0 || \count($this->found) >= self::MAX) {
                return;
            }
            if (\is_array($element) || \is_object($element)) {
                $this->look($element, $levels - 1);
            } elseif (\is_string($key) && \is_string($element) && $element !== '') {
                // The mangled names of private and protected properties start with a scope.
                $name = (string) \preg_replace('/\A\0[^\0]*\0/', '', $key);
                if (Suspicions::isName($name)) {
                    $this->found[$element] = $name;
                }
            }
        }
    }
}
