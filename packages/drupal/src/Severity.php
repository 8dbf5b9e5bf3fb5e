<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\Core\Extension\Requirement\RequirementSeverity;

/** Severity of a requirement: an enum since Drupal 11.2, a number before. */
final class Severity
{
    public static function ok(): mixed
    {
        return self::of('OK', 0);
    }

    public static function warning(): mixed
    {
        return self::of('Warning', 1);
    }

    public static function error(): mixed
    {
        return self::of('Error', 2);
    }

    private static function of(string $name, int $number): mixed
    {
        return \enum_exists(RequirementSeverity::class) ? \constant(RequirementSeverity::class . "::$name") : $number;
    }
}
