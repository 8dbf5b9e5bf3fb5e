<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** Sections 8.1 and 8.2: the names of classes, and those of properties. */
final class Names
{
    /** The scopes of names, by their bytes. */
    private const PUBLIC = 0x00;
    private const PROTECTED = 0x01;
    private const PRIVATE = 0x02;
    private const PRIVATE_OF = 0x03;

    /** Section 8.6: of the LAYOUT whose object is not read yet. */
    public ?int $fingerprint = null;

    /** @param array{allowed_classes?: bool|list<string>, missing_classes?: string, stale_classes?: string} $options */
    public function __construct(private readonly Numbers $in, private readonly Strings $strings, private readonly Limits $limits, private readonly array $options)
    {
    }

    // Section 8.1: Class names

    public function class(): string
    {
        return $this->in->item(function (): string {
            $class = $this->strings->read();
            if (preg_match('/^[\w\x80-\xFF][\w\x80-\xFF\\\\]*$/D', $class) !== 1) {
                throw new MalformedPayload('bad_class_name', 'Not the name of a class');
            }
            $this->lookUp($class);

            return $class;
        });
    }

    public function isAllowed(string $class): bool
    {
        $allowed = $this->options['allowed_classes'] ?? true;

        return is_bool($allowed) ? $allowed : in_array(strtolower($class), array_map(strtolower(...), $allowed), true);
    }

    /** A class that is not allowed is not missing. */
    public function lookUp(string $class): void
    {
        if (($this->options['missing_classes'] ?? '') === 'throw' && $this->isAllowed($class) && !class_exists($class) && !interface_exists($class)) {
            throw new MalformedPayload('missing_class', "There is no class $class");
        }
    }

    /** Some classes of PHP that have no objects in any payload are left to unserialize(). */
    public function demandObjects(string $class): void
    {
        if ($this->isAllowed($class) && (class_exists($class) || interface_exists($class))) {
            $reflection = new \ReflectionClass($class);
            if ($reflection->isAbstract() || $reflection->isInterface() || $reflection->isEnum()) {
                throw new MalformedPayload('bad_class', "$class has no such objects");
            }
        }
    }

    // Section 8.3: CUSTOM

    public function demandOtherForm(string $class): void
    {
        if ($this->hasStringForm($class)) {
            throw new MalformedPayload('bad_class', "$class has only the form of SERIALIZABLE");
        }
    }

    // Section 8.4: SERIALIZABLE

    public function demandStringForm(string $class): void
    {
        if (!$this->hasStringForm($class)) {
            throw new MalformedPayload('bad_class', "$class reads no bytes");
        }
    }

    private function hasStringForm(string $class): bool
    {
        return $this->isAllowed($class) && is_subclass_of($class, \Serializable::class) && !method_exists($class, '__unserialize');
    }

    // Section 8.2: OBJECT

    /** @return list<string> The names of an OBJECT, in native text. */
    public function properties(string $class, int $count): array
    {
        $names = [];
        $scope = self::PUBLIC;
        $prefix = '';
        for ($i = 0; $i < $count; ++$i) {
            $names[] = NativeText::string($this->in->item(function () use ($class, &$scope, &$prefix): string {
                if ($this->in->peek() <= self::PRIVATE_OF) {
                    [$scope, $prefix] = $this->scope($scope, $class);
                }

                return $prefix . $this->propertyName($scope, $prefix, $class);
            }));
        }

        $this->demandOtherForm($class);
        if (count(array_unique($names)) < count($names)) {
            throw new MalformedPayload('duplicate_name', 'Two names are equal');
        }
        $this->demandCurrent($class, $names);

        return $names;
    }

    /**
     * @param int $before The scope of the name before.
     * @return array{int, string} Scope, and what PHP's mangled form of the names begins with.
     */
    private function scope(int $before, string $class): array
    {
        $scope = $this->in->u(1);
        if ($scope === $before && $scope !== self::PRIVATE_OF) {
            throw new MalformedPayload('bad_name', 'The names before have this scope already');
        }
        if ($scope === self::PUBLIC) {
            return [$scope, ''];
        }
        $owner = match ($scope) {
            self::PROTECTED => '*',
            self::PRIVATE => $class,
            self::PRIVATE_OF => $this->strings->read(),
        };
        if ($owner === '' || str_contains($owner, "\0")) {
            throw new MalformedPayload('bad_name', 'Not the name of a class that declares a property');
        }

        return [$scope, "\0$owner\0"];
    }

