<?php

declare(strict_types=1);

namespace Brine\Laravel;

/** An entry has an object of a class that is missing, or that cache.serializable_classes does not allow. */
final class ClassUnavailable extends \RuntimeException
{
    private function __construct(public readonly string $reason, public readonly string $class, string $message)
    {
        parent::__construct($message);
    }

    public static function missing(string $class): self
    {
        return new self('missing_class', $class, "The class $class is missing");
    }

    public static function denied(string $class): self
    {
        return new self('denied_class', $class, "The class $class is not among cache.serializable_classes");
    }
}
