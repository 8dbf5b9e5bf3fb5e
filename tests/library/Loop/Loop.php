<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Loop;

/**
 * A server's worker that never ends: requests in one process, as those of RoadRunner, Octane and Messenger. Their common part is a call in try and
 * catch; what a framework resets is the request's own matter.
 */
final class Loop
{
    /** The request after which memory must be flat; fewer than twice as many say nothing. */
    public const WARM = 1000;
    /** Memory is the most of so many looks, one each so many requests: what is bounded, such as a list of logged keys, comes and goes. */
    private const LOOKS = 20;
    private const REQUESTS_PER_LOOK = 50;

    /** @var list<string> */
    private static array $wrong = [];
    private static int $compared = 0;

    private function __construct()
    {
    }

    public static function same(string $name, mixed $expected, mixed $actual): void
    {
        ++self::$compared;
        if ($expected !== $actual) {
            self::wrong("$name: expected " . self::shown($expected) . ', is ' . self::shown($actual));
        }
    }

    /**
     * Objects that are equal.
     *
     * @template T
     * @param T $expected
     */
    public static function equal(string $name, mixed $expected, mixed $actual): void
    {
        self::same($name, \serialize($expected), \serialize($actual));
    }

    /**
     * The message of what is thrown.
     *
     * @param class-string<\Throwable> $class
     */
    public static function refused(string $name, string $class, string $message, \Closure $call): void
    {
        try {
            $result = 'returned ' . self::shown($call());
        } catch (\Throwable $error) {
            $result = $error::class . ': ' . $error->getMessage();
        }
        self::same($name, "$class: $message", $result);
    }

    /** A fiber that suspends itself in the middle of the call, and is dropped. */
    public static function drop(string $name, \Closure $call): void
    {
        $fiber = new \Fiber($call);
        $fiber->start();
        self::same("$name is suspended", true, $fiber->isSuspended());
    }

    private static function wrong(string $what): void
    {
        if (\count(self::$wrong) < 10) {
            self::$wrong[] = $what;
        }
    }

    private static function shown(mixed $value): string
    {
        return \addcslashes(\substr(\is_scalar($value) ? \var_export($value, true) : \serialize($value), 0, 400), "\0..\37\177..\377");
    }

    /**
     * Runs requests and prints a Result. The process has a handler of errors and of exceptions, as with a framework.
     *
     * @param \Closure(int $number): void $request
     * @param int $requests at least 2,000 of them
     * @param float $seconds and at least for so long
     * @param string $leak one of Leak::NAMES: what each request leaves behind, to see that it is noticed
     */
    public static function run(\Closure $request, int $requests, float $seconds = 0.0, string $leak = ''): void
    {
        \set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
            if ((\error_reporting() & $level) !== 0) {
                self::wrong("$message in $file on line $line");
            }

            return true;
        });
        \set_exception_handler(static function (\Throwable $error): void {
            echo "uncaught: $error\n";
        });
        $state = new State();
        $end = \microtime(true) + $seconds;
        $looks = $warm = [];
        $number = 0;
        while (++$number <= \max($requests, 2 * self::WARM) || \microtime(true) < $end) {
            try {
                $request($number);
                Leak::leave($leak, $number);
            } catch (\Throwable $error) {
                self::wrong("request $number: $error");
            } finally {
                Acting::$reading = Acting::$writing = null;
            }
            foreach ($state->differences() as $difference) {
                self::wrong("after request $number: $difference");
            }
            if ($number % self::REQUESTS_PER_LOOK === 0) {
                $looks[$number / self::REQUESTS_PER_LOOK % self::LOOKS] = Result::memory();
                $warm = $number === self::WARM ? Result::most($looks) : $warm;
            }
        }
        echo \json_encode([
            'requests' => $number - 1,
            'compared' => self::$compared,
            'warm' => $warm,
            'last' => Result::most($looks),
            'wrong' => self::$wrong,
        ], \JSON_INVALID_UTF8_SUBSTITUTE | \JSON_THROW_ON_ERROR), "\n";
    }
}
