<?php

declare(strict_types=1);

/** Stands in for WP-CLI: what it prints is in $lines. */
final class WP_CLI
{
    /** @var list<string> */
    public static array $lines = [];

    /** @return list<string> the lines since the last call */
    public static function taken(): array
    {
        [$lines, self::$lines] = [self::$lines, []];

        return $lines;
    }

    public static function line(string $message): void
    {
        self::$lines[] = $message;
    }

    public static function success(string $message): void
    {
        self::$lines[] = "Success: $message";
    }

    public static function warning(string $message): void
    {
        self::$lines[] = "Warning: $message";
    }

    /** Ends the program. */
    public static function error(string $message): never
    {
        throw new DomainException($message);
    }

    /** @param class-string $class */
    public static function add_command(string $name, string $class): void
    {
        self::$lines[] = "$name: $class";
    }
}
