<?php

declare(strict_types=1);

namespace Brine\Laravel;

/** An entry contains a class that cache.serializable_classes does not allow. */
final class ClassUnavailable extends \RuntimeException
{
    public readonly string $reason;

    private function __construct(public readonly string $class)
    {
        parent::__construct("The class $class is not among cache.serializable_classes");
        $this->reason = 'denied_class';
    }

    public static function of(\__PHP_Incomplete_Class $object): self
    {
        $class = ((array) $object)['__PHP_Incomplete_Class_Name'] ?? null;

        return new self(\is_string($class) ? $class : 'unknown');
    }
}
