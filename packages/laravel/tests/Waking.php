<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

/** An object whose hook asks for a class that is optional, or fails. */
final class Waking
{
    /** How often any was woken. */
    public static int $count = 0;

    public bool $found = true;

    public function __construct(public string $fails = '')
    {
    }

    public function __wakeup(): void
    {
        self::$count++;
        $this->found = \class_exists('Brine\Laravel\Tests\Optional');
        match ($this->fails) {
            'error' => throw new \Error('The hook fails'),
            'exception' => throw new \LogicException('The hook fails'),
            default => null,
        };
    }
}
