<?php

declare(strict_types=1);

namespace Brine\Tests\Codec;

use Brine\EncodeException;
use Brine\Format\Encoder;
use Brine\Tests\Differential\Log;

/** Gives values to the extension and to the encoder in PHP, and counts where they do not do the same. */
final class Comparison
{
    private const SHOWN = 20;

    /** E_USER_WARNING and the like, which PHP code can raise, and what the extension raises. */
    private const LEVELS = [\E_USER_WARNING => \E_WARNING, \E_USER_NOTICE => \E_NOTICE, \E_USER_DEPRECATED => \E_DEPRECATED];

    public int $passed = 0;
    public int $failed = 0;
    /** Of the values that are alike: bytes of their payloads. */
    public int $bytes = 0;

    /**
     * @param bool $phpFirst whether the value is given to the encoder in PHP first
     */
    public function check(string $name, mixed $value, bool $phpFirst = false): void
    {
        if ($phpFirst) {
            $actual = self::outcome(Encoder::encode(...), $value);
        }
        $expected = self::outcome(\brine_serialize(...), $value);
        $actual ??= self::outcome(Encoder::encode(...), $value);
        if ($expected === $actual) {
            ++$this->passed;
            $this->bytes += \strlen($expected[0]);

            return;
        }
        if (++$this->failed <= self::SHOWN) {
            echo "$name: ", self::difference($expected, $actual), "\n";
        }
    }

    public function expect(string $name, mixed $expected, mixed $actual): void
    {
        if ($expected === $actual) {
            ++$this->passed;
        } else {
            ++$this->failed;
            echo "$name: ", \var_export($actual, true), "\n";
        }
    }

    /**
     * @param \Closure(mixed): string $encode
     * @return list<string> the payload or the exception, PHP's messages, and the hooks that were called
     */
    private static function outcome(\Closure $encode, mixed $value): array
    {
        $messages = Log::$hooks = [];
        Log::$open = true;
        \set_error_handler(static function (int $level, string $message) use (&$messages): bool {
            $messages[] = (self::LEVELS[$level] ?? $level) . ' ' . $message;

            return true;
        });
        try {
            $result = $encode($value);
        } catch (EncodeException $exception) {
            $result = $exception::class . ': ' . $exception->getMessage() . "\npath: " . $exception->getPath();
        } catch (\Throwable $thrown) {
            $result = $thrown::class . ': ' . $thrown->getMessage();
        } finally {
            \restore_error_handler();
            Log::$open = false;
        }

        return [$result, ...$messages, ...Log::$hooks];
    }

    /**
     * @param list<string> $expected
     * @param list<string> $actual
     */
    private static function difference(array $expected, array $actual): string
    {
        $number = 0;
        while (($expected[$number] ?? null) === ($actual[$number] ?? null)) {
            ++$number;
        }
        [$expected, $actual] = [$expected[$number] ?? 'no message', $actual[$number] ?? 'no message'];
        $at = \strspn($expected ^ $actual, "\0");
        $part = static function (string $bytes) use ($at): string {
            $from = \max(0, $at - 16);
            $part = \substr($bytes, $from, 80);

            return \str_starts_with($bytes, "\xC1\x10") ? \bin2hex($part) : \addcslashes($part, "\0..\37\177..\377");
        };

        return "differs at byte $at\n  extension: {$part($expected)}\n  PHP:       {$part($actual)}";
    }
}
