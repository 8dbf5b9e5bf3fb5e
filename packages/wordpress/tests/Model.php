<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

/**
 * What an object cache must do: a request has values of its own, by WordPress' rules, before those that all requests share. Values are kept as text, so
 * that nobody changes them.
 */
final class Model
{
    /** @var array<string, string|null> texts of this request; null for a miss */
    private array $own = [];
    private int $blog = 1;

    /** @param \ArrayObject<string, string> $shared texts that all requests share */
    public function __construct(private readonly \ArrayObject $shared, private readonly bool $isMultisite)
    {
    }

    /** @param string $mode "set", "add" or "replace" */
    public function write(string $mode, int|string $key, mixed $value, string $group): bool
    {
        $id = $this->id($key, $group);
        $exists = $this->isLocal($group) ? isset($this->own[$id]) : isset($this->shared[$id]);
        if (\trim((string) $key) === '' || ($mode === 'add' && Site::$isAdditionSuspended) || ($mode === 'replace' && !$exists)) {
            return false;
        }
        if ($mode === 'add' && $exists) {
            // It reads what is there.
            $this->get($key, $group, !isset($this->own[$id]));

            return false;
        }
        $this->own[$id] = \serialize($value);
        if (!$this->isLocal($group)) {
            $this->shared[$id] = \serialize($value);
        }

        return true;
    }

    /** @return string|null the text; null for a miss */
    public function get(int|string $key, string $group, bool $force): ?string
    {
        $id = $this->id($key, $group);
        if (\trim((string) $key) === '') {
            return null;
        }
        if (!$this->isLocal($group) && ($force || !\array_key_exists($id, $this->own))) {
            $this->own[$id] = $this->shared[$id] ?? null;
        }

        return $this->own[$id] ?? null;
    }

    public function delete(int|string $key, string $group): bool
    {
        $id = $this->id($key, $group);
        $exists = \trim((string) $key) !== '' && ($this->isLocal($group) ? isset($this->own[$id]) : isset($this->shared[$id]));
        unset($this->own[$id]);
        if (!$this->isLocal($group)) {
            unset($this->shared[$id]);
        }

        return $exists;
    }

    public function count(int|string $key, int $by, string $group): int|float|false
    {
        $id = $this->id($key, $group);
        $text = $this->get($key, $group, true);
        if ($text === null) {
            return false;
        }
        $value = \unserialize($text);
        $sum = (\is_numeric($value) ? $value : 0) + $by;
        $sum = $sum < 0 ? 0 : $sum;
        $this->own[$id] = \serialize($sum);
        if (!$this->isLocal($group)) {
            $this->shared[$id] = \serialize($sum);
        }

        return $sum;
    }

    public function flush(): bool
    {
        $this->own = [];
        $this->shared->exchangeArray([]);

        return true;
    }

    public function flushRuntime(): bool
    {
        $this->own = [];

        return true;
    }

    public function flushGroup(string $group): bool
    {
        $isOther = static fn (string $id): bool => \explode('|', $id)[1] !== $group;
        $this->own = \array_filter($this->own, $isOther, \ARRAY_FILTER_USE_KEY);
        $this->shared->exchangeArray(\array_filter($this->shared->getArrayCopy(), $isOther, \ARRAY_FILTER_USE_KEY));

        return true;
    }

    public function switchTo(int $blog): mixed
    {
        $this->blog = $this->isMultisite ? $blog : 1;

        return null;
    }

    private function isLocal(string $group): bool
    {
        return \str_starts_with($group, 'local');
    }

    private function id(int|string $key, string $group): string
    {
        return (\str_ends_with($group, 'global') ? '' : $this->blog) . '|' . ($group === '' ? 'default' : $group) . "|$key";
    }
}
