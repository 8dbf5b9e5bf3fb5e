<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * The properties that a class declares, found by name as unserialize() finds them.
 *
 * @internal
 */
final class Declarations
{
    /** @var array<string, \ReflectionProperty> by name in PHP's mangled form: properties with storage */
    private readonly array $properties;

    /** @var \ReflectionClass<object> */
    private readonly \ReflectionClass $class;

    /** @param string $class an existing class */
    public function __construct(string $class)
    {
        /** @var class-string $class */
        $this->class = new \ReflectionClass($class);
        $this->properties = ClassKind::properties($this->class);
    }

    /** The class name as the class spells it. */
    public function className(): string
    {
        return $this->class->name;
    }

    /**
     * Also finds a declaration whose visibility differs from the one in the name.
     *
     * @param string $name in PHP's mangled form
     */
    public function find(string $name): ?\ReflectionProperty
    {
        if (isset($this->properties[$name])) {
            return $this->properties[$name];
        }
        $end = \str_starts_with($name, "\0") ? \strpos($name, "\0", 1) : 0;
        $scope = \substr($name, 1, \max(0, (int) $end - 1));
        if ($end === false || $scope !== '' && $scope !== '*' && \strcasecmp($scope, $this->class->name) !== 0) {
            return null;
        }
        $plain = self::plainName($name);
        for ($class = $this->class; $class !== false; $class = $class->getParentClass()) {
            if ($class->hasProperty($plain)) {
                return $class->getProperty($plain);
            }
        }

        return null;
    }

    /** @param string $name in PHP's mangled form */
    public static function plainName(string $name): string
    {
        return \str_starts_with($name, "\0") ? \substr($name, (int) \strpos($name, "\0", 1) + 1) : $name;
    }
}
