<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\NativeSerializer;
use Brine\Tests\Library\Loop\Acting;
use PHPUnit\Framework\TestCase;

/** Error handlers that hooks set or take back are theirs: a read leaves those of others as they are. */
final class ErrorHandlersTest extends TestCase
{
    protected function tearDown(): void
    {
        Acting::$reading = null;
    }

    public function testAHandlerThatAHookSetsStays(): void
    {
        $heard = [];
        Acting::$reading = static function () use (&$heard): void {
            \set_error_handler(static function (int $level, string $message) use (&$heard): bool {
                $heard[] = $message;

                return true;
            });
        };
        $before = self::current();
        foreach ([static fn (): mixed => (new NativeSerializer())->unserialize(\serialize(new Acting(1))), static fn (): mixed => \brine_unserialize(\brine_serialize(new Acting(1)))] as $read) {
            $read();
            \trigger_error('heard', \E_USER_NOTICE);
            \restore_error_handler();
        }
        self::assertSame(['heard', 'heard'], $heard);
        self::assertSame($before, self::current());
    }

    public function testAHookThatTakesTooManyBackTakesOnlyOurs(): void
    {
        $own = static fn (): bool => true;
        \set_error_handler($own);
        Acting::$reading = static function (): void {
            \restore_error_handler();
        };
        (new NativeSerializer())->unserialize(\serialize(new Acting(1)));
        $after = self::current();
        \restore_error_handler();
        self::assertSame($own, $after);
    }

    private static function current(): mixed
    {
        $current = \set_error_handler(null);
        \restore_error_handler();

        return $current;
    }
}
