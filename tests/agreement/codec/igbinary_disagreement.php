<?php

declare(strict_types=1);

/*
 * Whether brine_igbinary_unserialize() and the reader in PHP agree on bytes: the same value and hooks, or the same reason at the same offset.
 */

namespace Brine\Tests\Codec;

use Brine\DecodeException;
use Brine\Igbinary\Decoder;
use Brine\Tests\Differential\Outcome;

/** Reasons of the reader in PHP only: it builds values by native text, which repeats arrays that are inside themselves. */
const OF_NATIVE_TEXT = ['too_large', 'too_slow', 'colliding_keys'];

final class Tally
{
    public static int $passed = 0;
    public static int $failed = 0;

    public static function note(string $name, ?string $wrong): void
    {
        if ($wrong === null) {
            ++self::$passed;
        } elseif (++self::$failed <= 40) {
            echo "$name: ", addcslashes(substr($wrong, 0, 3000), "\0..\37\177..\377"), "\n";
        }
    }
}

/** @return string|null a reader's reason and offset; null if it returned a value */
function refusal(Outcome $outcome): ?string
{
    $thrown = $outcome->thrown;

    return match (true) {
        $thrown === null => null,
        $thrown instanceof DecodeException => "{$thrown->getReason()} at {$thrown->getOffset()}",
        default => get_class($thrown) . ': ' . $thrown->getMessage(),
    };
}

/** Native text, if the value has any. From PHP 8.3 on there is none of an array that lies inside itself. */
function text(mixed $value): ?string
{
    try {
        return serialize($value);
    } catch (\Error) {
        return null;
    }
}

/** What var_dump() shows first, with numbers of objects in the order in which they appear. */
function dump(mixed $value): string
{
    $shown = '';
    $numbers = [];
    ob_start(static function (string $more) use (&$shown): string {
        $shown .= strlen($shown) < 1 << 20 ? $more : '';

        return '';
    }, 1 << 12);
    var_dump($value);
    ob_end_clean();
    $number = static function (array $match) use (&$numbers): string {
        return ')#' . ($numbers[$match[1]] ??= count($numbers)) . ' ';
    };

    return (string) preg_replace_callback('/\)#(\d+) /', $number, $shown);
}

/** @return string|null what differs */
function differenceOfValues(mixed $inPhp, mixed $inC): ?string
{
    [$expected, $actual] = [text($inPhp), text($inC)];
    if ($expected === $actual && $actual !== null) {
        return null;
    }
    // Native text tells by references with one holder from where an array lies inside itself, and has no such array from PHP 8.3 on.
    [$expected, $actual] = [dump($inPhp), dump($inC)];
    // A damaged exception keeps the place and trace of its reader.
    if ($expected === $actual || preg_match('/\["trace":"(Exception|Error)":private\]/', $actual) === 1) {
        return null;
    }
    $from = max(0, strspn($expected ^ $actual, "\0") - 100);

    return 'PHP: ' . substr($expected, $from, 300) . "\nC: " . substr($actual, $from, 300);
}

/**
 * @param bool $isDamaged whether keys may come again: the reader in PHP builds only the last value of such a key, in the first one's place; in C
 *     the others live to the end
 * @return list<string> the calls to compare
 */
function hooks(Outcome $outcome, bool $isDamaged): array
{
    $hooks = $isDamaged ? array_values(preg_grep('/::__destruct /', $outcome->hooks, PREG_GREP_INVERT)) : $outcome->hooks;
    if ($isDamaged) {
        sort($hooks);
    }

    return $hooks;
}

/**
 * @param array<string, mixed> $options
 * @return string|null what differs
 */
function disagreement(string $bytes, array $options = [], bool $isDamaged = false): ?string
{
    $inPhp = new Outcome(static fn (string $bytes): mixed => Decoder::decode($bytes, $options), $bytes);
    $inC = new Outcome(static fn (string $bytes): mixed => brine_igbinary_unserialize($bytes, $options), $bytes);
    [$expected, $actual] = [refusal($inPhp), refusal($inC)];
    if ($expected === null && $actual === null) {
        $difference = differenceOfValues($inPhp->result, $inC->result);
        $called = hooks($inC, $isDamaged);
        $expectedCalls = hooks($inPhp, $isDamaged);
        if ($difference === null && array_values(array_intersect($called, $expectedCalls)) !== $expectedCalls) {
            $difference = 'PHP: ' . implode(', ', $inPhp->hooks) . "\nC: " . implode(', ', $inC->hooks);
        }
    } else {
        $reason = (string) strstr((string) $expected, ' ', true);
        $isAllowed = $expected === $actual
            // Both estimate memory, and the reader in PHP charges some of it later.
            || isset($options['max_memory']) && in_array('max_memory', [$reason, strstr((string) $actual, ' ', true)], true)
            || in_array($reason, OF_NATIVE_TEXT, true);
        $difference = $isAllowed ? null : "PHP: $expected\nC: $actual";
    }

    return $difference === null ? null : $difference . "\n" . bin2hex(substr($bytes, 0, 1000)) . ($options === [] ? '' : ' ' . json_encode($options));
}
