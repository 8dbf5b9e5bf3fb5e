<?php

declare(strict_types=1);

namespace Brine\Native;

use Brine\Internal\ClassList;

/**
 * Estimates the memory of objects in a text of serialize(), without their values.
 *
 * @internal
 */
final class ClassMemory
{
    private const OBJECT = 56;
    private const PROPERTY = 16;
    /** An incomplete object has a table with the class name. */
    private const INCOMPLETE = 432;
    /** Hidden memory of internal objects. */
    private const UNKNOWN = 512;
    /** A stack frame in a Throwable's trace, with arguments. */
    private const CALL = 560;
    /** Further frames at the place where the object is created. */
    private const CALLS = 8;

    /** Names remembered at most. They may have been chosen to collide, so that each is compared with all others. */
    private const MAX_KNOWN = 256;

    /** @var array<string, int> by name, those that are not denied */
    private array $known = [];

    /** @param ClassList|null $allowed null if all are allowed */
    public function __construct(private readonly ?ClassList $allowed)
    {
    }

    /**
     * @param bool $load whether to autoload the class, as unserialize() would
     * @return int|null bytes; null if the class would have to be loaded
     */
    public function memoryOf(string $name, bool $load): ?int
    {
        if ($this->allowed !== null && !$this->allowed->has($name)) {
            return self::INCOMPLETE;
        }
        if (isset($this->known[$name])) {
            return $this->known[$name];
        }
        if (\preg_match('/^[\w\x80-\xFF\\\\]+$/D', $name) !== 1) {
            return self::INCOMPLETE;
        }
        if (\count($this->known) >= self::MAX_KNOWN) {
            $this->known = [];
        }
        if (!\class_exists($name, $load)) {
            return $load ? $this->known[$name] = self::INCOMPLETE : null;
        }

        return $this->known[$name] = self::memoryOfClass(new \ReflectionClass($name));
    }

    /** @param \ReflectionClass<object> $class */
    private static function memoryOfClass(\ReflectionClass $class): int
    {
        $memory = self::OBJECT;
        if ($class->implementsInterface(\Throwable::class)) {
            $memory += self::CALL * (\count(\debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS)) + self::CALLS);
        }
        $hasUnknown = false;
        for ($scope = $class; $scope !== false; $scope = $scope->getParentClass()) {
            $hasUnknown = $hasUnknown || $scope->isInternal() && $scope->name !== \stdClass::class;
            foreach ($scope->getProperties() as $property) {
                // Reflection includes inherited properties, except for the parents' private ones.
                $isNew = $scope === $class || $property->isPrivate() && $property->class === $scope->name;
                $memory += $isNew && !$property->isStatic() ? self::PROPERTY : 0;
            }
        }

        return $memory + ($hasUnknown ? self::UNKNOWN : 0);
    }
}
