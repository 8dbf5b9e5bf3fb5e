<?php

/* Common functions of the targets: reporting findings, and describing results of decodes. */

declare(strict_types=1);

namespace Brine\Fuzz;

use Brine\DecodeException;
use Brine\EncodeException;

error_reporting(E_ALL);
ini_set('memory_limit', '512M');
// With arguments in their traces, exceptions would keep values alive after an input.
ini_set('zend.exception_ignore_args', '1');
date_default_timezone_set('UTC');

require __DIR__ . '/hooks.php';
require __DIR__ . "/classes.php";
require __DIR__ . '/vectors.php';

/** The header of a signed frame. */
const FRAME_SIZE = 38;

/**
 * Whether native text of the value is small enough. It repeats strings at each use and names for each object, so the longest string and the payload
 * bound its length.
 */
function isComparable(string $payload): bool
{
    // Exceptions contain the place of their creation, in any number of rows.
    $longest = preg_match('/Exception|Error/i', $payload) === 1 ? 8 * 1024 : 64;
    preg_match_all('/[\xE5\xF7\xF8](?:([\xC0-\xDF])(.)|[\xE0-\xEE](.)(.))/s', $payload, $sizes, PREG_SET_ORDER);
    foreach ($sizes as $size) {
        $longest = max($longest, isset($size[3]) ? 8384 + ord($size[3]) + 256 * ord($size[4]) : 192 + 256 * (ord($size[1]) - 0xC0) + ord($size[2]));
    }

    return $longest * strlen($payload) <= 300_000;
}

/** Whether the byte chooses the default limits: a few bytes can then become so large that only decoding is fast. */
function hasDefaultLimits(int $choice): bool
{
    return ($choice & 48) === 16;
}

/**
 * The options that a byte chooses. A byte or two can stand for as many elements as are allowed, and for as much memory, so that most inputs are allowed few.
 *
 * @return array{allowed_classes: bool|list<string>, max_depth: int, stale_classes?: string, max_elements?: int, max_memory?: int}
 */
function options(int $choice): array
{
    $options = [
        'allowed_classes' => match ($choice & 3) {
            0, 1 => true,
            2 => ['v\POINT', 'V\Suit', 'F\Kinds', 'F\Nested', 'stdClass'],
            3 => false,
        },
        'max_depth' => ($choice & 4) !== 0 ? 6 : 4096,
    ];
    if (($choice & 64) !== 0) {
        $options['stale_classes'] = 'throw';
    }
    if (hasDefaultLimits($choice)) {
        return $options;
    }
    if (($choice & 32) !== 0) {
        $options['max_memory'] = ($choice & 16) !== 0 ? 1 << 18 : 1 << 14;
    }
    // Shared arrays take memory once, but text at each place.
    $options['max_elements'] = ($choice & 8) !== 0 ? 200 : 20_000;

    return $options;
}

/** A signed frame: section 1.1 of docs/format.md. */
function frame(string $key, string $context, string $content): string
{
    $id = substr(hash_hmac('sha256', 'brine key id', $key, true), 0, 4) & "\x7F\x7F\x7F\x7F";
    $head = "\xC1\x14$id";
    $message = $head . pack('VV', strlen($context), 0) . $context . $content;

    return $head . hash_hmac('sha256', $message, $key, true) . $content;
}

/** Ends the process: the host takes every error for a finding. */
function finding(string $what): never
{
    trigger_error($what, E_USER_ERROR);
}

/** The result of a call: a value, or the exception as text. */
final class Outcome
{
    public mixed $value = null;
    public ?string $thrown = null;

    /** Whether Brine itself refused the input. */
    public bool $refused = false;

    public static function ofDecode(string $payload, array $options = []): self
    {
        return self::ofDecoding('brine_unserialize', 0, $payload, $options);
    }

    /** @param callable-string $function decodes another format */
    public static function ofForeign(string $function, string $payload, array $options): self
    {
        return self::ofDecoding($function, 0, $payload, $options);
    }

    /** Makes an error's offset relative to the payload, for comparison with the plain payload's error. */
    public static function ofSigned(string $frame, string|array $keys, array $options): self
    {
        return self::ofDecoding('brine_unserialize_signed', FRAME_SIZE, $frame, $keys, $options);
    }

    /** Whether the result is that of a frame that does not verify. */
    public function isUnverified(): bool
    {
        return $this->value === null && $this->thrown === null;
    }

