<?php

declare(strict_types=1);

namespace Drupal\brine;

/** The library, which comes with the module where Composer installs that. */
final class Library
{
    /** @return array<string, array<string, mixed>> what is missing to install the module */
    public static function requirements(): array
    {
        if (\class_exists(\Brine\Auto::class)) {
            return [];
        }
        // The module's classes are not found by themselves before it is installed.
        require_once __DIR__ . '/Severity.php';

        return ['brine_library' => [
            'title' => 'Brine',
            'value' => 'missing',
            'description' => 'The library brine/brine is not there. Install the module by Composer: composer require brine/drupal',
            'severity' => Severity::error(),
        ]];
    }
}
