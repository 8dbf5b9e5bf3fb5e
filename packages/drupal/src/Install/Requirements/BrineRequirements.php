<?php

declare(strict_types=1);

namespace Drupal\brine\Install\Requirements;

use Drupal\brine\Library;
use Drupal\Core\Extension\InstallRequirementsInterface;

/** Requirements before installation, where Drupal 11.2 and later look for them. */
final class BrineRequirements implements InstallRequirementsInterface
{
    /** @return array<string, array<string, mixed>> */
    public static function getRequirements(): array
    {
        require_once __DIR__ . '/../../Library.php';

        return Library::requirements();
    }
}
