<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\Path;
use Brine\Internal\PropertyName;

/**
 * The declared properties of a class, and its versions: what LAYOUT is a fingerprint of (docs/format.md, section 8.6).
 *
 * @internal
 */
final class Layout
{
    private const VERSION = 'Brine\\Version';

    /** @var array<string, self|null> by class name as it was asked for */
    private static array $known = [];

    /** Whether the class has __serialize(), and whether that is user code, which then says by versions alone what it has changed. */
    public readonly bool $hasHook;
    private readonly bool $isOwnForm;
    /** @var list<string> mangled, in the order of the slots */
    private readonly array $names;
    /** A line for each version, from the class up to its root ancestor. */
    private ?string $versions = null;

    /** @param \ReflectionClass<object> $class */
    private function __construct(public readonly \ReflectionClass $class)
    {
        $this->hasHook = $class->hasMethod('__serialize');
        $this->isOwnForm = $this->hasHook && !$class->getMethod('__serialize')->isInternal();
        $this->names = \array_map(\strval(...), \array_keys(ClassKind::properties($class)));
    }

    /** @return self|null null for a class of PHP or an extension: its objects are not checked */
    public static function of(string $class): ?self
    {
        if (!\array_key_exists($class, self::$known)) {
            /** @var class-string $class */
            $reflection = new \ReflectionClass($class);
            self::$known[$class] = $reflection->isInternal() ? null : new self($reflection);
        }

        return self::$known[$class];
    }

    /** Why the class has no fingerprint: a version that is not an integer. Null if it has one. What evaluating it throws comes through. */
    public function fault(): ?string
    {
        $versions = '';
        for ($class = $this->class; $this->versions === null && $class !== false; $class = $class->getParentClass()) {
            foreach (\array_slice($class->getAttributes(self::VERSION), 0, 1) as $attribute) {
                $number = \array_values($attribute->getArguments())[0] ?? null;
                if (!\is_int($number)) {
                    return 'the #[Brine\\Version] of ' . Path::readable($class->name) . ' is not an integer';
                }
                $versions .= "@$number\n";
            }
        }
        $this->versions ??= $versions;

        return null;
    }

    /**
     * Whether no LAYOUT is needed. After fault().
     *
     * @param list<int|string>|null $names of the object's properties, mangled, no two equal; null for a CUSTOM
     */
    public function isSaidBy(?array $names): bool
    {
        return $this->versions === '' && match (true) {
            $names === null => $this->isOwnForm || !$this->declaresMore(),
            $this->names === [] && ClassKind::allowsDynamic($this->class) => true,
            default => \count($names) === \count($this->names) && \array_diff($this->names, $names) === [],
        };
    }

    /** After fault(). */
    public function fingerprint(bool $isCustom): int
    {
        $names = $isCustom && $this->isOwnForm ? [] : $this->names;
        \sort($names, \SORT_STRING);

        return \crc32(\implode("\n", [...$names, (string) $this->versions]));
    }

    /** @return string such as "2, 1", the class's own first; '' if there are none. After fault(). */
    public function versions(): string
    {
        return \trim(\str_replace("\n@", ', ', (string) $this->versions), "@\n");
    }

    /**
     * What has changed since names were written with another layout.
     *
     * @param list<string>|null $names null for a CUSTOM
     */
    public function difference(?array $names): string
    {
        if ($names === null) {
            return $this->isOwnForm ? 'another version' : 'other properties or another version';
        }
        $differences = '';
        foreach (['not written' => \array_diff($this->names, $names), 'not declared' => \array_diff($names, $this->names)] as $what => $list) {
            $differences .= $list === [] ? '' : ", $what: " . \implode(', ', \array_map(self::shown(...), \array_slice($list, 0, 5)));
        }

        return $differences === '' ? 'another version' : "other properties$differences";
    }

    private static function shown(string $mangled): string
    {
        [$owner, $name] = PropertyName::parts($mangled);

        return ($owner === null ? 'public' : ($owner === '*' ? 'protected' : 'private')) . ' $' . Path::readable($name);
    }

    /** Whether the class declares more properties than the class of PHP that it extends. */
    private function declaresMore(): bool
    {
        $class = $this->class;
        while ($class !== false && !$class->isInternal()) {
            $class = $class->getParentClass();
        }

        return \count($this->names) > ($class === false ? 0 : \count(ClassKind::properties($class)));
    }
}