    private function propertyName(int $scope, string $prefix, string $class): string
    {
        $name = $this->strings->read();
        if ($name === '' && $scope !== self::PUBLIC) {
            throw new MalformedPayload('bad_name', 'Not the name of a protected or private property');
        }
        if ($scope !== self::PUBLIC) {
            $this->limits->charge(32 + strlen($prefix) - 2 + strlen($name));
        } elseif (str_starts_with($name, "\0")) {
            $this->limits->charge(32 + strlen($name));
        }
        if ($name === '__PHP_Incomplete_Class_Name' && $scope === self::PUBLIC && !class_exists($class)) {
            throw new MalformedPayload('bad_name', 'The class name of an incomplete object');
        }
        if ($scope === self::PUBLIC && str_starts_with($name, "\0") && preg_match('/^\0[^\0]+\0./s', $name) !== 1 && self::minds($class)) {
            throw new MalformedPayload('bad_name', 'A name that begins as a mangled one, and is none');
        }

        return $name;
    }

    /** Whether objects of the class have no other names than declared, public and mangled ones. */
    private static function minds(string $class): bool
    {
        if (!class_exists($class) || method_exists($class, '__unserialize')) {
            return false;
        }
        $isDynamic = false;
        for ($of = new \ReflectionClass($class); $of !== false; $of = $of->getParentClass()) {
            $isDynamic = $isDynamic || $of->getAttributes(\AllowDynamicProperties::class) !== [];
            if ($of->getProperties() !== []) {
                return true;
            }
        }

        return !$isDynamic;
    }

    // Section 8.6: LAYOUT

    /** @param list<string>|null $names Those of an OBJECT, in native text; null for a CUSTOM. */
    public function demandCurrent(string $class, ?array $names): void
    {
        [$fingerprint, $this->fingerprint] = [$this->fingerprint, null];
        if (($this->options['stale_classes'] ?? '') !== 'throw' || !$this->isAllowed($class) || !class_exists($class)) {
            return;
        }
        $of = new \ReflectionClass($class);
        if ($of->isInternal()) {
            return;
        }
        $isCustom = $names === null;
        $isSame = $isCustom === $of->hasMethod('__serialize')
            && ($fingerprint === null ? self::isSaid($of, $names) : self::fingerprint($of, $isCustom) === $fingerprint);
        if (!$isSame) {
            throw new MalformedPayload('stale_class', "$class has changed");
        }
    }

    /** @param list<string>|null $names */
    private static function isSaid(\ReflectionClass $class, ?array $names): bool
    {
        $layout = self::layout($class);
        if (self::versions($class) !== '') {
            return false;
        }
        if ($names === null) {
            for ($ancestor = $class; $ancestor !== false && !$ancestor->isInternal();) {
                $ancestor = $ancestor->getParentClass();
            }

            return !$class->getMethod('__serialize')->isInternal() || count($layout) === count($ancestor === false ? [] : self::layout($ancestor));
        }
        $names = array_map(static fn (string $text): string => unserialize($text), $names);
        sort($names, SORT_STRING);
        for ($isOpen = false, $of = $class; $of !== false; $of = $of->getParentClass()) {
            $isOpen = $isOpen || $of->getAttributes(\AllowDynamicProperties::class) !== [];
        }

        return $names === $layout || $layout === [] && $isOpen;
    }

    private static function fingerprint(\ReflectionClass $class, bool $isCustom): int
    {
        $names = $isCustom && !$class->getMethod('__serialize')->isInternal() ? [] : self::layout($class);

        return crc32(implode('', array_map(static fn (string $name): string => "$name\n", $names)) . self::versions($class));
    }

    private static function versions(\ReflectionClass $class): string
    {
        for ($versions = ''; $class !== false; $class = $class->getParentClass()) {
            foreach ($class->getAttributes('Brine\Version') as $attribute) {
                $versions .= '@' . current($attribute->getArguments()) . "\n";
            }
        }

        return $versions;
    }

    /** @return list<string> Sorted. */
    private static function layout(\ReflectionClass $class): array
    {
        $names = [];
        for (; $class !== false; $class = $class->getParentClass()) {
            foreach ($class->getProperties() as $property) {
                $isVirtual = method_exists($property, 'isVirtual') && $property->isVirtual();
                // Of a child's property, and the parent's that it takes the place of, the child's counts.
                if (!$property->isStatic() && !$isVirtual && ($property->isPrivate() || !isset($names[$property->name]))) {
                    $names[$property->isPrivate() ? "\0$property->class\0$property->name" : $property->name] = match (true) {
                        $property->isPrivate() => "\0$property->class\0$property->name",
                        $property->isProtected() => "\0*\0$property->name",
                        default => $property->name,
                    };
                }
            }
        }
        sort($names, SORT_STRING);

        return $names;
    }
}
