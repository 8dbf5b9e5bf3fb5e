<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** Does when it is read what a test says. */
final class ActingThing
{
    /** @var (\Closure(): void)|null */
    private static ?\Closure $onRead = null;

    /** @param (\Closure(): void)|null $do */
    public static function onRead(?\Closure $do): void
    {
        self::$onRead = $do;
    }

    public function __wakeup(): void
    {
        if (self::$onRead !== null) {
            (self::$onRead)();
        }
    }
}
