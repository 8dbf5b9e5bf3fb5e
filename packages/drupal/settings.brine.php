<?php

/**
 * @file
 * Lets Brine write, and read the bin of the service container, which comes before Drupal knows any module. Included at the end of settings.php, which
 * defines the variables.
 *
 * @var array<string, mixed> $settings
 * @var \Composer\Autoload\ClassLoader $class_loader
 */

declare(strict_types=1);

if (class_exists(Brine\Auto::class)) {
    $class_loader->addPsr4('Drupal\\brine\\', __DIR__ . '/src');
    $settings = Drupal\brine\ContainerBin::in($settings);
}
