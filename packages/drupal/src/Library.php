<?php

declare(strict_types=1);

namespace Drupal\brine;

/** Checks that Brine's library is present; Composer installs it with the module. */
final class Library
{
    /** @return array<string, array<string, mixed>> requirements that are not met */
    public static function requirements(): array
    {
        if (\class_exists(\Brine\Auto::class)) {
            return [];
        }
        // Before installation, the module's classes are not autoloaded.
        require_once __DIR__ . '/Severity.php';

        return ['brine_library' => [
            'title' => 'Brine',
            'value' => 'missing',
            'description' => 'The library brine/brine is not there. Install the module by Composer: composer require brine/drupal',
            'severity' => Severity::error(),
        ]];
    }
}
