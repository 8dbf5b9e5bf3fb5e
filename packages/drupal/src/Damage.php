<?php

declare(strict_types=1);

namespace Drupal\brine;

use Brine\StaleEntries;
use Drupal\brine\Status\Record;
use Drupal\Core\KeyValueStore\KeyValueFactoryInterface;

/**
 * Collects unreadable entries and logs them after the request, since the log itself may use the cache entry being read. One line names the first
 * ones; a line of information for each changed class counts the stale ones.
 */
final class Damage
{
    public const NAMED = 5;
    /** A process that never ends logs after so many entries, or seconds. */
    private const MAX = 1000;
    private const SECONDS = 60.0;

    /** @var array<string, string> reason, by bin and entry */
    private static array $found = [];
    private static ?StaleEntries $stale = null;
    private static bool $isWaiting = false;
    private static bool $isRegistered = false;
    private static bool $isLogging = false;
    /** When the first entry was found. */
    private static float $since = 0.0;

    public static function found(string $bin, string $cid, \Throwable $error): void
    {
        if (self::$isWaiting && !self::$isLogging && (\count(self::$found) >= self::MAX || \hrtime(true) / 1e9 - self::$since >= self::SECONDS)) {
            self::log();
        }
        self::$stale ??= new StaleEntries();
        if (self::$stale->note($error) === null) {
            self::$found["$bin:$cid"] ??= $error->getMessage();
        }
        if (!self::$isWaiting) {
            self::$isWaiting = true;
            self::$since = \hrtime(true) / 1e9;
        }
        if (!self::$isRegistered) {
            self::$isRegistered = true;
            \register_shutdown_function(static function (): void {
                self::$isRegistered = false;
                self::log();
            });
        }
    }

    /** Entries since the last call. */
    public static function log(): void
    {
        self::$isWaiting = false;
        self::$isLogging = true;
        $found = self::$found;
        $stale = self::$stale?->counts() ?? [];
        self::$found = [];
        self::$stale = null;
        $named = [];
        foreach (\array_slice($found, 0, self::NAMED) as $entry => $why) {
            $named[] = "$entry ($why)";
        }
        $count = \count($found);
        $entries = \implode('; ', $named);
        try {
            foreach ($stale as $class => $number) {
                \Drupal::logger('brine')->info('%count cache entries are from before %class has changed, and were misses', ['%count' => $number, '%class' => $class]);
            }
            if ($found === []) {
                return;
            }
            \Drupal::logger('brine')->warning(
                'Cache entries that could not be read were taken for missing: %count, such as %entries',
                ['%count' => $count, '%entries' => $entries],
            );
            $factory = \Drupal::service('keyvalue');
            \assert($factory instanceof KeyValueFactoryInterface);
            (new Record($factory))->addDamaged($count);
        } catch (\Throwable $error) {
            \error_log("brine: $count cache entries could not be read, such as $entries; nor could they be logged: " . $error->getMessage());
        } finally {
            self::$isLogging = false;
        }
    }
}
