<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Loop;

/** Deliberate leaks, which a loop must notice. */
final class Leak
{
    /** Names, and what the fault says then. */
    public const NAMES = [
        'array' => 'memory grew',
        'environment' => 'the resident set grew',
        'error handler' => 'error handlers',
        'exception handler' => 'exception handlers',
        'class loader' => 'class loaders',
        'error_reporting' => 'error_reporting',
        'allowed classes' => 'brine.allowed_classes',
        'callback' => 'unserialize_callback_func',
        'output' => 'output buffers',
    ];

    /** @var \ArrayObject<int, string>|null */
    private static ?\ArrayObject $kept = null;

    private function __construct()
    {
    }

    public static function leave(string $leak, int $number): void
    {
        self::$kept ??= new \ArrayObject();
        match ($leak) {
            '' => null,
            'array' => self::$kept->append("request $number"),
            'environment' => \putenv("BRINE_LEAK_$number=" . \str_repeat('x', 4096)),
            'error handler' => \set_error_handler(static fn (): bool => true),
            'exception handler' => \set_exception_handler(static function (): void {
            }),
            'class loader' => \spl_autoload_register(static function (): void {
            }),
            'error_reporting' => \error_reporting(\E_ALL & ~\E_NOTICE),
            'allowed classes' => \ini_set('brine.allowed_classes', 'Nothing'),
            'callback' => \ini_set('unserialize_callback_func', 'strlen'),
            'output' => \ob_start(),
            default => throw new \ValueError("There is no leak \"$leak\""),
        };
    }
}
