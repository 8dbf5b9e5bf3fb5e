<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

/** Cannot be read. */
final class Unhappy
{
    public int $number = 1;

    public function __wakeup(): void
    {
        throw new \Error('unhappy');
    }
}
