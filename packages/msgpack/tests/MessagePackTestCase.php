<?php

declare(strict_types=1);

namespace Brine\Tests\MessagePack;

use Brine\MessagePack\Exception\UnpackingFailedException;
use PHPUnit\Framework\TestCase;

abstract class MessagePackTestCase extends TestCase
{
    /** Equal and of equal types at every level; objects of one class with equal properties. */
    final protected static function assertIdentical(mixed $expected, mixed $actual, string $message = ''): void
    {
        self::assertSame(self::describe($expected), self::describe($actual), $message);
    }

    /**
     * @template T of \Throwable
     * @param class-string<T> $class exactly this class
     * @return T
     */
    final protected static function assertThrows(string $class, callable $call): \Throwable
    {
        try {
            $call();
        } catch (\Throwable $error) {
            self::assertSame($class, $error::class, $error->getMessage());
            self::assertInstanceOf($class, $error);

            return $error;
        }
        self::fail("$class was not thrown");
    }

    /** @param class-string<UnpackingFailedException> $class */
    final protected static function assertUnpackingFails(
        string $class,
        string $reason,
        int $offset,
        callable $call,
    ): UnpackingFailedException {
        $error = self::assertThrows($class, $call);
        self::assertSame([$reason, $offset], [$error->getReason(), $error->getOffset()], $error->getMessage());

        return $error;
    }

    /** @return resource an empty stream */
    final protected static function stream(string $mode)
    {
        $stream = \fopen('php://memory', $mode);
        self::assertNotFalse($stream);

        return $stream;
    }

    /** Text that differs for any two values, -0.0 from 0.0 and integer from string keys too. */
    private static function describe(mixed $value): string
    {
        $text = \serialize($value);

        return \strlen($text) < 1000 ? $text : \substr($text, 0, 500) . '... sha1 ' . \sha1($text);
    }
}
