<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\DecodeException;
use Brine\EncodeException;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Calls in hooks count levels of nesting, so that those which do not end are an exception; the same numbers with the extension and without. */
final class NestedCallsTest extends TestCase
{
    private const MESSAGE = 'the value and the hooks around it are nested deeper than 4096 levels at $value';

    public static function setUpBeforeClass(): void
    {
        $level = \error_reporting(\E_ALL & ~\E_DEPRECATED);
        \class_exists(OldNestingThing::class);
        \error_reporting($level);
    }

    /** @return iterable<string, array{class-string<NestingThing|OldNestingThing>}> */
    public static function classes(): iterable
    {
        yield 'new hooks' => [NestingThing::class];
        yield 'old hooks' => [OldNestingThing::class];
    }

    /** @param class-string<NestingThing|OldNestingThing> $class */
    #[DataProvider('classes')]
    public function testAHookThatEncodesItsOwnGraph(string $class): void
    {
        $thing = new $class();
        $thing->next = $thing;
        $call = static fn (): string => \brine_serialize($thing);
        self::assertRefused(self::MESSAGE, '$value', $call);
        self::assertRefused(self::MESSAGE, '$value', self::inAFiber($call));
        $thing->next = ['list' => [$thing]];
        self::assertRefused(self::MESSAGE, '$value', $call);
        $thing->next = null;
    }

    /** @param class-string<NestingThing|OldNestingThing> $class */
    #[DataProvider('classes')]
    public function testCallsThatEnd(string $class): void
    {
        $roundTrip = static fn (): int => self::countNested(\brine_unserialize(\brine_serialize(self::nested($class, 241))));
        self::assertSame(241, $roundTrip());
        self::assertSame(241, self::inAFiber($roundTrip)());
        self::assertRefused(self::MESSAGE, '$value', static fn (): string => \brine_serialize(self::nested($class, 242)));
        self::assertSame(241, $roundTrip());
    }

    public function testPayloadsInPayloads(): void
    {
        $payload = \brine_serialize(null);
        $name = \substr(\brine_serialize(NestingThing::class), 2);
        for ($i = 0; $i < 256; ++$i) {
            $payload = "\xC1\x10\xF1$name\xC0" . \substr(\brine_serialize($payload), 2);
        }
        $call = static fn (): mixed => \brine_unserialize($payload);
        self::assertSame(256, self::countNested($call()));
        self::assertSame(256, self::countNested(self::inAFiber($call)()));
        $payload = "\xC1\x10\xF1$name\xC0" . \substr(\brine_serialize($payload), 2);
        foreach ([static fn (): mixed => \brine_unserialize($payload), self::inAFiber(static fn (): mixed => \brine_unserialize($payload))] as $call) {
            try {
                $call();
                self::fail('it was not refused');
            } catch (DecodeException $error) {
                self::assertSame(['max_depth', 2], [$error->getReason(), $error->getOffset()]);
            }
        }
    }

    /** An exception, and a fiber that is left in the middle, give back what they had in use. */
    public function testNothingStaysInUse(): void
    {
        $deep = null;
        for ($i = 0; $i < 4096; ++$i) {
            $deep = [$deep];
        }
        $payload = \brine_serialize($deep);
        $throwing = new ThrowingThing('write');
        for ($i = 0; $i < 300; ++$i) {
            try {
                \brine_serialize($throwing);
                self::fail('nothing was thrown');
            } catch (\RuntimeException) {
            }
        }
        $fibers = [];
        for ($i = 0; $i < 300; ++$i) {
            $thing = new SuspendingThing();
            $fibers[] = $fiber = new \Fiber(static fn (): string => \brine_serialize($thing));
            $fiber->start();
        }
        foreach (['while fibers wait', 'when they are gone'] as $when) {
            self::assertSame($payload, \brine_serialize(\brine_unserialize($payload)), $when);
            $fibers = $fiber = null;
        }
    }

    /** @param class-string<NestingThing|OldNestingThing> $class */
    private static function nested(string $class, int $count): NestingThing|OldNestingThing|null
    {
        $nested = null;
        while (--$count >= 0) {
            $thing = new $class();
            $thing->next = $nested;
            $nested = $thing;
        }

        return $nested;
    }

    private static function countNested(mixed $nested): int
    {
        $count = 0;
        while ($nested instanceof NestingThing || $nested instanceof OldNestingThing) {
            $nested = $nested->next;
            ++$count;
        }

        return $count;
    }

    /**
     * @template T
     * @param \Closure(): T $call
     * @return \Closure(): T
     */
    private static function inAFiber(\Closure $call): \Closure
    {
        return static function () use ($call): mixed {
            // As many levels as there are on the main stack, also where frames are larger.
            \ini_set('fiber.stack_size', '64M');
            try {
                $fiber = new \Fiber($call);
                $fiber->start();

                return $fiber->getReturn();
            } finally {
                \ini_restore('fiber.stack_size');
            }
        };
    }

    /** @param \Closure(): mixed $call */
    private static function assertRefused(string $message, string $path, \Closure $call): void
    {
        try {
            $call();
            self::fail('it was not refused');
        } catch (EncodeException $error) {
            self::assertSame([$message, $path], [$error->getMessage(), $error->getPath()]);
        }
    }
}
