<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\Config\StorageInterface;

/** The configuration that names the modules which are installed. */
final class Extensions implements StorageInterface
{
    /** @var array<string, int>|false */
    public array|false $modules = ['node' => 0];
    public int $asked = 0;

    /** @param string $name */
    public function read($name)
    {
        ++$this->asked;

        return $name === 'core.extension' && $this->modules !== false ? ['module' => $this->modules] : false;
    }
}
