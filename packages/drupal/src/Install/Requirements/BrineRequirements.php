<?php

declare(strict_types=1);

namespace Drupal\brine\Install\Requirements;

use Drupal\brine\Library;
use Drupal\Core\Extension\InstallRequirementsInterface;

/** Where Drupal looks, from 11.2 on, for what has to be there before the module can be installed. */
final class BrineRequirements implements InstallRequirementsInterface
{
    /** @return array<string, array<string, mixed>> */
    public static function getRequirements(): array
    {
        require_once __DIR__ . '/../../Library.php';

        return Library::requirements();
    }
}
