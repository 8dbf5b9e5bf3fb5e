<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

/** State of the stand-ins for WordPress' functions. */
final class Site
{
    public static bool $isAdditionSuspended = false;
    public static bool $isMultisite = false;
    /** @var list<string> */
    public static array $mistakes = [];
    /** @var list<array<mixed>> names and arguments of actions */
    public static array $actions = [];

    private function __construct()
    {
    }

    public static function reset(): void
    {
        self::$isAdditionSuspended = self::$isMultisite = false;
        self::$mistakes = self::$actions = [];
    }
}