    private static function ofDecoding(callable $function, int $start, string $payload, mixed ...$arguments): self
    {
        $outcome = new self();
        $destructed = Hooks::$destructed;
        try {
            $outcome->value = $function($payload, ...$arguments);
        } catch (DecodeException $refusal) {
            $offset = $refusal->getOffset() - $start;
            if ($offset < 0 || $offset > strlen($payload) - $start) {
                finding("an error at byte $offset of " . strlen($payload) - $start);
            }
            // The memory of internal objects depends on what PHP has cached, so one more place may exceed the limit.
            $place = $refusal->getReason() === 'max_memory' ? '' : " $offset";
            $outcome->refused($refusal, $refusal->getReason() . $place);
        } catch (\Throwable $thrown) {
            $outcome->thrown($thrown, $function);
        }
        if ($outcome->refused && Hooks::$destructed !== $destructed) {
            finding('a destructor has run on an object of a payload that was refused');
        }

        return $outcome;
    }

    /** The result of loading a dictionary: its id. */
    public static function ofLoad(string $file): self
    {
        return self::ofDecoding('brine_dictionary_load', 0, $file);
    }

    /** @param array{dictionary?: string} $options */
    public static function ofEncode(mixed &$value, array $options = []): self
    {
        $outcome = new self();
        try {
            $outcome->value = brine_serialize($value, $options);
        } catch (EncodeException $refusal) {
            $outcome->refused($refusal, $refusal->getMessage());
        } catch (\Throwable $thrown) {
            $outcome->thrown($thrown, 'brine_serialize');
        }

        return $outcome;
    }

    /** Brine's refusal, unless it comes from a call inside a hook, or from a hook of a built-in class. */
    private function refused(\Throwable $refusal, string $words): void
    {
        $this->refused = count(array_filter($refusal->getTrace(), static fn (array $frame): bool
            => str_starts_with($frame['function'], 'brine_'))) === 1
            && !in_array($refusal->getPrevious()?->getTrace()[0]['function'] ?? '', ['__unserialize', '__wakeup', 'unserialize'], true);
        $this->thrown = $words;
    }

    /** Anything else must come from a hook. */
    private function thrown(\Throwable $thrown, string $function): void
    {
        if (($thrown->getTrace()[0]['function'] ?? '') === $function) {
            finding("$function() has thrown " . $thrown::class . ': ' . $thrown->getMessage());
        }
        $this->thrown = $thrown::class . ': ' . $thrown->getMessage();
    }
}

/**
 * Whether a value has an object whose __sleep() omits a property. A PHP reference shared with such a property is encoded as a reference, although
 * it may have only one place; after decoding it is not a reference.
 */
function leavesOut(string $payload): bool
{
    return str_contains($payload, 'V\Sleeper') || str_contains($payload, 'F\Collector');
}

/**
 * Native text, which identifies values, if their classes allow it. Exception: a PHP reference with one holder, to an object that occurs elsewhere.
 * Native writes it differently from the object; Brine does not.
 */
function textOf(mixed &$value): string
{
    try {
        return preg_replace('/(?<=[;{])R:(?=\d+;)/', 'r:', serialize($value));
    } catch (\Throwable $thrown) {
        return $thrown::class;
    }
}

/**
 * Whether these are texts of different values. Native writes null for an array that contains itself by value, through an object or reference; a
 * decoder makes two arrays. The text after that cannot be compared.
 */
function differ(string $before, string $after): bool
{
    if ($before === $after) {
        return false;
    }
    $at = strspn($before ^ $after, "\0");

    return substr($before, $at, 2) !== 'N;' || substr($after, $at, 2) !== 'a:';
}

/**
 * Writes into arrays, so that values that wrongly share an array change as well. Bounded, since references may form cycles.
 */
function overwrite(mixed &$value, int $levels = 40, int &$left = 1000): void
{
    if (!is_array($value) || $levels === 0) {
        return;
    }
    foreach ($value as &$element) {
        if (--$left < 0) {
            break;
        }
        if (is_string($element) && $element !== '') {
            $element[0] = '!';
        } elseif (is_int($element)) {
            $element = -1;
        } else {
            overwrite($element, $levels - 1, $left);
        }
    }
    unset($element);
    $value['overwritten'] = true;
}

/** Makes text printable on a terminal. */
function escaped(string $text): string
{
    return addcslashes($text, "\0..\37\177..\377");
}
