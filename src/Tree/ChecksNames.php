<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\DecodeError;

/** Checks the names of an object's properties where they are the keys of an array. A part of the readers. */
trait ChecksNames
{
    /** In bytes. */
    private const LONG_NAME = 64;

    /**
     * @param ClassKind|null $class      null if it is missing or denied
     * @param array<mixed>   $properties by name in PHP's mangled form
     * @param int            $at         the object's place
     */
    private function checkNames(?ClassKind $class, array $properties, int $at): void
    {
        if ($class === null || $class->isIncomplete) {
            if (\array_key_exists(Classes::NAME_OF_INCOMPLETE, $properties)) {
                throw DecodeError::at('bad_name', $at);
            }

            return;
        }
        if (!$class->minds) {
            return;
        }
        $others = \array_diff_key($properties, $class->properties);
        if ($others === []) {
            return;
        }
        foreach ($others as $name => $value) {
            // The same long name may come in each object.
            if (\is_string($name) && \strlen($name) > self::LONG_NAME) {
                $this->charge(\strlen($name), $at);
            }
        }
        if (!$this->classes->takeOthers($class, $others, $properties)) {
            throw DecodeError::at('bad_name', $at);
        }
    }
}
