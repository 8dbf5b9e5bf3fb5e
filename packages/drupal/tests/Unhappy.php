<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

/** Cannot be read. */
final class Unhappy
{
    /** How often any was to be read. */
    public static int $count = 0;

    public int $number = 1;

    public function __wakeup(): void
    {
        self::$count++;
        throw new \Error('unhappy');
    }
}
